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
    /// The file alone is enough, if it was copied while no program wrote to it. It may come from another machine, whether or not there are
    /// other keychains under the root. An interrupted recovery can be repeated.
    ///
    /// - Parameters:
    ///   - root: the location of the keychain, with or without a device key.
    ///   - name: the file's name, without its extension.
    ///   - recoveryKey: the result of ``Keychain/makeRecoveryKey()``.
    ///   - acceptingDamage: whether to recover what is readable of a damaged file.
    /// - Returns: what is lost.
    /// - Throws: `.authenticationFailed` if it is not the keychain's recovery key, or there is none; `.noSuchKeychain`;
    ///   `.notAvailable` if the files cannot be read or written, or if the file is damaged, as a copy may be that was made while a program
    ///   wrote. Nothing has changed then.
    @discardableResult
    public static func recover(
        _ root: KeychainRoot, name: String = "default", recoveryKey: borrowing SecretBytes,
        acceptingDamage: Bool = false
    ) throws(KeychainError) -> Outcome {
        try recover(root, name: name, recoveryKey: recoveryKey) { (examination, _) throws(KeychainError) in
            if !acceptingDamage { try examination.refuseDamage() }
        } changing: { keys throws(KeyError) in
            keys
        }.outcome
    }

    /// Recovers a vault.
    ///
    /// - Parameters:
    ///   - actsForAgent: whether this is the agent: others may not recover one that an agent on this machine has, unless it is damaged.
    ///   - change: makes the keys that are stored from the recovered ones. They are stored in one step: no other process ever finds the
    ///     vault without what `change` adds to it, such as a master password.
    /// - Returns: the state of locking, for unlocking it; nil if it was locked meanwhile, and is to stay so.
    /// - Throws: as ``recover(_:name:recoveryKey:acceptingDamage:)``; `.notAvailable` also if the key of its items is damaged.
    package static func recoverVault(
        _ root: KeychainRoot, name: String, recoveryKey: borrowing SecretBytes, acceptingDamage: Bool,
        actsForAgent: Bool, changing change: (KeySet) throws(KeyError) -> KeySet
    ) throws(KeychainError) -> LockEpoch? {
        try recover(root, name: name, recoveryKey: recoveryKey) {
            (examination, isOfThisDevice) throws(KeychainError) in
            // An agent refuses to recover a damaged one, and says to end it first: then nothing else would.
            guard actsForAgent || acceptingDamage || !isOfThisDevice || !examination.isManaged else {
                throw .belongsToAgent
            }
            guard examination.outcome.lostItems == 0 || acceptingDamage else {
                throw .damagedBeforeRecovery("the key of \(examination.outcome.lostItems) items")
            }
            if !acceptingDamage { try examination.refuseDamage() }
        } changing: { keys throws(KeyError) in
            try change(keys)
        }.epoch
    }

    private static func recover(
        _ root: KeychainRoot, name: String, recoveryKey: borrowing SecretBytes,
        check: (RecoveryExamination, _ isOfThisDevice: Bool) throws(KeychainError) -> Void,
        changing change: (KeySet) throws(KeyError) -> KeySet
    ) throws(KeychainError) -> (outcome: Outcome, epoch: LockEpoch?) {
        let file = KeychainFile(root: root, name: name)
        guard FileManager.default.fileExists(atPath: file.path) else {
            throw KeychainError(
                .noSuchKeychain, "there is no keychain at “\(file.path)”",
                remedy: "first copy the keychain to recover to this path"
            )
        }
        let recoveryKey = recoveryKey.copy()
        let epoch = StoreRegistry.shared.openStore(file.path)?.lockEpoch ?? LockEpoch()
        return try translatingErrors {
            let outcome = try root.whileLocked { try recover(file, recoveryKey, check, change) }
            return (outcome, try StoreRegistry.shared.startOver(file.path, since: epoch))
        }
    }

    /// Called while holding the lock of the root.
    private static func recover(
        _ file: KeychainFile, _ recoveryKey: borrowing SecretBytes,
        _ check: (RecoveryExamination, _ isOfThisDevice: Bool) throws(KeychainError) -> Void,
        _ change: (KeySet) throws(KeyError) -> KeySet
    ) throws -> Outcome {
        // Those of a recovery that was interrupted.
        file.removeLeftovers()
        // A counter that an unknown device key has authenticated is not known.
        let counterKey = CommitCounterKey(try file.readDeviceKey() ?? .makeRandom())
        let connections = try Connections(
            path: file.path, lockTimeout: Connections.lockTimeout, counterKey: counterKey)
        defer { connections.close() }
        let examination = try connections.read { context in
            try context.inTransaction(.deferred) {
                try RecoveryExamination(context, recoveryKey: recoveryKey)
            }
        }
        let known = try file.readDeviceKey()
        // Nothing is written before the recovery key is known to be the right one.
        try check(examination, known?.id == examination.keybag.deviceKeyID)
        let deviceKey = try known ?? file.makeDeviceKey(forKeychainsThatExist: true)
        let keys = try change(
            KeySet.recovering(examination.keybag, recoveryKey: recoveryKey, deviceKey: deviceKey))
        connections.counter?.replaceKey(CommitCounterKey(deviceKey))
        try store(keys.keybag, inPlaceOf: examination.keybag, connections)
        return examination.outcome
    }

    private static func store(_ keybag: Keybag, inPlaceOf old: Keybag, _ connections: Connections) throws {
        try connections.write { context in
            try context.commit {
                guard try KeybagTable.generation(context.db).generation == old.generation else {
                    throw KeychainError(
                        .notAvailable, "another program changed the keychain meanwhile", remedy: "try again")
                }
                try KeybagTable.store(keybag, in: context.db)
                // The agent that had it is the old machine's.
                if keybag.deviceKeyID != old.deviceKeyID {
                    try context.db.execute(sql: "UPDATE keybag SET managed = 0")
                }
            }
            try context.checkpoint(truncating: true)
        }
    }
}

extension RecoveryExamination {
    fileprivate func refuseDamage() throws(KeychainError) {
        if let damage { throw .damagedBeforeRecovery(damage) }
    }
}

extension KeychainError {
    /// The error of a file that lacks something, before anything is changed.
    static func damagedBeforeRecovery(_ what: String) -> KeychainError {
        KeychainError(
            .notAvailable, "the file is damaged: \(what); nothing was changed",
            remedy: "copy it again while no program writes to it; if there is no other copy, recover what is left "
                + "with --damaged")
    }
}
