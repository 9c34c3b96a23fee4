import Foundation
import KeyManagement
import Secrets

/// Recovery of a keychain whose device key or passcode is lost, with its recovery key.
public enum KeychainRecovery {
    /// The size of a recovery key in bytes.
    public static let keySize = 20

    /// The number of different bytes that a recovery key has at least. Of 10¹² random ones not one has fewer.
    private static let leastBytes = 10

    /// Whether a recovery key can be one that was made at random. People type it back: a made-up one could be guessed.
    static func isRandom(_ recoveryKey: borrowing SecretBytes) -> Bool {
        guard recoveryKey.count == keySize else { return false }
        return recoveryKey.withUnsafeBytes { Set($0).count } >= leastBytes
    }

    /// Binds the keychain under a root to the device key there, which is made if there is none. The keychain has no passcode
    /// then. Items that belonged to the old device only stay locked permanently.
    ///
    /// An interrupted recovery can be repeated.
    ///
    /// - Parameters:
    ///   - root: the location of the keychain, with or without a device key.
    ///   - name: the file's name, without its extension.
    ///   - recoveryKey: the result of ``Keychain/makeRecoveryKey()``.
    /// - Throws: `.authenticationFailed` if it is not the keychain's recovery key, or there is none; `.noSuchKeychain`;
    ///   `.notAvailable` if the files cannot be read or written.
    public static func recover(
        _ root: KeychainRoot, name: String = "default", recoveryKey: borrowing SecretBytes
    ) throws(KeychainError) {
        try recover(root, name: name, recoveryKey: recoveryKey) { keys throws(KeyError) in keys }
    }

    /// Recovers a keychain as ``recover(_:name:recoveryKey:)``.
    ///
    /// - Parameter change: makes the keys that are stored from the recovered ones. They are stored in one step: no other process ever finds
    ///   the keychain without what `change` adds to it, such as a passcode.
    package static func recover(
        _ root: KeychainRoot, name: String, recoveryKey: borrowing SecretBytes,
        changing change: (KeySet) throws(KeyError) -> KeySet
    ) throws(KeychainError) {
        let file = KeychainFile(root: root, name: name)
        guard FileManager.default.fileExists(atPath: file.path) else {
            throw KeychainError(
                .noSuchKeychain, "there is no keychain at “\(file.path)”",
                remedy: "first copy the keychain to recover to this path"
            )
        }
        let recoveryKey = recoveryKey.copy()
        try translatingErrors {
            try root.whileLocked {
                let connections = try Connections(path: file.path, lockTimeout: Connections.lockTimeout)
                defer { connections.close() }
                let keybag = try connections.read { context in
                    try context.inTransaction(.deferred) {
                        try Schema.check(context.db)
                        return try KeybagTable.load(context.db)
                    }
                }
                // Nothing is written before the recovery key is known to be the right one.
                _ = try KeySet.recovering(keybag, recoveryKey: recoveryKey, deviceKey: .makeRandom())
                let deviceKey = try file.readDeviceKey() ?? file.makeDeviceKey(forKeychainsThatExist: true)
                let keys = try change(KeySet.recovering(keybag, recoveryKey: recoveryKey, deviceKey: deviceKey))
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
            try StoreRegistry.shared.startOver(file.path)
        }
    }
}
