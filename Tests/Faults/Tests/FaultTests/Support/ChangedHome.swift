import FaultModel
import Foundation
import GRDB
import PasswordVault
import Secrets

@testable import DataProtection
@testable import KeyManagement
@testable import KeychainServices

/// The home of a ``FileChange``: how it is before, and whether it is as before or as after.
struct ChangedHome {
    enum State: Hashable { case before, after, neither(String) }

    let change: FileChange
    /// The recovery key that counts before, and the one that is used or confirmed.
    let keys: (old: String, new: String)

    init(_ change: FileChange) throws {
        self.change = change
        let isVault = change == .recoverVault || change == .confirmVaultKey
        func make() -> String {
            Self.text(isVault ? Vault.newRecoveryKey() : SecretBytes(random: 20).hexadecimalGroups())
        }
        keys = (make(), make())
    }

    /// The key that the helper is given.
    var key: String { change == .confirmVaultKey || change == .confirmKeychainKey ? keys.new : keys.old }

    private static func text(_ secret: borrowing SecretBytes) -> String {
        secret.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }

    private func vaults(_ root: String) -> VaultDirectory {
        VaultDirectory(root: KeychainRoot(path: root), passwordCost: .cheapForTests)
    }

    private func keychainKey(_ text: String) -> SecretBytes {
        SecretBytes(hexadecimal: passcode(text), count: KeychainRecovery.keySize) ?? SecretBytes(zeros: 20)
    }

    // MARK: - Before

    func make(_ root: String) throws {
        if change != .createFirstVault {
            let other = try vaults(root).create(FileChange.other, password: passcode(FileChange.old))
            other.close()
        }
        switch change {
        case .createFirstVault: try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
        case .createVault: break
        case .recoverVault, .confirmVaultKey: try makeVault(root)
        default: try makeKeychain(root)
        }
    }

    private func makeVault(_ root: String) throws {
        let vault = try vaults(root).create(FileChange.name, password: passcode(FileChange.old))
        _ = try vault.save(VaultItem(.login, title: FileChange.name))
        try vault.confirmRecoveryKey(passcode(keys.old))
        vault.close()
    }

    private func makeKeychain(_ root: String) throws {
        let keychain = try openFresh(root)
        try keychain.add(FileChange.name, FileChange.text)
        if change == .recoverKeychain { try keychain.setPasscode(passcode(FileChange.old)) }
        try keychain.confirmRecoveryKey(keychainKey(keys.old))
        keychain.close()
        if change == .repair {
            try DatabaseQueue(path: keychainPath(root)).write { try $0.execute(sql: "DELETE FROM search") }
        }
        if change == .protect {
            try Data(FileChange.text.utf8).write(to: URL(fileURLWithPath: root + "/" + FileChange.file))
        }
    }

    // MARK: - Afterwards

    /// The vault that the change has nothing to do with is named, and opens.
    func otherOpens(_ root: String) throws -> Bool {
        guard change != .createFirstVault else { return true }
        guard vaults(root).names().contains(FileChange.other) else { return false }
        let vault = try vaults(root).vault(named: FileChange.other)
        defer { vault.close() }
        _ = try vault.passwordDerivation()
        try vault.unlock(passcode(FileChange.old))
        return try vault.overviews().isEmpty
    }

    /// What a process has left, looked at in a copy.
    func state(_ root: String) throws -> State {
        let copy = root + "-copy"
        try FileManager.default.copyItem(atPath: root, toPath: copy)
        defer { try? FileManager.default.removeItem(atPath: copy) }
        switch change {
        case .createFirstVault, .createVault: return try stateOfNewVault(copy)
        case .recoverVault:
            return try oneOf {
                try unlocks(copy, FileChange.old)
            } or: {
                try unlocks(copy, FileChange.new)
            }
        case .confirmVaultKey: return try stateOfKey(root) { try recoversVault($0, $1) }
        case .confirmKeychainKey: return try stateOfKey(root) { try recoversKeychain($0, $1) }
        case .setPasscode:
            return try oneOf {
                try passcodeState(copy) == .noPasscode
            } or: {
                try openFresh(copy).verify(passcode: passcode(FileChange.new))
            }
        case .recoverKeychain:
            return try oneOf {
                try openFresh(copy).verify(passcode: passcode(FileChange.old))
            } or: {
                try passcodeState(copy) == .noPasscode && openFresh(copy).secret(FileChange.name) == FileChange.text
            }
        case .repair:
            return try openFresh(copy).secret(FileChange.name) == FileChange.text ? .after : .before
        case .erase:
            let secret = try openFresh(copy).secret(FileChange.name)
            return secret == nil ? .after : secret == FileChange.text ? .before : .neither("another secret")
        case .protect: return try stateOfFile(copy)
        }
    }

    private func oneOf(_ before: () throws -> Bool, or after: () throws -> Bool) throws -> State {
        switch (try before(), try after()) {
        case (true, false): .before
        case (false, true): .after
        case let both: .neither("before: \(both.0), after: \(both.1)")
        }
    }

    private func stateOfNewVault(_ root: String) throws -> State {
        guard vaults(root).names().contains(FileChange.name) else { return .before }
        let vault = try vaults(root).vault(named: FileChange.name)
        defer { vault.close() }
        try vault.unlock(passcode(FileChange.new))
        return try vault.overviews().isEmpty ? .after : .neither("a new vault with items")
    }

    private func unlocks(_ root: String, _ password: String) throws -> Bool {
        let vault = try vaults(root).vault(named: FileChange.name)
        defer { vault.close() }
        do throws(KeychainError) {
            try vault.unlock(passcode(password))
        } catch {
            guard error.code == .authenticationFailed else { throw error }
            return false
        }
        return try vault.overviews().map(\.title) == [FileChange.name]
    }

    private func stateOfKey(_ root: String, _ opens: (_ root: String, _ key: String) throws -> Bool) throws -> State {
        try oneOf {
            try inCopy(root) { try opens($0, keys.old) }
        } or: {
            try inCopy(root) { try opens($0, keys.new) }
        }
    }

    /// A recovery changes the files: each looks at a copy of its own.
    private func inCopy(_ root: String, _ body: (String) throws -> Bool) throws -> Bool {
        let copy = root + "-recovered-\(UUID().uuidString)"
        try FileManager.default.copyItem(atPath: root, toPath: copy)
        defer { try? FileManager.default.removeItem(atPath: copy) }
        do {
            return try body(copy)
        } catch let error as KeychainError where error.code == .authenticationFailed {
            return false
        }
    }

    private func recoversVault(_ root: String, _ key: String) throws -> Bool {
        let vault = try vaults(root).recover(
            FileChange.name, recoveryKey: passcode(key), newPassword: passcode("recovered"))
        defer { vault.close() }
        return try vault.overviews().map(\.title) == [FileChange.name]
    }

    private func recoversKeychain(_ root: String, _ key: String) throws -> Bool {
        try KeychainRecovery.recover(KeychainRoot(path: root), recoveryKey: keychainKey(key))
        return try openFresh(root).secret(FileChange.name) == FileChange.text
    }

    private func passcodeState(_ root: String) throws -> LockState { try openFresh(root).lockState() }

    private func stateOfFile(_ root: String) throws -> State {
        let path = root + "/" + FileChange.file
        if let plain = FileManager.default.contents(atPath: path), plain == Data(FileChange.text.utf8) {
            return .before
        }
        try ProtectedFile.unprotect(path, keys: openFresh(root)) { _, _ throws(ProtectedFileError) in }
        let text = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
        return text == FileChange.text ? .after : .neither("a file with other content")
    }
}
