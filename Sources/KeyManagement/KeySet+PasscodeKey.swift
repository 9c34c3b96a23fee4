import Secrets

// For callers that identify the user in another way, such as a fingerprint, after the passcode has been entered once.
extension KeySet {
    /// Returns a copy of the key derived from the passcode, 32 bytes; nil while the keychain is locked, or has no passcode.
    package func copyOfPasscodeKey() -> SecretBytes? { passcodeKey?.copyOfKey() }

    /// Unlocks until the next lock. Items that require the passcode at every use stay closed.
    ///
    /// - Parameter passcodeKey: the result of ``copyOfPasscodeKey()``.
    /// - Throws: `.wrongPasscode` if the passcode has been changed since; `.noPasscode` if it has been removed.
    package func unlocked(passcodeKey: consuming SecretBytes) throws(KeyError) -> KeySet {
        guard keybag.hasPasscode else { throw .noPasscode }
        let key = WrappingKey(kind: .passcode, key: passcodeKey)
        let records = keybag.classKeys.filter { $0.wrapper == WrappingKey.Kind.passcode.rawValue }
        guard records.contains(where: { keybag.unwrap($0, with: key) != nil }) else { throw .wrongPasscode }
        return try KeySet(opening: keybag, deviceKey: deviceKey, passcodeKey: key, keeping: classKeys, missing: missing)
    }
}
