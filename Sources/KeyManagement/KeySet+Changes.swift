import Secrets

// Each of these returns the changed keys. The keychain stores `keybag` of the result before it uses the result.

extension KeySet {
    /// Makes the keys of a new keychain without a passcode.
    package static func make(deviceKey: DeviceKey) throws(KeyError) -> KeySet {
        let searchKey = SecretBytes(random: 32)
        var keybag = Keybag(
            keychainID: SecureRandom.bytes(16), deviceKeyID: deviceKey.id, generation: 1, passcodeHash: nil,
            searchKey: [], recoverySearchKey: nil, classKeys: [])
        let device = WrappingKey.device(deviceKey, keychainID: keybag.keychainID)
        keybag.searchKey = device.wrap(searchKey, context: keybag.context(.searchKey))
        for protection in ProtectionClass.allCases where protection != .whenPasscodeSetThisDeviceOnly {
            keybag.addClassKey(protection, wrapper: device)
        }
        return try KeySet(opening: keybag, deviceKey: deviceKey)
    }

    /// Sets the first passcode. Makes new class keys for everything that a lock is to protect, and keeps the old ones, which the
    /// device key alone has opened so far, wrapped by the passcode until no item needs them.
    ///
    /// - Throws: `.wrongPasscode` if there is a passcode already.
    package func settingFirstPasscode(_ passcode: borrowing SecretBytes, cost: PasscodeHash.Cost) throws(KeyError)
        -> KeySet
    {
        guard !keybag.hasPasscode else { throw .wrongPasscode }
        return try rewrapped(
            passcode: PasscodeForm.composed.of(passcode), cost: cost, makesNewKeys: true, oldPresence: nil)
    }

    /// Changes the passcode.
    ///
    /// - Parameters:
    ///   - old: the current passcode.
    ///   - new: the new passcode.
    ///   - cost: the cost of deriving its key.
    ///   - compromised: the old passcode may be known to others. Makes new class keys, so that old copies of the file do not open what
    ///     is written from now on.
    /// - Throws: `.wrongPasscode` if `old` is not the passcode.
    package func changingPasscode(
        from old: borrowing SecretBytes, to new: borrowing SecretBytes, cost: PasscodeHash.Cost, compromised: Bool
    ) throws(KeyError) -> KeySet {
        let keys = try keysOfPasscode(old)
        return try unlocked(with: keys).rewrapped(
            passcode: PasscodeForm.composed.of(new), cost: cost, makesNewKeys: compromised, oldPresence: keys.presence)
    }

    /// Removes the passcode. This permanently destroys the key of the class that exists only while there is a passcode, and
    /// the key that opens items that require the passcode.
    ///
    /// - Throws: `.wrongPasscode` if `passcode` is not the passcode.
    package func removingPasscode(_ passcode: borrowing SecretBytes) throws(KeyError) -> KeySet {
        let open = try unlocked(passcode: passcode)
        let device = WrappingKey.device(deviceKey, keychainID: keybag.keychainID)
        var changed = keybag
        try changed.nextGeneration()
        changed.passcodeHash = nil
        changed.classKeys.removeAll { $0.protection == .whenPasscodeSetThisDeviceOnly }
        changed.keyPairs.removeAll { $0.purpose == .passcode }
        try changed.rewrap(with: device, keys: open)
        return try KeySet(opening: changed, deviceKey: deviceKey)
    }

    /// Returns the keys of the same keychain without items: all keys new, no passcode, no recovery key. Nothing that remains opens
    /// what the old keys have sealed.
    package func erased() throws(KeyError) -> KeySet {
        let device = WrappingKey.device(deviceKey, keychainID: keybag.keychainID)
        var changed = keybag
        try changed.nextGeneration()
        (changed.passcodeHash, changed.recoverySearchKey) = (nil, nil)
        (changed.classKeys, changed.keyPairs) = ([], [])
        changed.searchKey = device.wrap(SecretBytes(random: 32), context: changed.context(.searchKey))
        for protection in ProtectionClass.allCases where protection != .whenPasscodeSetThisDeviceOnly {
            changed.addClassKey(protection, wrapper: device)
        }
        return try KeySet(opening: changed, deviceKey: deviceKey)
    }

