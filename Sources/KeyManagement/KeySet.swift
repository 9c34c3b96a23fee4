import Secrets

/// The open keys of a keybag: the lock state of a keychain as a value.
///
/// A key is available only through functions that throw if it is locked, so that no caller can forget to check the lock. Locking
/// and unlocking make a new set; an operation that holds the old one finishes with it.
package final class KeySet: Sendable {
    /// The keybag to which the keys belong.
    package let keybag: Keybag
    /// The lock state.
    package let lockState: LockState
    /// The key of the tags for search and uniqueness; always open.
    package let searchKey: HMACKey
    let classKeys: [Int64: ClassKey]
    /// The numbers of class keys that the right key did not open: their records are damaged. The items of all other
    /// class keys stay readable.
    package let damagedClassKeys: Set<Int64>
    /// The search key itself, kept to wrap it again.
    let rawSearchKey: SecretBytes
    let deviceKey: DeviceKey
    /// K, kept to open what another process wraps with it later. Nil while locked.
    let passcodeKey: WrappingKey?
    /// What was held of classes of which no current key is open here. A person who enters the passcode opens them, and vouches for them.
    let missing: [MissingClassKey]

    init(
        keybag: Keybag, deviceKey: DeviceKey, passcodeKey: WrappingKey?, rawSearchKey: consuming SecretBytes,
        classKeys: [Int64: ClassKey], damagedClassKeys: Set<Int64>, missing: [MissingClassKey]
    ) {
        self.keybag = keybag
        self.deviceKey = deviceKey
        self.passcodeKey = passcodeKey
        self.classKeys = classKeys
        self.damagedClassKeys = damagedClassKeys
        let open = Set(classKeys.values.lazy.filter(\.isCurrent).map(\.protection))
        self.missing = missing.filter { !open.contains($0.protection) }
        searchKey = rawSearchKey.withUnsafeBytes { HMACKey($0) }
        self.rawSearchKey = rawSearchKey
        lockState = Self.state(of: keybag, open: classKeys)
    }

    private static func state(of keybag: Keybag, open: [Int64: ClassKey]) -> LockState {
        guard keybag.hasPasscode else { return .noPasscode }
        let available = Set(open.values.lazy.filter(\.isCurrent).map(\.protection.availability))
        if available.contains(.whileUnlocked) { return .unlocked }
        return available.contains(.afterFirstUnlock) ? .lockedAfterFirstUnlock : .beforeFirstUnlock
    }

    /// Returns the class key with this number, to read an item.
    ///
    /// - Throws: `.locked` if it is not in memory, `.missing` if the keybag has none of this number, `.damaged` if its record
    ///   is damaged.
    package func classKey(number: Int64) throws(KeyError) -> ClassKey {
        if let key = classKeys[number] {
            if key.protection.availability == .whileUnlocked { KeyUse.record() }
            return key
        }
        guard !damagedClassKeys.contains(number) else { throw .damaged("the keybag's class key \(number)") }
        guard keybag.classKeys.contains(where: { $0.number == number }) else { throw .missing }
        throw .locked
    }

    /// Returns the class key for new items of a class.
    ///
    /// - Throws: `.locked` if it is not in memory; `.noPasscode` for the class that needs a passcode while there is none;
    ///   `.missing` if the keybag has none, `.damaged` if its record is damaged.
    package func currentClassKey(for protection: ProtectionClass) throws(KeyError) -> ClassKey {
        for key in classKeys.values where key.protection == protection && key.isCurrent {
            return try classKey(number: key.number)
        }
        if protection == .whenPasscodeSetThisDeviceOnly, !keybag.hasPasscode { throw .noPasscode }
        guard let record = keybag.classKeys.first(where: { $0.protection == protection && $0.isCurrent }) else {
            throw .missing
        }
        return try classKey(number: record.number)
    }

    /// Returns the same keychain locked: without the class keys that are available only while it is unlocked.
    package func locked() -> KeySet {
        guard keybag.hasPasscode else { return self }
        return KeySet(
            keybag: keybag, deviceKey: deviceKey, passcodeKey: nil, rawSearchKey: rawSearchKey.copy(),
            classKeys: classKeys.filter { $0.value.protection.availability != .whileUnlocked },
            damagedClassKeys: damagedClassKeys, missing: missing)
    }
}

