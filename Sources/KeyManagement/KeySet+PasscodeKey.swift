import Secrets

// For who opens a keychain for a person that shows in another way who is there, after the passcode has been entered once.
extension KeySet {
    /// What the passcode comes to, 32 bytes; nil while the keychain is locked, or has no passcode.
    package func copyOfPasscodeKey() -> SecretBytes? { passcodeKey?.copyOfKey() }

    /// Opens what is open until the next lock. What takes the passcode every time stays shut.
    ///
    /// - Parameter passcodeKey: as ``copyOfPasscodeKey()`` gave it.
    /// - Throws: `.wrongPasscode` if the passcode has become another one since; `.noPasscode` if there is none any more.
    package func unlocked(passcodeKey: consuming SecretBytes) throws(KeyError) -> KeySet {
        guard keybag.hasPasscode else { throw .noPasscode }
        let key = WrappingKey(kind: .passcode, key: passcodeKey)
        let records = keybag.classKeys.filter { $0.wrapper == WrappingKey.Kind.passcode.rawValue }
        guard records.contains(where: { keybag.unwrap($0, with: key) != nil }) else { throw .wrongPasscode }
        return try KeySet(opening: keybag, deviceKey: deviceKey, passcodeKey: key, keeping: classKeys)
    }
}
