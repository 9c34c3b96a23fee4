import Secrets

/// The device key of a portable keychain, wrapped by the keychain's password alone, and the settings, wrapped by that key.
///
/// Such a keychain is in a file that is opened elsewhere with its password. It has a device key of its own, which is not the device's.
/// Specified in: Docs/keychain-format.md, "Portable keychains".
package struct PortableKey: Hashable, Sendable {
    /// The identifier of the keychain; a copy has the same.
    package let keychainID: [UInt8]
    /// The identifier of the device key.
    package let deviceKeyID: [UInt8]
    /// The parameters of the password.
    package let hash: PasscodeHash
    /// The device key, wrapped by the password's key: 60 bytes.
    package let wrapped: [UInt8]
    /// The settings, wrapped by the device key as if they were a key: 60 bytes.
    package let settings: [UInt8]

    /// Makes the value from what was read. Opens nothing.
    package init(keychainID: [UInt8], deviceKeyID: [UInt8], hash: PasscodeHash, wrapped: [UInt8], settings: [UInt8]) {
        self.keychainID = keychainID
        self.deviceKeyID = deviceKeyID
        self.hash = hash
        self.wrapped = wrapped
        self.settings = settings
    }

    /// The keys of a new portable keychain.
    ///
    /// - Throws: `.outOfMemory`.
    package static func make(
        password: borrowing SecretBytes, cost: PasscodeHash.Cost, settings: PortableSettings
    ) throws(KeyError) -> (keys: KeySet, portable: PortableKey) {
        let deviceKey = DeviceKey.makeRandom()
        let keys = try KeySet.make(deviceKey: deviceKey)
        let hash = try PasscodeHash.make(cost)
        let blank = PortableKey(
            keychainID: keys.keybag.keychainID, deviceKeyID: deviceKey.id, hash: hash, wrapped: [], settings: [])
        return (
            keys, try blank.sealed(deviceKey, PasscodeForm.composed.of(password), hash).setting(settings, deviceKey)
        )
    }

    /// Returns the device key.
    ///
    /// - Throws: `.wrongPasscode`; `.costly` if the cost is above what this program chooses.
    package func open(password: borrowing SecretBytes) throws(KeyError) -> DeviceKey {
        try hash.checkCost()
        let composed = PasscodeForm.composed.of(password)
        if let key = try unwrapped(composed) { return key }
        if !password.equals(composed), let key = try unwrapped(password) { return key }
        throw .wrongPasscode
    }

    private func unwrapped(_ password: borrowing SecretBytes) throws(KeyError) -> DeviceKey? {
        let wrapper = try WrappingKey.ofPassword(password, hash: hash, deviceKeyID: deviceKeyID)
        guard let key = wrapper.unwrap(wrapped, context: context(.portableKey)) else { return nil }
        return DeviceKey(id: deviceKeyID, key: key)
    }

    /// Returns the device key that a process has kept (``DeviceKey/copyOfKey()``); nil if it is not this keychain's.
    package func deviceKey(kept key: consuming SecretBytes) -> DeviceKey? {
        guard key.count == AES256GCM.keySize else { return nil }
        let deviceKey = DeviceKey(id: deviceKeyID, key: key)
        let device = WrappingKey.device(deviceKey, keychainID: keychainID)
        return device.unwrap(settings, context: context(.portableSettings)) == nil ? nil : deviceKey
    }

    /// Returns the same key wrapped by another password.
    ///
    /// - Throws: `.wrongPasscode` if `old` is not the password.
    package func changingPassword(
        from old: borrowing SecretBytes, to new: borrowing SecretBytes, cost: PasscodeHash.Cost
    ) throws(KeyError) -> PortableKey {
        try sealed(open(password: old), PasscodeForm.composed.of(new), PasscodeHash.make(cost))
    }

    private func sealed(
        _ deviceKey: DeviceKey, _ password: borrowing SecretBytes, _ hash: PasscodeHash
    ) throws(KeyError) -> PortableKey {
        let wrapper = try WrappingKey.ofPassword(password, hash: hash, deviceKeyID: deviceKeyID)
        return PortableKey(
            keychainID: keychainID, deviceKeyID: deviceKeyID, hash: hash,
            wrapped: wrapper.wrap(deviceKey.key, context: context(.portableKey)), settings: settings)
    }

    /// Returns the settings.
    ///
    /// - Throws: `.damaged` if they were changed by a program without the key.
    package func settings(_ deviceKey: DeviceKey) throws(KeyError) -> PortableSettings {
        let device = WrappingKey.device(deviceKey, keychainID: keychainID)
        guard let bytes = device.unwrap(settings, context: context(.portableSettings)) else {
            throw .damaged("the keychain's settings")
        }
        return bytes.withUnsafeBytes { PortableSettings(bytes: $0) }
    }

    /// Returns the same with other settings.
    package func setting(_ new: PortableSettings, _ deviceKey: DeviceKey) -> PortableKey {
        let device = WrappingKey.device(deviceKey, keychainID: keychainID)
        return PortableKey(
            keychainID: keychainID, deviceKeyID: deviceKeyID, hash: hash, wrapped: wrapped,
            settings: device.wrap(new.bytes, context: context(.portableSettings)))
    }

    private func context(_ part: KeyContext.Part) -> KeyContext {
        KeyContext(keychainID: keychainID, number: 0, protection: .always, isCurrent: true, part: part)
    }
}

extension DeviceKey {
    /// Returns a copy of the key itself, 32 bytes: for those who keep a portable keychain unlocked.
    package func copyOfKey() -> SecretBytes { key.copy() }
}

extension WrappingKey {
    /// Derives the key that opens a portable keychain's device key.
    fileprivate static func ofPassword(
        _ password: borrowing SecretBytes, hash: PasscodeHash, deviceKeyID: [UInt8]
    ) throws(KeyError) -> WrappingKey {
        let extracted = HMACKey(extracting: try hash.derive(password), salt: deviceKeyID)
        let info: StaticString = "chatelaine password key 1"
        let key = SecretBytes(count: HMACKey.tagSize) { output in
            info.withUTF8Buffer { extracted.expand(UnsafeRawBufferPointer($0), into: output) }
        }
        return WrappingKey(kind: .password, key: key)
    }
}
