import Foundation
import TestSupport

// What a person does at a page: the browser makes trusted events of it. And what the scripts of an extension see of it.

extension ChromiumPage {
    /// Brings the tab to the front, as the browser's window does: pictures are drawn, and it has the cursor.
    public func bringToFront() throws {
        try browser.call("Page.bringToFront", session: session)
        try browser.call("Emulation.setFocusEmulationEnabled", ["enabled": true], session: session)
    }

    /// Moves the pointer.
    public func move(to x: Double, _ y: Double) throws { try mouse("mouseMoved", x, y) }

    /// Presses the main button of the pointer, or lets go of it.
    public func press(_ x: Double, _ y: Double) throws { try mouse("mousePressed", x, y) }
    public func release(_ x: Double, _ y: Double) throws { try mouse("mouseReleased", x, y) }

    public func click(_ x: Double, _ y: Double) throws {
        try move(to: x, y)
        try press(x, y)
        try release(x, y)
    }

    private func mouse(_ type: String, _ x: Double, _ y: Double) throws {
        var parameters: Chromium.Message = ["type": type, "x": x, "y": y]
        if type != "mouseMoved" { parameters.merge(["button": "left", "clickCount": 1]) { $1 } }
        try browser.call("Input.dispatchMouseEvent", parameters, session: session)
    }

    public func click(_ selector: String) throws {
        try bringToFront()
        let text = String(decoding: try JSONSerialization.data(withJSONObject: [selector]), as: UTF8.self)
        let place = try evaluate(
            """
            (() => { const element = document.querySelector(\(text)[0]);
              element.scrollIntoView({ block: "center" });
              const { x, y, width, height } = element.getBoundingClientRect();
              return [x + width / 2, y + height / 2]; })()
            """)
        guard let place = place as? [Double], place.count == 2 else { throw TestFailure("no place of \(selector)") }
        try click(place[0], place[1])
    }

    public func type(_ text: String, into selector: String) throws {
        try click(selector)
        for character in text {
            try browser.call("Input.dispatchKeyEvent", ["type": "keyDown", "text": "\(character)"], session: session)
            try browser.call("Input.dispatchKeyEvent", ["type": "keyUp"], session: session)
        }
    }

    /// Presses a key and lets go of it, such as “ArrowDown”.
    public func type(key: String) throws {
        let codes = ["Tab": 9, "Enter": 13, "Escape": 27, "End": 35, "Home": 36, "ArrowUp": 38, "ArrowDown": 40]
        for type in ["rawKeyDown", "keyUp"] {
            let parameters: Chromium.Message = [
                "type": type, "key": key, "code": key, "windowsVirtualKeyCode": codes[key] ?? 0,
            ]
            try browser.call("Input.dispatchKeyEvent", parameters, session: session)
        }
    }

    /// Runs an expression where the scripts of an extension run, waits for its promise, and returns its value.
    ///
    /// - Parameters:
    ///   - name: the name of the extension.
    ///   - address: the beginning of the address of the frame; `nil` for the page's own.
    /// - Throws: ``TestFailure`` if the extension has no script there.
    public func evaluate(
        _ expression: String, inScriptsOf name: String, frameAt address: String? = nil
    ) throws -> Any? {
        let frame = try address.map { try self.frame(at: $0) } ?? frame
        guard let context = contexts.last(where: { $0.name == name && $0.frame == frame }) else {
            throw TestFailure("\(name) has no script in the frame")
        }
        return try evaluate(expression, in: context)
    }

    /// Whether an extension has a script in a frame.
    public func hasScripts(of name: String, frameAt address: String? = nil) throws -> Bool {
        let frame = try address.map { try self.frame(at: $0) } ?? frame
        return contexts.contains { $0.name == name && $0.frame == frame }
    }

    /// Waits until a page that was asked for otherwise than by ``open(_:)`` is loaded.
    public func waitUntilLoaded(at address: String) throws {
        for _ in 0..<10_000 {
            // The document before may end in the middle of the question.
            let found = try? evaluate("document.readyState + ' ' + location.href") as? String
            if found == "complete \(address)" { return }
        }
        throw TestFailure("\(address) is not loaded")
    }

    private func frame(at address: String) throws -> String {
        let tree = try browser.call("Page.getFrameTree", session: session)["frameTree"] as? Chromium.Message
        let children = tree?["childFrames"] as? [Chromium.Message] ?? []
        let frames = children.compactMap { $0["frame"] as? Chromium.Message }
        if let found = frames.first(where: { ($0["url"] as? String)?.hasPrefix(address) == true }) {
            return found["id"] as? String ?? ""
        }
        // In a process of its own it is a target of its own.
        guard let target = try browser.targets("iframe", { $0.hasPrefix(address) }).last else {
            throw TestFailure("no frame at \(address)")
        }
        if !contexts.contains(where: { $0.frame == target }) {
            let attached = try browser.call("Target.attachToTarget", ["targetId": target, "flatten": true])
            let inner = attached["sessionId"] as? String ?? ""
            innerSessions.insert(inner)
            try browser.call("Runtime.enable", session: inner)
        }
        return target
    }
}
