import AppTesting
import Foundation
import KeychainServices
import PasswordVault
import Secrets
import Testing

/// Lists, categories and what they say when there is nothing.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct ListTests {
    /// Far more items than rows.
    private static func fill(_ stage: Stage) throws {
        let root = KeychainRoot(path: stage.home + "/keychains/data")
        let vault = try VaultDirectory(root: root).vault(named: "personal")
        try vault.unlock(SecretBytes(copying: Stage.password.utf8))
        try vault.add(
            contentsOf: (0..<10_000).map { number in
                var item = VaultItem(.login, title: "Login \(10_000 + number)")
                item["username"] = .text("user\(number)")
                return item
            })
        vault.close()
    }

    @Test func tenThousandLoginsTakeFewRowsWhileTheyAreScrolled() throws {
        let window = try VaultWindow(settings: ["autoLock": 0], prepare: Self.fill)
        try window.unlock()
        _ = try window.app.find("list item", "Login 10000, user0")
        _ = try window.app.find("list item", "All Items, 10000")
        func rows() throws -> Int {
            try window.app.find(nil, "Items").all.count { $0.role == "list item" }
        }
        #expect(try rows() < 300)
        try window.app.desktop.press("Down")
        for _ in 0..<20 { try window.app.desktop.press("Page_Down") }
        #expect(try rows() < 300)
        try window.app.desktop.press("End")
        _ = try window.app.find("list item", "Login 19999, user9999")
        #expect(try rows() < 300)
        try window.app.desktop.press("ctrl+f")
        try window.app.desktop.type("12345")
        _ = try window.app.find("list item", "Login 12345, user2345")
        #expect(try rows() < 300)
    }

    @Test func anEmptyVaultOffersANewLogin() throws {
        let window = try VaultWindow(settings: ["autoLock": 0])
        try window.unlock()
        _ = try window.app.find("label", "No Items Yet")
        try window.app.press("New Login")
        try window.app.enter("Forge", into: "Title")
        try window.app.press("Save")
        _ = try window.app.find("list item", "Forge, Login")
    }

    @Test func categoriesAndTagsHaveCountsAndArchiveAndTrashTheirOwnItems() throws {
        let window = try VaultWindow(settings: ["autoLock": 0]) { stage in
            try stage.vault("add", "One", "username=a", "tag=work", "--no-secret")
            try stage.vault("add", "Two", "username=b", "tag=work", "--no-secret")
            try stage.vault("add", "Three", "username=c", "--no-secret")
            try stage.vault("archive", "Three")
        }
        try window.unlock()
        for name in ["All Items, 2", "Logins, 2", "work, 2", "Archive, 1", "Trash, 0"] {
            _ = try window.app.find("list item", name)
        }
        func open(_ name: String) throws {
            let frame = try window.app.find("list item", name).frame
            try window.app.click(frame.x + frame.width / 2, frame.y + frame.height / 2)
        }
        try open("Archive, 1")
        _ = try window.app.find("list item", "Three, c")
        try open("Trash, 0")
        _ = try window.app.find("label", "The Trash Is Empty")
        try window.app.press("Show All Items")
        _ = try window.app.find("list item", "One, a")
    }
}
