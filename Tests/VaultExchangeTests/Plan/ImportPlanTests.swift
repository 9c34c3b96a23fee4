import Foundation
import KeychainServices
import PasswordVault
import Secrets
import TestSupport
import Testing

@testable import VaultExchange

/// The outcome of an import for each item, and what is stored.
@Suite struct ImportPlanTests {
    private let vault: Vault
    private let directory: TemporaryDirectory
    private static let day = 86_400.0

    init() throws {
        directory = try TemporaryDirectory()
        vault = try VaultDirectory(root: KeychainRoot(path: directory.path), passwordCost: .cheapForTests)
            .create("personal", password: SecretBytes(copying: Array("correct horse".utf8)))
    }

    private static func imported(
        _ title: String = "Bank", password: String = "one", username: String = "maria", changed: Date? = nil,
        notes: String? = nil, folder: [String] = [], files: [ImportedAttachment] = []
    ) -> ImportedItem {
        var item = VaultItem(.login, title: title)
        item["username"] = .text(username)
        item["password"] = .secret(Secret(password))
        item.websites = [SavedWebsite("https://bank.example/login")]
        item.notes = notes.map { Secret($0) }
        var imported = ImportedItem(item, position: "line 2")
        (imported.changed, imported.folder, imported.attachments) = (changed, folder, files)
        return imported
    }

    private func plan(_ items: ImportedItem..., folders: FolderUse = .tags) throws -> ImportPlan {
        try ImportPlan(ImportedContent(items: items), for: vault, folders: folders)
    }

    private func only() throws -> VaultItem {
        let items = try vault.overviews(VaultFilter(place: nil))
        try #require(items.count == 1)
        return try vault.item(items[0].id)
    }

    @Test func secondImportOfTheSameFileChangesNothing() throws {
        let file = ImportedAttachment(name: "a.txt", content: AttachmentBytes(Data("a".utf8)))
        let changed = Date(timeIntervalSince1970: 1_650_000_000)
        try plan(Self.imported(changed: changed, notes: "n", folder: ["Work", "Banks"], files: [file])).store(in: vault)
        let first = try only()
        #expect(first.tags == ["Work/Banks"])
        #expect(first.changed == changed)
        #expect(first.attachments.map(\.name) == ["a.txt"])
        let again = try plan(Self.imported(changed: changed, notes: "n", folder: ["Work", "Banks"], files: [file]))
        #expect(again.entries.map(\.fate) == [.same])
        #expect(try again.store(in: vault) == 0)
        #expect(try only() == first)
    }

    @Test func newerItemReplacesValuesAndKeepsTheFormerOnes() throws {
        let changed = Date(timeIntervalSince1970: 1_650_000_000)
        try plan(Self.imported(changed: changed)).store(in: vault)
        let newer = try plan(Self.imported(password: "two", changed: changed + Self.day))
        #expect(newer.entries.map(\.fate) == [.newer])
        try newer.store(in: vault)
        let item = try only()
        #expect(item.secret("password") == Secret("two"))
        #expect(item.history.map(\.secret) == [Secret("one")])
        #expect(try plan(Self.imported(password: "two", changed: changed + Self.day)).entries.map(\.fate) == [.same])
        // The older file brings nothing that is not known.
        #expect(try plan(Self.imported(changed: changed)).entries.map(\.fate) == [.same])
    }

    @Test func olderAndUndatedItemsAreKeptAsHistory() throws {
        try plan(Self.imported()).store(in: vault)
        let conflict = try plan(Self.imported(password: "two", notes: "added"))
        #expect(conflict.entries.map(\.fate) == [.conflict])
        try conflict.store(in: vault)
        let item = try only()
        #expect(item.secret("password") == Secret("one"))
        #expect(item.history.map(\.secret) == [Secret("two")])
        // A value that the vault lacks is no conflict.
        #expect(item.notes == Secret("added"))
        #expect(try plan(Self.imported(password: "two", notes: "added")).entries.map(\.fate) == [.same])
    }

    @Test func sameAccountUnderAnotherTitleIsRecognisedByItsPassword() throws {
        try plan(Self.imported()).store(in: vault)
        #expect(try plan(Self.imported("bank.example")).entries.map(\.fate) == [.same])
        // Another password may be another account's: nothing is mixed.
        #expect(try plan(Self.imported("bank.example", password: "two")).entries.map(\.fate) == [.new])
    }

    @Test func repetitionInAFileIsStoredOnceAndDifferentOnesAreKept() throws {
        let plan = try plan(Self.imported(), Self.imported(), Self.imported(password: "two"))
        #expect(plan.entries.map(\.fate) == [.new, .same, .new])
        try plan.store(in: vault)
        #expect(try vault.count() == 2)
        let again = try self.plan(Self.imported(), Self.imported(), Self.imported(password: "two"))
        #expect(again.entries.allSatisfy { $0.fate == .same })
    }

    @Test func itemInTheTrashDoesNotComeBackByTheSameFile() throws {
        try plan(Self.imported()).store(in: vault)
        try vault.trash(only().id)
        #expect(try plan(Self.imported()).entries.map(\.fate) == [.same])
        #expect(try plan(Self.imported(password: "two")).entries.map(\.fate) == [.new])
    }

    @Test func failureLeavesTheVaultAsItWas() throws {
        struct Broken: AttachmentContent {
            let size = 10
            func read(_ body: (Data) throws -> Void) throws { throw ExchangeError(.damaged, "broken") }
        }
        let plan = try plan(
            Self.imported("1"), Self.imported("2", files: [ImportedAttachment(name: "x", content: Broken())]))
        #expect(throws: ExchangeError(.damaged, "broken")) { try plan.store(in: vault) }
        #expect(try vault.count() == 0)
    }

    @Test func archiveAndTrashOfTheFileStayThat() throws {
        var (archived, trashed) = (Self.imported("1"), Self.imported("2"))
        archived.isArchived = true
        trashed.isTrashed = true
        try plan(archived, trashed).store(in: vault)
        #expect(try vault.overviews(VaultFilter(place: .archive)).map(\.title) == ["1"])
        #expect(try vault.overviews(VaultFilter(place: .trash)).map(\.title) == ["2"])
    }
}
