import Foundation
import KeyManagement
import Secrets

/// Opens a keychain whose device key or passcode is lost, with its recovery key.
public enum KeychainRecovery {
    /// Bytes of a recovery key.
    public static let keySize = 20

    /// Ties the keychain under a root to the device key there, made if there is none. It has no passcode then. What was stored
    /// for the old device only stays locked for ever.
    ///
    /// If it is interrupted, it can be done again.
    ///
    /// - Parameters:
    ///   - root: where the keychain is, with or without a device key.
    ///   - name: the file's name, without its ending.
    ///   - recoveryKey: what ``Keychain/makeRecoveryKey()`` gave.
    /// - Throws: `.authenticationFailed` if it is not the keychain's recovery key, or there is none; `.noSuchKeychain`;
    ///   `.notAvailable` if the files cannot be read or written.
    public static func recover(
        _ root: KeychainRoot, name: String = "default", recoveryKey: borrowing SecretBytes
    ) throws(KeychainError) {
        let file = KeychainFile(root: root, name: name)
        guard FileManager.default.fileExists(atPath: file.path) else {
            throw KeychainError(
                .noSuchKeychain, "there is no keychain at “\(file.path)”", remedy: "copy the one to recover there first"
            )
        }
        let recoveryKey = recoveryKey.copy()
        try translatingErrors {
            try FileLock(path: root.lockPath).whileHolding(patience: Connections.patience) {
                let connections = try Connections(path: file.path, patience: Connections.patience)
                defer { connections.close() }
                let keybag = try connections.read { context in
                    try context.inTransaction(.deferred) {
                        try Schema.check(context.db)
                        return try KeybagTable.load(context.db)
                    }
                }
                // Nothing is made before the recovery key is known to be the right one.
                _ = try KeySet.recovering(keybag, recoveryKey: recoveryKey, deviceKey: .makeRandom())
                let deviceKey = try file.readDeviceKey() ?? file.makeDeviceKey(forKeychainsThatExist: true)
                let keys = try KeySet.recovering(keybag, recoveryKey: recoveryKey, deviceKey: deviceKey)
                try connections.write { context in
                    try context.inTransaction(.immediate) {
                        guard try KeybagTable.generation(context.db).generation == keybag.generation else {
                            throw KeychainError(
                                .notAvailable, "another program changed the keychain meanwhile", remedy: "try again")
                        }
                        try KeybagTable.store(keys.keybag, in: context.db)
                    }
                    try context.checkpoint(truncating: true)
                }
            }
        }
    }
}
