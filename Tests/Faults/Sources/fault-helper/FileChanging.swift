import FaultModel
import KeychainServices
import PasswordVault
import Secrets

@testable import DataProtection
@testable import KeyManagement
@testable import KeychainServices

/// Makes or replaces a file of the tests, then says so.
///
/// - Parameter key: the recovery key that is used or confirmed.
func changeFile(root path: String, change name: String, key text: String) throws {
    guard let change = FileChange(rawValue: name) else { fail("no such change") }
    let root = KeychainRoot(path: path)
    let vaults = VaultDirectory(root: root, passwordCost: .cheapForTests)
    switch change {
    case .createFirstVault, .createVault: _ = try vaults.create(FileChange.name, password: passcode(FileChange.new))
    case .recoverVault:
        _ = try vaults.recover(
            FileChange.name, recoveryKey: passcode(text), newPassword: passcode(FileChange.new))
    case .confirmVaultKey:
        let vault = try vaults.vault(named: FileChange.name)
        try vault.unlock(passcode(FileChange.old))
        try vault.confirmRecoveryKey(passcode(text))
    case .setPasscode: try open(path).setPasscode(passcode(FileChange.new))
    case .recoverKeychain: try KeychainRecovery.recover(root, recoveryKey: recoveryKey(text))
    case .confirmKeychainKey: try open(path).confirmRecoveryKey(recoveryKey(text))
    case .repair:
        _ = try Doctor(root: root).repair()
        // As the command does: a keychain that could not be repaired is not done.
        guard try Doctor(root: root).examine().isHealthy else { fail("there are problems left") }
    case .erase: try open(path).forAgent().erase()
    case .protect:
        try ProtectedFile.protect(path + "/" + FileChange.file, fileClass: .complete, keys: open(path)) {
            _, _ throws(ProtectedFileError) in
        }
    }
    say("done")
}

private func recoveryKey(_ text: String) -> SecretBytes {
    guard let key = SecretBytes(hexadecimal: passcode(text), count: KeychainRecovery.keySize) else {
        fail("not a recovery key")
    }
    return key
}
