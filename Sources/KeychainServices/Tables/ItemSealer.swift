import Foundation
import KeyManagement
import Secrets

/// Opens and seals items with the keys of one keychain.
///
/// Specified in: Docs/keychain-format.md, "Sealed parts".
struct ItemSealer {
    let keys: KeySet
    let scratch: KeyScratch

    private var keychainID: [UInt8] { keys.keybag.keychainID }

    /// The attributes of a row.
    ///
    /// - Throws: `KeyError.locked` or `.missing` for its class key; `.decode` if the row is corrupt.
    func attributes(of row: ItemRow) throws -> Attributes {
        let classKey = try keys.classKey(number: row.head.classKey)
        guard classKey.protection == row.head.protection else { throw KeychainError.damaged("an item") }
        let tags = row.tags
        let associatedData = row.head.associatedData("metadata", keychainID: keychainID, tags: tags)
        let metadata = row.metadata
        return try scratch.use { key in
            row.head.metadataKeyContext.withUnsafeBytes { classKey.deriveMetadataKey(context: $0, into: key) }
            return try open(metadata, key: key, associatedData: associatedData) {
                let attributes = try AttributeCoding.decode($0)
                // No keychain writes another value there; whoever compares dates may rely on it.
                for date in row.head.itemClass.dates {
                    if let value = attributes[date], value.date == nil { throw KeychainError.damaged("an item") }
                }
                return attributes
            }
        }
    }

    /// The secret parts of a row, `v_Data` among them under ``AttributeKey/data``.
    ///
    /// - Parameter context: has what the item takes beside its class key, if it takes more; nil: nothing has been shown.
    /// - Throws: `.authenticationFailed` for something that the context does not have, or has wrong.
    func secrets(of row: ItemRow, with context: AuthenticationContext? = nil) throws -> Attributes {
        let classKey = try keys.classKey(number: row.head.classKey)
        let secret = row.secret
        let keyPlace = row.head.associatedData("key", keychainID: keychainID)
        let secretPlace = row.head.associatedData("secret", keychainID: keychainID)
        return try scratch.use { key in
            let factors = try unwrapItemKey(of: row, classKey, keyPlace, into: key)
            if let factors {
                guard let context else {
                    throw KeychainError(.authenticationFailed, "the item asks for more than an unlocked keychain")
                }
                ItemFactors.mix(
                    try factors.input(factorsPlace(of: row.head), context), into: key, keychainID: keychainID)
            }
            do {
                return try open(secret, key: key, associatedData: secretPlace) {
                    try AttributeCoding.decode($0, wipesData: true)
                }
            } catch let error as KeychainError {
                // A wrong application password and damage look the same.
                guard factors?.application != nil, error.code == .decode else { throw error }
                throw KeychainError(.authenticationFailed, "that is not the application password of the item")
            }
        }
    }

    /// Whether what can be looked into without anything but the class key is what was written.
    ///
    /// - Throws: as ``secrets(of:with:)``, but never for what the item takes beside its class key.
    func checkSecrets(of row: ItemRow) throws {
        guard row.wrappedKey.count > Self.wrappedKeySize else {
            _ = try secrets(of: row)
            return
        }
        let classKey = try keys.classKey(number: row.head.classKey)
        let place = row.head.associatedData("key", keychainID: keychainID)
        try scratch.use { _ = try unwrapItemKey(of: row, classKey, place, into: $0) }
    }

    /// The number of the key pair that the passcode enters by, if it does: whoever has the file sees it.
    func passcodePair(of row: ItemRow) -> Int64? {
        guard row.takesMoreThanItsClassKey else { return nil }
        let bytes = UnsafeRawBufferPointer(rebasing: row.wrappedKey[Self.wrappedKeySize...])
        return (try? ItemFactors(bytes, keychainID: keychainID))?.passcode?.pair
    }

    /// In bytes.
    private static let wrappedKeySize = AES256GCM.keySize + AES256GCM.overhead

    private func factorsPlace(of head: ItemHead) -> AssociatedData {
        head.associatedData("factors", keychainID: keychainID)
    }

    /// Writes the item key to `key`.
    ///
    /// - Returns: what else enters the key of the secret, or nil.
    private func unwrapItemKey(
        of row: ItemRow, _ classKey: ClassKey, _ place: AssociatedData, into key: UnsafeMutableRawBufferPointer
    ) throws -> ItemFactors? {
        let stored = row.wrappedKey
        guard stored.count >= Self.wrappedKeySize else { throw KeychainError.damaged("an item") }
        let wrapped = UnsafeRawBufferPointer(rebasing: stored[..<Self.wrappedKeySize])
        guard place.withUnsafeBytes({ classKey.unwrap(itemKey: wrapped, associatedData: $0, into: key) }) else {
            throw KeychainError.damaged("an item")
        }
        guard stored.count > Self.wrappedKeySize else { return nil }
        return try ItemFactors(
            UnsafeRawBufferPointer(rebasing: stored[Self.wrappedKeySize...]), keychainID: keychainID)
    }