extension KeySet {
    /// Opens the keys that the device key alone opens: all of them if there is no passcode.
    ///
    /// - Throws: `.deviceKeyMismatch`, or `.damaged` if the keybag is damaged. If only some class keys are damaged,
    ///   the others open nevertheless, and ``damagedClassKeys`` names the damaged ones.
    package convenience init(opening keybag: Keybag, deviceKey: DeviceKey) throws(KeyError) {
        try self.init(opening: keybag, deviceKey: deviceKey, passcodeKey: nil, keeping: [:])
    }

    /// Opens all keys that `deviceKey` and `passcodeKey` open, and keeps those of `kept` that the keybag still has.
    convenience init(
        opening keybag: Keybag, deviceKey: DeviceKey, passcodeKey: WrappingKey?, keeping kept: [Int64: ClassKey],
        missing: [MissingClassKey] = []
    ) throws(KeyError) {
        guard keybag.deviceKeyID == deviceKey.id else { throw .deviceKeyMismatch }
        let impossible = try keybag.invalidClassKeys()
        let device = WrappingKey.device(deviceKey, keychainID: keybag.keychainID)
        guard let searchKey = device.unwrap(keybag.searchKey, context: keybag.context(.searchKey)) else {
            throw .damaged("the keybag's search key")
        }
        var open: [Int64: ClassKey] = [:]
        var damaged = Set<Int64>()
        for record in keybag.classKeys {
            let wrapper = record.wrapper == WrappingKey.Kind.device.rawValue ? device : passcodeKey
            if impossible.contains(record.number) {
                damaged.insert(record.number)
            } else if let key = kept[record.number], key.isCurrent == record.isCurrent {
                open[record.number] = key
            } else if let wrapper {
                if let key = keybag.open(record, with: wrapper) {
                    open[record.number] = key
                } else {
                    damaged.insert(record.number)
                }
            }
        }
        self.init(
            keybag: keybag, deviceKey: deviceKey, passcodeKey: passcodeKey, rawSearchKey: searchKey, classKeys: open,
            damagedClassKeys: damaged, missing: missing)
    }

    /// Returns the same lock state for a keybag that another process has changed in the meantime.
    ///
    /// Class keys that are still in it stay open. If the passcode was changed, new class keys cannot be opened with the old one, and
    /// their classes are locked.
    ///
    /// - Throws: as ``init(opening:deviceKey:)``; `.damaged` for the keybag of another keychain, whose numbers would mean other
    ///   keys, and for one without the passcode that was not written by a process that knew it.
    package func reloaded(_ keybag: Keybag) throws(KeyError) -> KeySet {
        guard keybag.keychainID == self.keybag.keychainID else {
            throw .damaged("the keybag belongs to another keychain")
        }
        if self.keybag.hasPasscode, !keybag.hasPasscode { try checkRemovalOfPasscode(in: keybag) }
        let samePasscode = keybag.passcodeHash == self.keybag.passcodeHash
        var kept = classKeys
        if !samePasscode, keybag.hasPasscode {
            // A first passcode, or one set because the old one was compromised, retires the keys that this process holds. Keeping them
            // would defeat the change.
            let retired = Set(keybag.retiredClassKeys)
            kept = kept.filter { !retired.contains($0.key) }
        }
        return try KeySet(
            opening: keybag, deviceKey: deviceKey, passcodeKey: samePasscode ? passcodeKey : nil, keeping: kept,
            missing: self.keybag.hasPasscode && keybag.hasPasscode ? missingOrHeld : [])
    }

