import Secrets

// The keys that wrap keys of files. They are separate keys, wrapped by the class keys and not derived from them: class keys are
// replaced when a passcode is set or becomes known to others, and what they have wrapped is then sealed again. Files cannot be
// found for that. So a key of files is never removed; a new one is used for new files.
//
// Specified in: Docs/keychain-format.md, "Keys of files".

extension KeySet {
    /// Wraps the key of a file.
    ///
    /// - Parameters:
    ///   - fileKey: 32 bytes.
    ///   - fileClass: the file's protection class.
    ///   - fileID: the identifier of the file, 16 bytes.
    ///   - group: the access group that is required to unwrap the key, 1 to 256 bytes.
    /// - Throws: `.locked` if the class is locked; `.missing` if the keybag has no key for the class yet (``addingFileKeys()``);
    ///   `.damaged` if that key is damaged, or for a wrong size.
    package func wrap(
        fileKey: borrowing SecretBytes, for fileClass: FileProtectionClass, fileID: [UInt8], group: String
    ) throws(KeyError) -> WrappedFileKey {
        guard let record = keybag.currentFileKey(for: fileClass) else { throw .missing }
        let associatedData = associatedData(fileClass, number: record.number, group: group, fileID: fileID)
        let bytes: [UInt8]
        if fileClass == .completeUnlessOpen {
            bytes = try sealingKey(record).seal(fileKey, associatedData: associatedData)
        } else {
            let key = try wrappingKey(record, associatedData)
            let count = fileKey.count + AES256GCM.overhead
            bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
                let output = UnsafeMutableRawBufferPointer(
                    rebasing: UnsafeMutableRawBufferPointer(buffer)[..<count])
                fileKey.withUnsafeBytes { fileKey in
                    key.withUnsafeBytes { key in
                        associatedData.withUnsafeBytes {
                            AES256GCM.standard.seal(fileKey, key: key, associatedData: $0, into: output)
                        }
                    }
                }
                initialized = count
            }
        }
        guard
            let wrapped = WrappedFileKey(
                fileClass: fileClass, fileID: fileID, group: group, keyNumber: record.number, bytes: bytes)
        else { throw .damaged("the file's header") }
        return wrapped
    }

    /// Unwraps the key of a file: 32 bytes; nil if it was not wrapped with these values by this keychain.
    ///
    /// - Throws: `.locked` if the class is locked; `.missing` if the keybag has no key of this number; `.damaged` if that key is
    ///   damaged.
    package func unwrap(_ wrapped: WrappedFileKey) throws(KeyError) -> SecretBytes? {
        let record = keybag.keyPairs.first {
            $0.number == wrapped.keyNumber && $0.purpose.fileClass == wrapped.fileClass
        }
        guard let record else { throw .missing }
        let associatedData = associatedData(
            wrapped.fileClass, number: record.number, group: wrapped.group, fileID: wrapped.fileID)
        if wrapped.fileClass == .completeUnlessOpen {
            let key = OpeningKey(number: record.number, key: try fileKey(record))
            guard let fileKey = key.open(wrapped.bytes, associatedData: associatedData),
                fileKey.count == AES256GCM.keySize
            else { return nil }
            return fileKey
        }
        let key = try wrappingKey(record, associatedData)
        var fileKey = SecretBytes(zeros: AES256GCM.keySize)
        let opened = fileKey.withUnsafeMutableBytes { output in
            wrapped.bytes.withUnsafeBytes { sealed in
                key.withUnsafeBytes { key in
                    associatedData.withUnsafeBytes {
                        AES256GCM.standard.open(sealed, key: key, associatedData: $0, into: output)
                    }
                }
            }
        }
        guard opened else { return nil }
        return fileKey
    }

    /// Returns the associated data of a file's wrapped key. A wrapped key of which any of these values was changed does not unwrap.
    private func associatedData(
        _ fileClass: FileProtectionClass, number: Int64, group: String, fileID: [UInt8]
    ) -> AssociatedData {
        var associatedData = AssociatedData(capacity: 384)
        associatedData.append("chatelaine file 1")
        associatedData.append(keybag.keychainID)
        associatedData.append(fileClass.rawValue)
        associatedData.append(number)
        associatedData.append(Array(group.utf8))
        associatedData.append(fileID)
        return associatedData
    }

    /// Derives the wrapping key of one file from a single key. Each derived key wraps once, so that the number of files is not limited.
    private func wrappingKey(_ record: Keybag.KeyPair, _ associatedData: AssociatedData) throws(KeyError) -> SecretBytes
    {
        let key = try fileKey(record)
        let expanding = key.withUnsafeBytes { HMACKey($0) }
        return SecretBytes(count: HMACKey.tagSize) { output in
            associatedData.withUnsafeBytes { expanding.expand($0, into: output) }
        }
    }

    /// Unwraps the private half of a pair, or the single key.
    func fileKey(_ record: Keybag.KeyPair) throws(KeyError) -> SecretBytes {
        guard record.hasMatchingClassKey else { throw .damaged("a key of files in the keybag") }
        let classKey = try classKey(number: record.classKey)
        let wrapper = WrappingKey(kind: .classKey, key: classKey.key.copy())
        guard let key = wrapper.unwrap(record.privateKey, context: keybag.context(ofFileKey: record)) else {
            throw .damaged("a key of files in the keybag")
        }
        return key
    }
}

// MARK: - Changes

extension KeySet {
    /// Whether the keybag has a key for new files of a class.
    package func hasFileKey(for fileClass: FileProtectionClass) -> Bool { keybag.currentFileKey(for: fileClass) != nil }

