import KeyManagement
import Secrets

/// The recovery key's copies of the class keys, which look like random bytes without it.
extension Doctor {
    /// Adds for each protection class whether a recovery key opens it. Nothing is changed, and no device key is required.
    ///
    /// - Parameters:
    ///   - recoveryKey: the bytes of the recovery key.
    ///   - diagnosis: the findings of ``examine(progress:)``, to which those about the recovery key are added.
    /// - Throws: `.authenticationFailed` if it is not the keychain's recovery key, or there is none; `.noSuchKeychain`;
    ///   `.notAvailable` if a directory or a file belongs to another user, or a file is a link or no regular file.
    public func examine(
        recoveryKey: borrowing SecretBytes, _ diagnosis: inout Diagnosis
    ) throws(KeychainError) {
        try checkOwner()
        guard Self.mode(file.path) != nil else {
            throw KeychainError(.noSuchKeychain, "there is no keychain at “\(file.path)”")
        }
        let key = recoveryKey.copy()
        do {
            if let format = file.formatInHeader { try Schema.check(format: format) }
            let connection = try Connection.reading(file.path)
            defer { connection.close() }
            try connection.use { context in
                try context.inTransaction(.deferred) {
                    report(try RecoveryExamination(context, recoveryKey: key), to: &diagnosis)
                }
            }
        } catch KeyError.wrongPasscode {
            throw KeychainError(
                .authenticationFailed, "the recovery key opens nothing of the keychain",
                remedy: "use the latest one that counts; make another with: \(newKeyCommand)")
        } catch KeyError.damaged(let what) {
            // A repair does not know the recovery key, and leaves its copies of the keys as they are.
            diagnosis.add(.error, .recoveryKey, "the recovery key recovers nothing; damaged: \(what)", remedy: remedy)
        } catch {
            try add(error, to: &diagnosis)
        }
    }

    private func report(_ examination: RecoveryExamination, to diagnosis: inout Diagnosis) {
        for found in examination.classes {
            let subject = "the class “\(found.protection.code)” (items: \(found.items))"
            switch found.state {
            case .opens: diagnosis.add(.note, .recoveryKey, "the recovery key opens \(subject)")
            case .lost:
                diagnosis.add(
                    .error, .recoveryKey,
                    "the recovery key does not open \(subject): the key of the class is damaged or newer than the recovery key",
                    remedy: remedy)
            case .staysOnDevice:
                diagnosis.add(.note, .recoveryKey, "no recovery key opens \(subject): it stays on its device")
            }
        }
        if examination.outcome.hasLostFileKeys {
            diagnosis.add(
                .error, .recoveryKey, "a key of protected files is damaged: the recovery key does not open it",
                remedy: remedy)
        }
        if let damage = examination.damage {
            diagnosis.add(
                .error, .recoveryKey, "a recovery would refuse the file as damaged: \(damage)",
                remedy: "a recovery with --damaged brings back what is left")
        }
    }

    private var remedy: String {
        "as long as the keychain opens without it, make another recovery key with: \(newKeyCommand)"
    }

    private var newKeyCommand: String {
        KeychainRoot.vaultName(ofKeychain: file.name).map { "chatelaine vault recovery make --vault \($0)" }
            ?? "chatelaine recovery-key make"
    }
}