    /// Wraps the keys for a new passcode, with new class keys if `makesNewKeys`.
    ///
    /// - Parameter passcode: the passcode in the form from which its keys are derived.
    /// - Parameter oldPresence: P of the current passcode, or nil if there was none.
    func rewrapped(
        passcode: borrowing SecretBytes, cost: PasscodeHash.Cost, makesNewKeys: Bool, oldPresence: WrappingKey?
    ) throws(KeyError) -> KeySet {
        let hash = try PasscodeHash.make(cost)
        let keys = try WrappingKey.ofPasscode(
            passcode, hash: hash, deviceKey: deviceKey, keychainID: keybag.keychainID)
        let wrapper = keys.passcode
        let device = WrappingKey.device(deviceKey, keychainID: keybag.keychainID)
        var changed = keybag
        try changed.nextGeneration()
        changed.passcodeHash = hash
        if makesNewKeys {
            // The recovery key has to be made again, too, before another device can open the new class keys with it.
            changed.recoverySearchKey = nil
            for index in changed.classKeys.indices {
                changed.classKeys[index].recovery = nil
                if changed.classKeys[index].protection.availability != .always {
                    changed.classKeys[index].isCurrent = false
                }
            }
        }
        try changed.rewrap(with: wrapper, keys: self)
        if let oldPresence { changed.rewrapPasscodePairs(from: oldPresence, to: keys.presence) }
        if makesNewKeys || !changed.hasPasscodePair { changed.addPasscodePair(presence: keys.presence, device: device) }
        if makesNewKeys {
            for protection in ProtectionClass.allCases where protection.availability != .always {
                changed.addClassKey(protection, wrapper: wrapper)
            }
        }
        return try KeySet(opening: changed, deviceKey: deviceKey, passcodeKey: wrapper, keeping: [:])
            .rewrappingFileKeys(from: self, retiring: makesNewKeys)
    }

    /// Gives a class whose key has reached its limit of wraps a new key. The old key still opens what it wrapped.
    package func replacingClassKey(for protection: ProtectionClass) throws(KeyError) -> KeySet {
        _ = try currentClassKey(for: protection)
        let needsPasscode = keybag.hasPasscode && protection.availability != .always
        guard let wrapper = needsPasscode ? passcodeKey : WrappingKey.device(deviceKey, keychainID: keybag.keychainID)
        else {
            throw .locked
        }
        var changed = keybag
        try changed.nextGeneration()
        for index in changed.classKeys.indices where changed.classKeys[index].protection == protection {
            changed.classKeys[index].isCurrent = false
            try changed.rewrap(at: index, with: wrapper, keys: self)
        }
        changed.addClassKey(protection, wrapper: wrapper)
        return try KeySet(
            opening: changed, deviceKey: deviceKey, passcodeKey: passcodeKey, keeping: classKeys, missing: missing
        )
        .rewrappingFileKeys(from: self, retiring: false)
    }

    /// Returns the keys without class keys that no item needs any more.
    package func removingClassKeys(_ numbers: Set<Int64>) throws(KeyError) -> KeySet {
        var changed = keybag
        try changed.nextGeneration()
        // Removing a class key that wraps a key of files would lose those files: they cannot be found to be sealed again.
        let needed = Set(changed.keyPairs.lazy.filter { $0.purpose.fileClass != nil }.map(\.classKey))
        changed.classKeys.removeAll { numbers.contains($0.number) && !$0.isCurrent && !needed.contains($0.number) }
        return try KeySet(
            opening: changed, deviceKey: deviceKey, passcodeKey: passcodeKey, keeping: classKeys, missing: missing)
    }

    /// Adds or replaces the recovery key. It opens the keychain on another device without any other secret, except for the items
    /// that belong to this device only.
    ///
    /// - Parameter recoveryKey: at least 16 random bytes, which the user keeps.
    /// - Throws: `.locked` unless everything is unlocked.
    package func addingRecoveryKey(_ recoveryKey: borrowing SecretBytes) throws(KeyError) -> KeySet {
        let recovery = WrappingKey.recovery(recoveryKey, keychainID: keybag.keychainID)
        var changed = keybag
        try changed.nextGeneration()
        changed.recoverySearchKey = recovery.wrap(rawSearchKey, context: keybag.context(.searchKey))
        for index in changed.classKeys.indices where !changed.classKeys[index].protection.isThisDeviceOnly {
            let record = changed.classKeys[index]
            let key = try classKey(number: record.number)
            changed.classKeys[index].recovery = recovery.wrap(key.key, context: changed.recoveryContext(of: record))
        }
        return try KeySet(
            opening: changed, deviceKey: deviceKey, passcodeKey: passcodeKey, keeping: classKeys, missing: missing)
    }

