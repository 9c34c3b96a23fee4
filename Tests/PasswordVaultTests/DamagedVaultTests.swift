import Foundation
import KeychainServices
import Secrets
import TestSupport
import Testing

@testable import PasswordVault

/// One flipped bit in a vault's file: what lists say of it, and what is brought back.
@Suite struct DamagedVaultTests {
    /// The rows in the order in which they are made: the header, the items, the page of the index.
    enum Row: CaseIterable {
        case header, item, page
    }

    private static let titles = ["Bank", "Shop"]

    private func path(_ sample: VaultSample) -> String { sample.root.keychainPath(named: "vault.personal") }

    /// Makes a vault with two items, and flips a bit while nothing has it open.
    private func damage(_ row: Row, in sample: VaultSample) throws -> [VaultItem] {
        let vault = try sample.createHere()
        let items = try vault.add(contentsOf: Self.titles.map { .login($0) })
        vault.lock()
        vault.close()
        var file = try DamagedKeychain(path(sample))
        try #require(file.count == 4)
        switch row {
        case .header: try file.flipBit(ofItem: 0)
        case .item: try file.flipBit(ofItem: 1)
        case .page: try file.flipBit(ofItem: 3)
        }
        return items
    }

    private func unlocked(_ sample: VaultSample) throws -> Vault {
        let vault = try sample.directory.vault(named: "personal")
        try vault.unlock(sample.password())
        return vault
    }

    /// The kinds of what has to be fixed.
    private func kinds(_ sample: VaultSample) throws -> [Diagnosis.Kind] {
        var diagnosis = try Doctor(root: sample.root, name: "vault.personal", passcode: sample.password()).examine()
        let inside = try VaultDoctor(root: sample.root, name: "personal", password: sample.password())
        defer { inside.close() }
        try inside.examine(&diagnosis)
        return diagnosis.findings.filter { $0.severity != .note }.map(\.kind)
    }

    private func repair(_ sample: VaultSample) throws -> [String] {
        var diagnosis = try Doctor(root: sample.root, name: "vault.personal", passcode: sample.password()).repair()
        let inside = try VaultDoctor(root: sample.root, name: "personal", password: sample.password())
        defer { inside.close() }
        try inside.repair(&diagnosis)
        return diagnosis.repairs
    }

    @Test func aListThatLacksItemsSaysSo() throws {
        let sample = try VaultSample()
        let items = try damage(.page, in: sample)
        let vault = try unlocked(sample)
        #expect(try vault.overviews().isEmpty)
        #expect(try !vault.isComplete())
        // A new page in its place would hide the items of the damaged one for good.
        #expect(throws: KeychainError(.decode, "")) { try vault.save(.login("Post")) }
        #expect(throws: KeychainError(.decode, "")) { try vault.trash(items[0].id) }
        #expect(try vault.item(items[0].id).title == "Bank")
    }

    @Test func anAgentSaysSoAsWell() throws {
        let sample = try VaultSample(.agent)
        let vault = try sample.create()
        _ = try vault.add(contentsOf: [.login("Bank")])
        #expect(try vault.isComplete())
        try vault.lock()
        #expect(try vault.isComplete(), "nothing is known of a locked vault")
        // The agent has the file open, as an agent has; the rows are those of `damage(_:in:)`.
        let open =
            try Keychain(
                root: sample.root, name: "vault.personal", accessGroups: AccessGroups([VaultRows.group])
            ).service() as? LocalKeychain
        open?.close()
        var file = try DamagedKeychain(path(sample))
        try #require(file.count == 3)
        try file.flipBit(ofItem: 2)
        try vault.unlock(sample.password())
        #expect(try vault.overviews().isEmpty)
        #expect(try !vault.isComplete())
    }

    @Test func whatIsStillInTheFileIsBroughtBack() throws {
        let sample = try VaultSample()
        let items = try damage(.page, in: sample)
        #expect(try kinds(sample) == [.corruptItem, .vaultIndex])
        #expect(try repair(sample).contains { $0.contains("2 items back into the lists") })
        #expect(try kinds(sample).isEmpty)
        let vault = try unlocked(sample)
        #expect(try vault.overviews().map(\.id) == items.map(\.id))
        #expect(try vault.isComplete())
        _ = try vault.save(.login("Post"))
        #expect(try vault.overviews().map(\.title) == ["Bank", "Post", "Shop"])
    }

    @Test func aHeaderIsMadeAgain() throws {
        let sample = try VaultSample()
        _ = try damage(.header, in: sample)
        let error = #expect(throws: KeychainError.self) { try unlocked(sample) }
        #expect(error?.code == .decode && error?.reason.contains("the header of the vault") == true, "\(error as Any)")
        #expect(try kinds(sample) == [.corruptItem, .vaultIndex])
        _ = try repair(sample)
        #expect(try kinds(sample).isEmpty)
        let vault = try unlocked(sample)
        _ = try vault.save(.login("Post"))
        #expect(try vault.overviews().map(\.title) == ["Bank", "Post", "Shop"])
        #expect(try vault.isComplete())
    }

    @Test func aDamagedItemIsNamedAsOne() throws {
        let sample = try VaultSample()
        let items = try damage(.item, in: sample)
        let vault = try unlocked(sample)
        #expect(try vault.overviews().count == 2)
        #expect(throws: KeychainError(.decode, "")) { try vault.item(items[0].id) }
        vault.lock()
        vault.close()
        #expect(try kinds(sample) == [.corruptItem, .vaultIndex])
        #expect(try repair(sample).contains { $0.contains("1 items that are lost") })
        #expect(try kinds(sample).isEmpty)
        #expect(try unlocked(sample).overviews().map(\.title) == ["Shop"])
    }

    @Test func withoutTheMasterPasswordNothingIsSaidOfWhatIsInIt() throws {
        let sample = try VaultSample()
        _ = try damage(.page, in: sample)
        let found = try Doctor(root: sample.root, name: "vault.personal").examine()
        #expect(found.isHealthy && found.lockedItems == 4)
        #expect(throws: KeychainError(.authenticationFailed, "")) {
            try VaultDoctor(root: sample.root, name: "personal", password: sample.password("wrong"))
        }
    }
}