    /// Seals an item for the file under a class key that is open.
    ///
    /// - Parameter makeFactors: makes what else is to enter the key of the secret, for the place that it gets.
    func seal(
        _ head: ItemHead, attributes: Attributes, data: Data?, secretAttributes: Attributes, classKey: ClassKey,
        makeFactors: (AssociatedData) throws -> ItemFactors.Made? = { _ in nil }
    ) throws -> SealedItem {
        let added = try makeFactors(factorsPlace(of: head))
        let tags = SearchTags(keys: keys).allTags(head.itemClass, id: head.id, attributes)
        var tagBytes: [UInt8] = []
        for tag in tags { tag.withBytes { tagBytes.append(contentsOf: $0) } }
        let metadata = scratch.use { key in
            head.metadataKeyContext.withUnsafeBytes { classKey.deriveMetadataKey(context: $0, into: key) }
            let place = tagBytes.withUnsafeBytes { head.associatedData("metadata", keychainID: keychainID, tags: $0) }
            return seal(AttributeCoding.encode(attributes), key: key, associatedData: place)
        }
        let (wrappedKey, secret) = scratch.use { key in
            SecureRandom.fill(key)
            var wrapped = head.associatedData("key", keychainID: keychainID).withUnsafeBytes { place in
                bytes(count: key.count + AES256GCM.overhead) {
                    classKey.wrap(itemKey: UnsafeRawBufferPointer(key), associatedData: place, into: $0)
                }
            }
            if let added {
                wrapped += added.factors.serialized
                ItemFactors.mix(added.input, into: key, keychainID: keychainID)
            }
            let plaintext = AttributeCoding.encode(secretAttributes, data.map { (.data, $0) })
            return (
                wrapped,
                seal(plaintext, key: key, associatedData: head.associatedData("secret", keychainID: keychainID))
            )
        }
        return SealedItem(head: head, tags: tags, wrappedKey: wrappedKey, metadata: metadata, secret: secret)
    }

    /// The same item for the file under another class key, its secret as it is: what takes more than a class key is moved from
    /// one to the other without anybody who shows it.
    ///
    /// - Parameter head: of the same revision, since the secret is sealed for that.
    func rewrap(_ row: ItemRow, _ head: ItemHead, _ attributes: Attributes, _ classKey: ClassKey) throws -> SealedItem {
        let old = try keys.classKey(number: row.head.classKey)
        let place = row.head.associatedData("key", keychainID: keychainID)
        let wrapped = try scratch.use { key in
            _ = try unwrapItemKey(of: row, old, place, into: key)
            return place.withUnsafeBytes { place in
                bytes(count: Self.wrappedKeySize) {
                    classKey.wrap(itemKey: UnsafeRawBufferPointer(key), associatedData: place, into: $0)
                }
            }
        }
        let sealed = try seal(head, attributes: attributes, data: nil, secretAttributes: [:], classKey: classKey)
        return SealedItem(
            head: head, tags: sealed.tags, wrappedKey: wrapped + row.wrappedKey[Self.wrappedKeySize...],
            metadata: sealed.metadata, secret: Array(row.secret))
    }

    /// Twenty bytes that differ whenever attributes or secret differ, and that tell nobody without the class key anything
    /// about the secret (keychain-services 12, "sha1").
    func digest(_ attributes: Attributes, data: Data?, secretAttributes: Attributes, classKey: ClassKey) -> Data {
        var plaintext = AttributeCoding.encode(secretAttributes, data.map { (.data, $0) })
        var message = AssociatedData()
        message.append(AttributeCoding.encode(attributes))
        withUnsafeTemporaryAllocation(byteCount: 32, alignment: 8) { secretDigest in
            plaintext.withUnsafeMutableBytes {
                sha256(UnsafeRawBufferPointer($0), into: secretDigest)
                wipe($0)
            }
            message.append(UnsafeRawBufferPointer(secretDigest))
        }
        return message.withUnsafeBytes { message in
            Data(bytes(count: 20) { classKey.digest(message, into: $0) })
        }
    }

    // MARK: - Pieces

    /// Opens a sealed part in memory that is overwritten afterwards, and reads it there.
    private func open<Result>(
        _ sealed: UnsafeRawBufferPointer, key: UnsafeMutableRawBufferPointer, associatedData: AssociatedData,
        read: (UnsafeRawBufferPointer) throws -> Result
    ) throws -> Result {
        let count = sealed.count - AES256GCM.overhead
        guard count >= 0 else { throw KeychainError.damaged("an item") }
        return try withUnsafeTemporaryAllocation(byteCount: count, alignment: 16) { plaintext in
            defer { wipe(plaintext) }
            let opened = associatedData.withUnsafeBytes {
                AES256GCM.standard.open(sealed, key: UnsafeRawBufferPointer(key), associatedData: $0, into: plaintext)
            }
            guard opened else { throw KeychainError.damaged("an item") }
            return try read(UnsafeRawBufferPointer(plaintext))
        }
    }

    private func seal(
        _ plaintext: consuming [UInt8], key: UnsafeMutableRawBufferPointer, associatedData: AssociatedData
    ) -> [UInt8] {
        plaintext.withUnsafeMutableBytes { plaintext in
            defer { wipe(plaintext) }
            return bytes(count: plaintext.count + AES256GCM.overhead) { output in
                associatedData.withUnsafeBytes {
                    AES256GCM.standard.seal(
                        UnsafeRawBufferPointer(plaintext), key: UnsafeRawBufferPointer(key), associatedData: $0,
                        into: output)
                }
            }
        }
    }

    private func bytes(count: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Void) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            fill(UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[..<count]))
            initialized = count
        }
    }
}

extension AttributeKey {
    /// The item's secret among its sealed parts. Not an attribute that a program can name.
    static let data = AttributeKey(literal: "data")
}

/// 32 bytes of guarded memory for the keys of one item after another. An allocation there for each would cost more than the
/// rest of a read. Belongs to one connection, so that one thread at a time uses it.
final class KeyScratch {
    private var key = SecretBytes(zeros: AES256GCM.keySize)

    func use<Result>(_ body: (UnsafeMutableRawBufferPointer) throws -> Result) rethrows -> Result {
        try key.withUnsafeMutableBytes { key in
            defer { wipe(key) }
            return try body(key)
        }
    }
}