    /// Opens a keybag with its recovery key and binds it to another device key, without a passcode. The keys of items that
    /// belonged to the old device only are lost.
    ///
    /// A class key that is damaged is left out and lost, and so is what it wraps (``RecoveryLoss``); the others are recovered.
    ///
    /// - Throws: `.wrongPasscode` if `recoveryKey` is not the keybag's, or it has none; `.damaged` if the search key is damaged, or every
    ///   class key.
    package static func recovering(
        _ keybag: Keybag, recoveryKey: borrowing SecretBytes, deviceKey: DeviceKey
    ) throws(KeyError) -> KeySet {
        let recovery = WrappingKey.recovery(recoveryKey, keychainID: keybag.keychainID)
        guard let wrapped = keybag.recoverySearchKey else { throw .wrongPasscode }
        let recovered = keybag.classKeys(recoveredBy: recovery)
        guard let searchKey = recovery.unwrap(wrapped, context: keybag.context(.searchKey)) else {
            // With one key that opens, the recovery key is the right one.
            throw recovered.isEmpty ? .wrongPasscode : .damaged("the keybag's search key")
        }
        guard !recovered.isEmpty else { throw .damaged("the keybag's recovery keys") }
        let device = WrappingKey.device(deviceKey, keychainID: keybag.keychainID)
        var changed = keybag
        try changed.nextGeneration()
        changed.deviceKeyID = deviceKey.id
        changed.passcodeHash = nil
        changed.searchKey = device.wrap(searchKey, context: keybag.context(.searchKey))
        changed.classKeys = []
        // Only the passcode opens these pairs, and it is gone.
        changed.keyPairs.removeAll { $0.purpose == .passcode }
        for var record in keybag.classKeys {
            guard let key = recovered[record.number] else { continue }
            record.wrapper = device.kind.rawValue
            record.wrapped = device.wrap(key.key, context: keybag.context(of: record))
            changed.classKeys.append(record)
        }
        let present = Set(changed.classKeys.lazy.filter(\.isCurrent).map(\.protection))
        for protection in ProtectionClass.allCases
        where !present.contains(protection) && protection != .whenPasscodeSetThisDeviceOnly {
            changed.addClassKey(protection, wrapper: device)
        }
        return try KeySet(opening: changed, deviceKey: deviceKey).rebindingFileKeys()
    }
}

extension Keybag {
    /// Adds a new class key as the current one of its class. At most one per class and generation, so that the generation makes
    /// the number unique.
    mutating func addClassKey(_ protection: ProtectionClass, wrapper: WrappingKey) {
        let number = generation << 4 | Int64(protection.rawValue)
        let key = SecretBytes(random: 32)
        let metadataKey = SecretBytes(random: 32)
        let own = WrappingKey(kind: .classKey, key: key.copy())
        classKeys.append(
            ClassKey(
                number: number, protection: protection, wrapper: wrapper.kind.rawValue,
                wrapped: wrapper.wrap(key, context: context(.classKey, number: number, protection: protection)),
                recovery: nil,
                metadataKey: own.wrap(
                    metadataKey, context: context(.metadataKey, number: number, protection: protection)),
                wraps: 0, isCurrent: true))
    }

    /// Wraps every class key again with another key, except those of classes that are always available.
    mutating func rewrap(with wrapper: WrappingKey, keys: KeySet) throws(KeyError) {
        for index in classKeys.indices where classKeys[index].protection.availability != .always {
            try rewrap(at: index, with: wrapper, keys: keys)
        }
    }

    mutating func rewrap(at index: Int, with wrapper: WrappingKey, keys: KeySet) throws(KeyError) {
        let key = try keys.classKey(number: classKeys[index].number)
        classKeys[index].wrapper = wrapper.kind.rawValue
        classKeys[index].wrapped = wrapper.wrap(key.key, context: context(of: classKeys[index]))
    }
}
