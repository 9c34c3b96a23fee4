import AppTesting
import Foundation
import Testing

/// What is wrong with the items, in a window of its own and above the item.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct HealthTests {
    private static let strong = "vK7-quay-2tremor-lozenge"

    private static func add(_ title: String, _ password: String, _ stage: Stage, site: String = "") throws {
        let address = site.isEmpty ? "https://\(title.lowercased()).example" : site
        try stage.vault(
            "add", title, "username=maria", "website=\(address)", "--secret", "password", input: password + "\n")
    }

    private func opened(_ prepare: (Stage) throws -> Void) throws -> VaultWindow {
        let window = try VaultWindow(settings: ["autoLock": 0], prepare: prepare)
        try window.unlock()
        return window
    }

    private func showHealth(_ window: VaultWindow) throws {
        try window.app.focus("Main menu")
        try window.app.find("menu item", "Health").press()
    }

    private func close(_ window: VaultWindow) throws {
        try window.app.takeKeys()
        try window.app.desktop.press("Escape")
    }

    private func open(_ row: String, _ window: VaultWindow) throws {
        let frame = try window.app.find("list item", row).frame
        try window.app.click(frame.x + frame.width / 2, frame.y + frame.height / 2)
    }

    @Test func weakAndReusedPasswordsAreListedAndLeadToTheItem() throws {
        let window = try opened { stage in
            try Self.add("Bank", "password1", stage)
            try Self.add("Shop", "password1", stage)
            try Self.add("Forum", Self.strong, stage)
        }
        // Another list than that of the item.
        try open("Favourites, 0", window)
        _ = try window.app.find("label", "No Favourites")
        try showHealth(window)
        _ = try window.app.find("label", "Findings: 4")
        for row in [
            "Bank, The same password as “Shop”", "Shop, The same password as “Bank”", "Bank, The password is very weak",
            "Shop, The password is very weak",
        ] { _ = try window.app.find("list item", row) }
        #expect(!window.app.everythingSaid.contains("password1"))
        #expect(window.app.look("list item", where: { $0.name.hasPrefix("Forum, The") }) == nil)
        #expect(window.app.unnamed == [])
        try open("Shop, The same password as “Bank”", window)
        try window.app.waitUntilGone("label", "Findings: 4")
        _ = try window.app.find("list item", "Shop, maria")
        _ = try window.app.find("label", "https://shop.example")
        _ = try window.app.find("label", "The same password as “Bank”")
        _ = try window.app.find("label", "The password is very weak")
        _ = try window.app.find("label", "Have a new password generated.")
    }

    @Test func theBannerIsThereBeforeAReportAndGoesAfterAChange() throws {
        let window = try opened { stage in try Self.add("Bank", "password1", stage) }
        try window.select("Bank")
        _ = try window.app.find("label", "The password is very weak")
        try window.app.press("Edit")
        try window.app.type(Self.strong, into: "password")
        try window.app.press("Save")
        _ = try window.app.find("push button", "Edit")
        try window.app.waitUntilGone("label", "The password is very weak")
        #expect(try window.stored("Bank", "password") == Self.strong)
        try showHealth(window)
        _ = try window.app.find("label", "Nothing to change")
        #expect(window.app.unnamed == [])
    }

    @Test func theOtherItemsBannerNamesNoItemThatHasChangedSince() throws {
        let window = try opened { stage in
            try Self.add("Bank", Self.strong, stage, site: "http://bank.example")
            try Self.add("Shop", Self.strong, stage)
        }
        try window.select("Shop")
        _ = try window.app.find("push button", "Edit")
        try showHealth(window)
        _ = try window.app.find("label", "Findings: 3")
        try close(window)
        // The report came while the item was shown.
        _ = try window.app.find("label", "The same password as “Bank”")
        try window.app.press("Edit")
        try window.app.type(Self.strong + "-2", into: "password")
        try window.app.press("Save")
        try window.app.waitUntilGone("label", "The same password as “Bank”")
        try window.select("Bank")
        _ = try window.app.find("label", "The address has no encryption: http://bank.example")
        #expect(window.app.look("label", "The same password as “Shop”") == nil)
    }

    @Test func ignoredFindingsAreNotShown() throws {
        let window = try opened { stage in
            try Self.add("Bank", "password1", stage, site: "http://bank.example")
            try stage.vault("health", "--ignore", "Bank", "--kind", "weak")
        }
        try window.select("Bank")
        _ = try window.app.find("label", "The address has no encryption: http://bank.example")
        #expect(window.app.look("label", "The password is very weak") == nil)
        try showHealth(window)
        _ = try window.app.find("label", "Findings: 1")
        _ = try window.app.find("list item", "Bank, The address has no encryption: http://bank.example")
        #expect(window.app.look("list item", "Bank, The password is very weak") == nil)
    }

    @Test func aBackupThatFailedIsSaidAboveTheList() throws {
        let window = try opened { stage in
            try Self.add("Bank", Self.strong, stage)
            let directory = stage.home + "/backups"
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
            let program = stage.prefix + "/bin/chatelaine"
            // Without systemd it ends as well, with a line for cron.
            _ = try ChildProcess.run(
                [program, "backup", "--schedule", "daily", directory, "--password-stdin"], variables: stage.variables,
                input: "a password of the backups\n")
            try FileManager.default.removeItem(atPath: directory)
            let (_, status) = try ChildProcess.run([program, "backup", "--scheduled"], variables: stage.variables)
            #expect(status != 0)
        }
        _ = try window.app.find(
            "label", where: { $0.name.hasPrefix("The backup failed") && $0.name.contains("is not there") })
        #expect(window.app.unnamed == [])
    }

    @Test func aLockClosesTheWindow() throws {
        let session = try FakeSession()
        let window = try opened { stage in try Self.add("Bank", "password1", stage) }
        try showHealth(window)
        _ = try window.app.find("label", "Findings: 1")
        session.lockScreen()
        _ = try window.app.find(nil, "Master password")
        #expect(!window.app.everythingSaid.contains("The password is very weak"))
    }
}
