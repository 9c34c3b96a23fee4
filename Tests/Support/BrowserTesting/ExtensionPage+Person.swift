import Foundation
import TestSupport

// What a person does at a page of an extension, and sees of it.

extension ExtensionPage {
    /// Opens an address in a tab, whose requests are not answered by the test.
    public static func open(_ url: String, in browser: Chromium) throws -> ExtensionPage {
        let target = try browser.call("Target.createTarget", ["url": "about:blank"])["targetId"] as? String ?? ""
        let page = try ExtensionPage(target, in: browser)
        // Answered when the new page is there.
        try browser.call("Page.navigate", ["url": url], session: page.session)
        _ = try page.evaluate(
            "new Promise(done => document.readyState === 'complete' ? done() : addEventListener('load', () => done()))")
        return page
    }

    /// Presses a key and lets go of it, such as “ArrowDown”.
    public func press(_ key: String) throws {
        let codes = [
            "Tab": 9, "Enter": 13, "Escape": 27, "End": 35, "Home": 36, "ArrowLeft": 37, "ArrowUp": 38,
            "ArrowRight": 39,
            "ArrowDown": 40,
        ]
        for type in ["keyDown", "keyUp"] {
            var parameters: Chromium.Message = [
                "type": type, "key": key, "code": key, "windowsVirtualKeyCode": codes[key] ?? 0,
            ]
            // What a button takes for a press.
            if key == "Enter", type == "keyDown" { parameters["text"] = "\r" }
            try browser.call("Input.dispatchKeyEvent", parameters, session: session)
        }
    }

    /// Types a text where the cursor is.
    public func type(_ text: String) throws {
        for character in text.map(String.init) {
            for type in ["keyDown", "keyUp"] {
                var parameters: Chromium.Message = ["type": type, "key": character]
                if type == "keyDown" { parameters["text"] = character }
                try browser.call("Input.dispatchKeyEvent", parameters, session: session)
            }
        }
    }

    /// Takes a picture of all of the page.
    ///
    /// - Parameters:
    ///   - isDark: whether the system's theme is a dark one.
    ///   - width: of the window, in pixels of CSS.
    /// - Returns: as PNG.
    public func picture(isDark: Bool, width: Int) throws -> Data {
        let theme = ["name": "prefers-color-scheme", "value": isDark ? "dark" : "light"]
        try browser.call("Emulation.setEmulatedMedia", ["features": [theme]], session: session)
        var size: Chromium.Message = ["width": width, "height": 100, "deviceScaleFactor": 1, "mobile": false]
        try browser.call("Emulation.setDeviceMetricsOverride", size, session: session)
        size["height"] = try evaluate("document.documentElement.scrollHeight") as? Int ?? 600
        try browser.call("Emulation.setDeviceMetricsOverride", size, session: session)
        let answer = try browser.call("Page.captureScreenshot", ["format": "png"], session: session)
        return Data(base64Encoded: answer["data"] as? String ?? "") ?? Data()
    }
}
