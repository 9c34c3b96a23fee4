import Secrets

/// What of a keybag is open: the lock state of a keychain as a value.
///
/// A key can be had only by asking for it, and asking can fail: nobody can forget to check the lock. Locking and unlocking
/// make a new set; whoever holds the old one finishes with it.
public final class KeySet: Sendable {
    /// The keybag that the keys are of.
    public let keybag: Keybag
    /// What a person would have to do before items can be read.
    public let lockState: LockState
    /// For the tags that search and uniqueness run on; always open.
    public let searchKey: HMACKey
    let classKeys: [Int64: ClassKey]
    /// The numbers of class keys that the right key did not open: their records are not what was written. The items of all
    /// others stay readable.
    public let damagedClassKeys: Set<Int64>
    /// The search key itself, to wrap it anew.
    let rawSearchKey: SecretBytes
    let deviceKey: DeviceKey
    /// K, to open what another process wraps with it later. Nil while locked.
    let passcodeKey: WrappingKey?

    init(
        keybag: Keybag, deviceKey: DeviceKey, passcodeKey: WrappingKey?, rawSearchKey: consuming SecretBytes,
        classKeys: [Int64: ClassKey], damagedClassKeys: Set<Int64>
    ) {
        self.keybag = keybag
        self.deviceKey = deviceKey
        self.passcodeKey = passcodeKey
        self.classKeys = classKeys
        self.damagedClassKeys = damagedClassKeys
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

    /// The class key with this number, to read an item.
    ///
    /// - Throws: `.locked` if it is not in memory, `.missing` if the keybag has none of this number, `.damaged` if its record
    ///   is not what was written.
    public func classKey(number: Int64) throws(KeyError) -> ClassKey {
        if let key = classKeys[number] {
            if key.protection.availability == .whileUnlocked { KeyUse.note() }
            return key
        }
        guard !damagedClassKeys.contains(number) else { throw .damaged("the keybag's class key \(number)") }
        guard keybag.classKeys.contains(where: { $0.number == number }) else { throw .missing }
        throw .locked
    }

    /// The class key that new items of a class take.
    ///
    /// - Throws: `.locked` if it is not in memory; `.noPasscode` for the class that needs a passcode while there is none;
    ///   `.missing` if the keybag has none, `.damaged` if its record is not what was written.
    public func currentClassKey(for protection: ProtectionClass) throws(KeyError) -> ClassKey {
        for key in classKeys.values where key.protection == protection && key.isCurrent {
            return try classKey(number: key.number)
        }
        if protection == .whenPasscodeSetThisDeviceOnly, !keybag.hasPasscode { throw .noPasscode }
        guard let record = keybag.classKeys.first(where: { $0.protection == protection && $0.isCurrent }) else {
            throw .missing
        }
        return try classKey(number: record.number)
    }

    /// The same keychain, locked: only what is always available stays, and what needs a first unlock.
    public func locked() -> KeySet {
        guard keybag.hasPasscode else { return self }
        return KeySet(
            keybag: keybag, deviceKey: deviceKey, passcodeKey: nil, rawSearchKey: rawSearchKey.copy(),
            classKeys: classKeys.filter { $0.value.protection.availability != .whileUnlocked },
            damagedClassKeys: damagedClassKeys)
    }
}

extension KeySet {
    /// Opens what the device key alone opens: everything if there is no passcode.
    ///
    /// - Throws: `.deviceKeyMismatch`, or `.damaged` if the keybag is not what was written. If only some class keys are not,
    ///   the others open all the same, and ``damagedClassKeys`` names those.
    public convenience init(opening keybag: Keybag, deviceKey: DeviceKey) throws(KeyError) {
        try self.init(opening: keybag, deviceKey: deviceKey, passcodeKey: nil, keeping: [:])
    }

    /// Opens all that `deviceKey` and `passcodeKey` open, and keeps those of `kept` that the keybag still has.
    convenience init(
        opening keybag: Keybag, deviceKey: DeviceKey, passcodeKey: WrappingKey?, keeping kept: [Int64: ClassKey]
    ) throws(KeyError) {
        guard keybag.deviceKeyID == deviceKey.id else { throw .deviceKeyMismatch }
        let impossible = try keybag.impossibleClassKeys()
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
            damagedClassKeys: damaged)
    }

    /// The same lock state for a keybag that somebody has changed in the meantime.
    ///
    /// Class keys that are still in it stay open. If the passcode became another one, new class keys cannot be opened
    /// with the old, and the keychain is locked as far as they go.
    ///
    /// - Throws: as ``init(opening:deviceKey:)``; `.damaged` for the keybag of another keychain, whose numbers would be those
    ///   of other keys.
    public func reloaded(_ keybag: Keybag) throws(KeyError) -> KeySet {
        guard keybag.keychainID == self.keybag.keychainID else {
            throw .damaged("the keybag, which is another keychain's")
        }
        let samePasscode = keybag.passcodeHash == self.keybag.passcodeHash
        var kept = classKeys
        if !samePasscode, keybag.hasPasscode {
            // A first or a compromised passcode retires the keys that this process holds: what it holds of them would
            // outlive the reason for the change.
            let retired = Set(keybag.retiredClassKeys)
            kept = kept.filter { !retired.contains($0.key) }
        }
        return try KeySet(
            opening: keybag, deviceKey: deviceKey, passcodeKey: samePasscode ? passcodeKey : nil, keeping: kept)
    }

    /// Opens everything.
    ///
    /// - Throws: `.wrongPasscode`; `.noPasscode` if there is none to enter.
    public func unlocked(passcode: borrowing SecretBytes) throws(KeyError) -> KeySet {
        try unlocked(with: keysOfPasscode(passcode))
    }

    func unlocked(with keys: WrappingKey.OfPasscode) throws(KeyError) -> KeySet {
        try KeySet(opening: keybag, deviceKey: deviceKey, passcodeKey: keys.passcode, keeping: classKeys)
    }

    /// K and P of `passcode`, known to be the right one.
    func keysOfPasscode(_ passcode: borrowing SecretBytes) throws(KeyError) -> WrappingKey.OfPasscode {
        guard let hash = keybag.passcodeHash else { throw .noPasscode }
        let keys = try WrappingKey.ofPasscode(
            passcode, hash: hash, deviceKey: deviceKey, keychainID: keybag.keychainID)
        let records = keybag.classKeys.filter { $0.wrapper == WrappingKey.Kind.passcode.rawValue }
        // One that opens is proof enough; a second that does not is damage, not a wrong passcode.
        guard records.contains(where: { keybag.unwrap($0, with: keys.passcode) != nil }) else { throw .wrongPasscode }
        return keys
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