    /// Returns the keys with new keys of files for all classes that have none and whose class key is open; the same object if
    /// there is nothing to add.
    package func addingFileKeys() throws(KeyError) -> KeySet {
        var changed = keybag
        try changed.nextGeneration()
        guard try changed.addFileKeys(keys: self) else { return self }
        return try KeySet(
            opening: changed, deviceKey: deviceKey, passcodeKey: passcodeKey, keeping: classKeys, missing: missing)
    }

    /// Re-wraps keys of files whose class key has been retired with the class key that replaced it.
    ///
    /// - Parameters:
    ///   - old: the previous keys, open.
    ///   - retiring: whether new files are to take new keys, because an attacker may know the old ones from an old copy of the keychain.
    func rewrappingFileKeys(from old: KeySet, retiring: Bool) throws(KeyError) -> KeySet {
        let retired = Set(keybag.retiredClassKeys)
        var changed = keybag
        for index in changed.keyPairs.indices where retired.contains(changed.keyPairs[index].classKey) {
            guard let fileClass = changed.keyPairs[index].purpose.fileClass else { continue }
            // A key that cannot be opened is damaged, and is left as it is.
            guard let key = try? old.fileKey(changed.keyPairs[index]) else { continue }
            if retiring { changed.keyPairs[index].isCurrent = false }
            try changed.wrapFileKey(at: index, key, fileClass, keys: self)
        }
        if retiring { _ = try changed.addFileKeys(keys: self) }
        return try KeySet(
            opening: changed, deviceKey: deviceKey, passcodeKey: passcodeKey, keeping: classKeys, missing: missing)
    }

    /// Completes a recovery: wraps public halves for the new device key, and removes keys of files whose class key is gone.
    func rebindingFileKeys() throws(KeyError) -> KeySet {
        let device = WrappingKey.device(deviceKey, keychainID: keybag.keychainID)
        var changed = keybag
        changed.keyPairs = []
        for var record in keybag.keyPairs {
            guard record.purpose.fileClass != nil, let key = try? fileKey(record) else { continue }
            if record.purpose == .file {
                record.publicKey = device.wrap(
                    SealingKey.publicHalf(of: key), context: keybag.context(of: record, .publicKey))
            }
            changed.keyPairs.append(record)
        }
        return try KeySet(opening: changed, deviceKey: deviceKey)
    }
}

extension Keybag {
    func currentFileKey(for fileClass: FileProtectionClass) -> KeyPair? {
        keyPairs.first { $0.purpose.fileClass == fileClass && $0.isCurrent }
    }

    fileprivate func context(ofFileKey record: KeyPair) -> KeyContext {
        guard record.purpose != .file else { return context(of: record, .privateKey) }
        return context(.fileKey, number: record.number, isCurrent: record.isCurrent)
    }

    /// Adds keys of files for all classes that have none and whose class key is open. At most one per class and generation, so that
    /// the generation makes the number unique.
    ///
    /// - Returns: whether a key was added.
    mutating func addFileKeys(keys: KeySet) throws(KeyError) -> Bool {
        let missing = FileProtectionClass.allCases.filter { fileClass in
            currentFileKey(for: fileClass) == nil && (try? keys.currentClassKey(for: fileClass.protection)) != nil
        }
        for fileClass in missing { try addFileKey(for: fileClass, keys: keys) }
        return !missing.isEmpty
    }

    private mutating func addFileKey(for fileClass: FileProtectionClass, keys: KeySet) throws(KeyError) {
        let purpose = KeyPair.Purpose(fileClass)
        let key = SecretBytes(random: 32)
        var record = KeyPair(
            number: generation << 4 | Int64(purpose.rawValue), purpose: purpose, publicKey: [], classKey: 0,
            privateKey: [], isCurrent: true)
        if purpose == .file {
            let device = WrappingKey.device(keys.deviceKey, keychainID: keychainID)
            record.publicKey = device.wrap(SealingKey.publicHalf(of: key), context: context(of: record, .publicKey))
        }
        keyPairs.append(record)
        try wrapFileKey(at: keyPairs.count - 1, key, fileClass, keys: keys)
    }

    fileprivate mutating func wrapFileKey(
        at index: Int, _ key: borrowing SecretBytes, _ fileClass: FileProtectionClass, keys: KeySet
    ) throws(KeyError) {
        let classKey = try keys.currentClassKey(for: fileClass.protection)
        keyPairs[index].classKey = classKey.number
        keyPairs[index].privateKey = WrappingKey(kind: .classKey, key: classKey.key.copy())
            .wrap(key, context: context(ofFileKey: keyPairs[index]))
    }
}

extension Keybag.KeyPair {
    /// Whether this is a key of files whose record names a class key of the right class. A key of files wrapped by a weaker
    /// class key was put there by an attacker.
    var hasMatchingClassKey: Bool {
        guard let fileClass = purpose.fileClass else { return false }
        return number & 0xf == Int64(purpose.rawValue) && classKey & 0xf == Int64(fileClass.protection.rawValue)
    }
}

extension Keybag.KeyPair.Purpose {
    /// Returns the purpose of the keys of a class of files.
    package init(_ fileClass: FileProtectionClass) {
        self =
            switch fileClass {
            case .complete: .completeFile
            case .completeUnlessOpen: .file
            case .completeUntilFirstUserAuthentication: .fileAfterFirstUnlock
            case .none: .fileAlways
            }
    }

    /// The class of files that the key is for; nil for other purposes.
    package var fileClass: FileProtectionClass? {
        FileProtectionClass.allCases.first { Self($0) == self }
    }
}
