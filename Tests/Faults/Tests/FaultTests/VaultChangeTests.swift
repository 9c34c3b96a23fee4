import FaultModel
import Foundation
import KeychainServices
import PasswordVault
import Secrets
import TestSupport
import Testing

@testable import KeyManagement

/// A process that is killed while it renames a vault, deletes it or brings it back has done all of it or nothing, and loses nothing.
@Suite(.serialized) struct VaultChangeTests {
    private static let secret = Secret("correct horse battery")
    private static let item: VaultItem = {
        var item = VaultItem(.login, title: "Bank")
        item["password"] = .secret(secret)
        return item
    }()

    @Test(arguments: VaultChange.allCases) func aKillAtAnyCallLeavesTheVaultComplete(change: VaultChange) throws {
        let directory = try TemporaryDirectory()
        try makeVault(directory("start"), change)
        let calls = try numberOfCalls(change, directory)
        #expect(calls > 3)
        var found: [VaultChange.State: Int] = [:]
        for at in Rounds.positions(1..<calls + 1, "\(change)") {
            let root = directory("root-\(at)")
            try FileManager.default.copyItem(atPath: directory("start"), toPath: root)
            let result = try run(change, at: at, root, directory)
            #expect(result.exitCode == 128 + SIGKILL && result.lines.isEmpty, "call \(at): \(result)")
            found[try state(afterKillAt: at, root, change), default: 0] += 1
        }
        print("\(change): \(found[change.before] ?? 0) kills before the change, \(found[change.after] ?? 0) after it")
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

    /// The number of calls that change something, while none fails.
    private func numberOfCalls(_ change: VaultChange, _ directory: TemporaryDirectory) throws -> Int {
        let root = directory("root-0")
        try FileManager.default.copyItem(atPath: directory("start"), toPath: root)
        let result = try run(change, at: 0, root, directory)
        #expect(result.lines == ["done"])
        #expect(stateOfVaults(root) == change.after)
        let text = try String(contentsOfFile: directory("count"), encoding: .utf8)
        return try #require(Int(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    }

    private func run(_ change: VaultChange, at call: Int, _ root: String, _ directory: TemporaryDirectory) throws
        -> (lines: [String], exitCode: Int32)
    {
        try Helper.run(
            ["change-vault", root, change.rawValue],
            environment: [
                "LD_PRELOAD": BuiltPrograms.path("libFaultShim.so"), "FAULT_KIND": "KILL", "FAULT_AT": "\(call)",
                "FAULT_DIRECTORY": root, "FAULT_COUNT": directory("count"),
            ])
    }

    private func stateOfVaults(_ root: String) -> VaultChange.State {
        VaultChange.State(names: vaults(root).names(), copies: vaults(root).deletedVaults().map(\.name))
    }

    /// The state that a killed process has left, with all that is in the vault, which can be changed again.
    private func state(afterKillAt call: Int, _ root: String, _ change: VaultChange) throws -> VaultChange.State {
        let state = stateOfVaults(root)
        #expect(state == change.before || state == change.after, "\(change), call \(call): \(state)")
        if let name = state.names.first ?? state.copies.first {
            if state.names.isEmpty { try vaults(root).undelete(name) }
            let vault = try vaults(root).vault(named: name)
            try vault.unlock(passcode("master password"))
            #expect(try vault.item(Self.item.id).secret("password") == Self.secret, "\(change), call \(call)")
            vault.close()
            try vaults(root).rename(name, to: "another")
        }
        // What is left of the vault under its old name does not get into a new one.
        let new = try vaults(root).create(VaultChange.name, password: passcode("new password"))
        #expect(try new.overviews().isEmpty, "\(change), call \(call)")
        new.close()
        return state
    }
}