    /// Checks that a keybag without the passcode was written by a process that knew the passcode.
    ///
    /// Such a process has wrapped the class keys with the device key. An attacker who has only the files can write a keybag without a
    /// passcode as well, but not with the class keys that this process holds: new items would be sealed for the attacker's keys.
    ///
    /// Nor does it help to write one first that has a passcode and other class keys, or none: what this process held counts on.
    ///
    /// - Throws: `.damaged` if a class key that is open here is missing or another, or one that was open when a keybag came without it.
    private func checkRemovalOfPasscode(in keybag: Keybag) throws(KeyError) {
        let device = WrappingKey.device(deviceKey, keychainID: keybag.keychainID)
        for lost in missing {
            guard let record = keybag.classKeys.first(where: { $0.number == lost.number }),
                record.protection == lost.protection, let found = keybag.unwrap(record, with: device),
                lost.isKey(found)
            else { throw Self.strangeRemoval }
        }
        for key in classKeys.values where key.isCurrent && key.protection != .whenPasscodeSetThisDeviceOnly {
            guard let record = keybag.classKeys.first(where: { $0.number == key.number && $0.isCurrent }),
                record.protection == key.protection, let found = keybag.unwrap(record, with: device),
                found.equals(key.key)
            else { throw Self.strangeRemoval }
        }
    }

    private static var strangeRemoval: KeyError {
        .damaged("the passcode was removed from the file, but not by a program that knew it")
    }

    /// Opens all keys.
    ///
    /// - Throws: `.wrongPasscode`; `.noPasscode` if there is none.
    package func unlocked(passcode: borrowing SecretBytes) throws(KeyError) -> KeySet {
        try unlocked(with: keysOfPasscode(passcode))
    }

    func unlocked(with keys: WrappingKey.PasscodeKeys) throws(KeyError) -> KeySet {
        try KeySet(
            opening: keybag, deviceKey: deviceKey, passcodeKey: keys.passcode, keeping: classKeys, missing: missing)
    }

    /// Derives K and P from `passcode`, and checks that the passcode is right.
    ///
    /// Keys are derived from the composed form. Releases before that rule took the bytes as they were typed, so those are tried next, and
    /// the decomposed form; for most passcodes all three are the same.
    ///
    /// - Throws: `.noPasscode`, `.wrongPasscode`; `.costly` if the cost is above what this program chooses and is not accepted.
    func keysOfPasscode(_ passcode: borrowing SecretBytes) throws(KeyError) -> WrappingKey.PasscodeKeys {
        guard let hash = keybag.passcodeHash else { throw .noPasscode }
        try hash.checkCost()
        let composed = PasscodeForm.composed.of(passcode)
        if let keys = try keys(of: composed, hash) { return keys }
        if !passcode.equals(composed), let keys = try keys(of: passcode, hash) { return keys }
        let decomposed = PasscodeForm.decomposed.of(passcode)
        if !decomposed.equals(composed), !decomposed.equals(passcode), let keys = try keys(of: decomposed, hash) {
            return keys
        }
        throw .wrongPasscode
    }

    /// Returns K and P of a passcode in exactly this form; nil if it is wrong.
    private func keys(
        of passcode: borrowing SecretBytes, _ hash: PasscodeHash
    ) throws(KeyError) -> WrappingKey.PasscodeKeys? {
        let keys = try WrappingKey.ofPasscode(
            passcode, hash: hash, deviceKey: deviceKey, keychainID: keybag.keychainID)
        let records = keybag.classKeys.filter { $0.wrapper == WrappingKey.Kind.passcode.rawValue }
        // One record that opens is proof enough; another that does not is damage, not a wrong passcode.
        return records.contains { keybag.unwrap($0, with: keys.passcode) != nil } ? keys : nil
    }
}

extension Keybag {
    func unwrap(_ record: ClassKey, with wrapper: WrappingKey) -> SecretBytes? {
        wrapper.unwrap(record.wrapped, context: context(of: record))
    }

    func open(_ record: ClassKey, with wrapper: WrappingKey) -> KeyManagement.ClassKey? {
        guard let key = unwrap(record, with: wrapper) else { return nil }
        let metadata = context(.metadataKey, number: record.number, protection: record.protection)
        return KeyManagement.ClassKey(record, key: key, metadataContext: metadata)
    }
}
