import FaultModel
import Foundation
import KeychainServices
import PasswordVault
import Secrets
import TestSupport
import Testing

@testable import KeyManagement

/// A process that is killed while it renames a vault, deletes it or brings it back, or finds the disk full, has done all of it or
/// nothing, and loses nothing.
@Suite(.serialized) struct VaultChangeTests {
    private static let secret = Secret("correct horse battery")
    private static let item: VaultItem = {
        var item = VaultItem(.login, title: "Bank")
        item["password"] = .secret(secret)
        return item
    }()

    @Test(arguments: VaultChange.allCases, ChangeFault.allCases)
    func anEndAtAnyCallLeavesTheVaultComplete(change: VaultChange, fault: ChangeFault) throws {
        let directory = try TemporaryDirectory()
        try makeVault(directory("start"), change)
        let calls = try numberOfCalls(change, fault, directory)
        #expect(calls > 1)
        var found: [VaultChange.State: Int] = [:]
        for at in Rounds.positions(1..<calls + 1, "\(change), \(fault)") {
            let root = directory("root-\(at)")
            try FileManager.default.copyItem(atPath: directory("start"), toPath: root)
            let isDone = try fault.run(
                arguments(change, root), at: at, root, directory, "\(change), \(fault), call \(at)")
            let state = try state(after: fault, at: at, root, change)
            #expect(!isDone || state == change.after, "\(change), \(fault), call \(at)")
            found[state, default: 0] += 1
        }
        print(
            "\(change), \(fault): \(found[change.before] ?? 0) before the change, \(found[change.after] ?? 0) after it")
    }

    private func vaults(_ root: String) -> VaultDirectory {
        VaultDirectory(root: KeychainRoot(path: root), passwordCost: .cheapForTests)
    }

    private func makeVault(_ root: String, _ change: VaultChange) throws {
        let vault = try vaults(root).create(VaultChange.name, password: passcode("master password"))
        _ = try vault.save(Self.item)
        vault.close()
        if change == .undelete { try vaults(root).delete(VaultChange.name) }
    }

    /// The number of calls that can fail so, while none does.
    private func numberOfCalls(
        _ change: VaultChange, _ fault: ChangeFault, _ directory: TemporaryDirectory
    ) throws -> Int {
        let root = directory("root-0")
        try FileManager.default.copyItem(atPath: directory("start"), toPath: root)
        #expect(try fault.run(arguments(change, root), at: 0, root, directory, "\(change), no call"))
        #expect(stateOfVaults(root) == change.after)
        return try ChangeFault.numberOfCalls(directory)
    }

    private func arguments(_ change: VaultChange, _ root: String) -> [String] {
        ["change-vault", root, change.rawValue]
    }

    private func stateOfVaults(_ root: String) -> VaultChange.State {
        VaultChange.State(names: vaults(root).names(), copies: vaults(root).deletedVaults().map(\.name))
    }

    /// The state that the process has left, with all that is in the vault, which can be changed again.
    private func state(
        after fault: ChangeFault, at call: Int, _ root: String, _ change: VaultChange
    ) throws -> VaultChange.State {
        let state = stateOfVaults(root)
        #expect(state == change.before || state == change.after, "\(change), \(fault), call \(call): \(state)")
        if let name = state.names.first ?? state.copies.first {
            if state.names.isEmpty { try vaults(root).undelete(name) }
            let vault = try vaults(root).vault(named: name)
            try vault.unlock(passcode("master password"))
            #expect(try vault.item(Self.item.id).secret("password") == Self.secret, "\(change), \(fault), call \(call)")
            vault.close()
            try vaults(root).rename(name, to: "another")
        }
        // What is left of the vault under its old name does not get into a new one.
        let new = try vaults(root).create(VaultChange.name, password: passcode("new password"))
        #expect(try new.overviews().isEmpty, "\(change), \(fault), call \(call)")
        new.close()
        return state
    }
}
