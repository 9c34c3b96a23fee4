import AppTesting
import Foundation
import Testing

@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct Shots {
    static func fill(_ stage: Stage) throws {
        try stage.vault(
            "add", "My Bank", "username=maria.fernandez@example.com", "website=https://bank.example",
            "website=https://login.bank.example", "tag=money", "Support/Hotline:telephone=+49 30 1234567", "--secret",
            "password", "--otp", "--notes", input: "correct horse battery\nJBSWY3DPEHPK3PXP\nAsk for Ms Lee.\n")
        try stage.vault("add", "Git Forge", "username=maria", "website=https://git.example", "tag=work", "--generate")
        try stage.vault(
            "add", "Visa", "--kind", "card", "cardholder=Maria Fernandez", "expiry=2029-05", "tag=money", "--secret",
            "number", input: "4111111111111111\n")
        try stage.vault("add", "Old Forum", "username=m", "--generate")
        try stage.vault("add", "Café Wi-Fi", "--kind", "note", "--notes", input: "the guest network\n")
        try stage.vault("rm", "Old Forum")
        try stage.vault("add", "Zoo", "username=tiger", "--generate")
    }

    @Test(
        arguments: ProcessInfo.processInfo.environment["VW_SHOTS"] == "all"
            ? [(1200, true), (600, false), (360, false), (360, true)] : [(1200, false)]) func shots(
            _ width: Int, _ dark: Bool
        ) throws
    {
        let window = try VaultWindow(
            width: width, variables: dark ? ["ADW_DEBUG_COLOR_SCHEME": "prefer-dark"] : [:], prepare: Self.fill)
        let name = "/tmp/vw-\(width)-\(dark ? "dark" : "light")"
        func shot(_ what: String) throws {
            try window.app.desktop.screenshot("\(name)-\(what).png", window: try window.app.window)
        }
        try shot("0unlock")
        do { try window.unlock() } catch { try shot("1fail"); throw error }
        try window.app.find("list item", where: { $0.name.hasPrefix("My Bank") })
        try shot("1list")
        try window.select("My Bank")
        try window.app.find(nil, "Copy password")
        try shot("2item")
        try window.app.desktop.press("ctrl+e")
        try window.app.find(nil, "Save")
        try shot("3edit")
        try window.app.desktop.press("Escape")
        try window.app.desktop.press("ctrl+g")
        try window.app.find(nil, "Copy and Keep")
        try shot("4generator")
        print(window.app.log)
    }
}
