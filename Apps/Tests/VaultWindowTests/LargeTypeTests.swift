import AppTesting
import Foundation
import Testing

/// Secrets in large type, and codes that a counter makes.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct LargeTypeTests {
    private func opened(_ prepare: (Stage) throws -> Void) throws -> VaultWindow {
        let window = try VaultWindow(settings: ["autoLock": 0], prepare: prepare)
        try window.unlock()
        try window.select("My Bank")
        _ = try window.app.find("push button", "Edit")
        return window
    }

    /// How much more of one part of the light there is than of another in a picture of something.
    private func redness(of name: String, in window: VaultWindow) throws -> Double {
        let frame = try window.app.find("label", name).frame
        let file = window.stage.home + "/\(UUID().uuidString).png"
        try window.app.desktop.screenshot(file, window: window.app.window)
        let place = "\(frame.width)x\(frame.height)+\(frame.x)+\(frame.y)"
        let (text, _) = try ChildProcess.run([
            "convert", file, "-crop", place, "+repage", "-format", "%[fx:mean.r-mean.b]", "info:",
        ])
        return try #require(Double(text))
    }

    @Test func charactersHaveTheColourOfTheirClassAndSayIt() throws {
        let window = try opened {
            try $0.vault("add", "My Bank", "username=maria", "--secret", "password", input: "aB7# x\n")
        }
        try window.app.press("Show password in large type")
        _ = try window.app.find("frame", "Large Type")
        for name in ["letter a", "capital letter B", "digit 7", "symbol #", "space", "letter x"] {
            _ = try window.app.find("label", name)
        }
        // In the order of the secret, each with its number.
        let spoken = window.app.tree?.shown.filter { $0.role == "label" && $0.isShowing }.map(\.name) ?? []
        let first = try #require(spoken.firstIndex(of: "letter a"))
        #expect(
            Array(spoken[first..<first + 12]) == [
                "letter a", "1", "capital letter B", "2", "digit 7", "3", "symbol #", "4", "space", "5", "letter x",
                "6",
            ])
        let letter = try redness(of: "capital letter B", in: window)
        #expect(abs(letter) < 0.01)
        #expect(try redness(of: "digit 7", in: window) < letter - 0.02)
        #expect(try redness(of: "symbol #", in: window) > letter + 0.02)
        #expect(window.app.unnamed == [])
    }

    @Test func aKeyShowsItAndTheListOfKeysSaysSo() throws {
        let window = try opened {
            try $0.vault("add", "My Bank", "username=maria", "--secret", "password", input: "aB7# x\n")
        }
        try window.app.desktop.press("ctrl+question")
        _ = try window.app.find("list item", "Show password in large type, Ctrl+T")
        #expect(window.app.unnamed == [])
        try window.app.desktop.press("Escape")
        try window.app.waitUntilGone("frame", "Keyboard Shortcuts")
        try window.app.takeKeys()
        try window.app.desktop.press("ctrl+t")
        _ = try window.app.find("label", "digit 7")
    }

    @Test func lockingTakesLargeTypeOffTheScreen() throws {
        let session = try FakeSession()
        let window = try opened {
            try $0.vault("add", "My Bank", "username=maria", "--secret", "password", input: "aB7# x\n")
        }
        try window.app.press("Show password in large type")
        _ = try window.app.find("label", "digit 7")
        session.lockScreen()
        _ = try window.app.find(nil, "Master password")
        #expect(!window.app.everythingSaid.contains("digit 7"))
    }

    /// Another program may have exported it so; the window says it and goes on.
    @Test func lastCounterDoesNotEndTheWindow() throws {
        let address =
            "otpauth://hotp/Bank?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&counter=18446744073709551615"
        let window = try opened {
            try $0.vault("add", "My Bank", "username=maria", "--otp", "--no-secret", input: address + "\n")
        }
        try window.app.press("Next Code")
        _ = try Desktop.wait(for: "the message") {
            window.app.everythingSaid.contains("run out") ? true : nil
        }
        #expect(try window.stored("My Bank", "one-time code").contains("counter=18446744073709551615"))
    }

    /// The codes of RFC 4226, appendix D.
    @Test func eachCodeOfACounterIsUsedOnce() throws {
        let address = "otpauth://hotp/Bank?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&counter=0"
        let window = try opened {
            try $0.vault("add", "My Bank", "username=maria", "--otp", "--no-secret", input: address + "\n")
        }
        for (count, code) in ["755224", "287082"].enumerated() {
            try window.app.press("Next Code")
            let digits = try Desktop.wait(for: "the code \(code)") { () -> [String]? in
                let shown = window.app.tree?.shown.filter { $0.isShowing && $0.name.hasPrefix("digit ") } ?? []
                let digits = shown.map { String($0.name.dropFirst("digit ".count)) }
                return digits.joined() == code ? digits : nil
            }
            #expect(digits.count == 6)
            // It is used up before it is shown.
            #expect(try window.stored("My Bank", "one-time code").contains("counter=\(count + 1)"))
            try window.app.desktop.press("Escape")
            try window.app.waitUntilGone("frame", "Large Type")
        }
    }
}
