import KeychainServices

extension KeychainError {
    /// The error of a file that is not what it should be.
    ///
    /// - Parameter position: the number of bytes that were right, if it is known.
    static func damagedBackup(_ what: String, at position: UInt64? = nil) -> KeychainError {
        let place = position.map { " at byte \($0)" } ?? ""
        return KeychainError(
            .notAvailable, "the backup is damaged or was changed\(place): \(what)",
            remedy: "use another copy of it, or another backup; nothing was changed")
    }

    static var wrongBackupPassword: KeychainError {
        KeychainError(
            .authenticationFailed, "this is not the password of the backup",
            remedy: "try again; it is the password that was chosen when the backup was made, not a passcode")
    }

    static var wrongBackupRecoveryKey: KeychainError {
        KeychainError(
            .authenticationFailed, "this is not the recovery key of the backup",
            remedy: "type the key that was shown when the backup or its schedule was made")
    }
}
