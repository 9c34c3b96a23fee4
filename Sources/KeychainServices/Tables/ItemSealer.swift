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

    /// Decrypts the attributes of a row.
    ///
    /// - Throws: `KeyError.locked` or `.missing` for its class key; `.decode` if the row is corrupt.
    func attributes(of row: ItemRow) throws -> Attributes {
        let classKey = try keys.classKey(number: row.head.classKey)
        guard classKey.protection == row.head.protection else { throw KeychainError.damaged("an item") }
        return try openMetadata(of: row, classKey) {
            let attributes = try AttributeCoding.decode($0)
            // No keychain stores another type of value there, and code that compares dates relies on it.
            for date in row.head.itemClass.dates {
                if let value = attributes[date], value.date == nil { throw KeychainError.damaged("an item") }
            }
            return attributes
        }
    }

    /// Calls `read` with the plaintext of a row's attributes.
    private func openMetadata<Result>(
        of row: ItemRow, _ classKey: ClassKey, _ read: (UnsafeRawBufferPointer) throws -> Result
    ) throws -> Result {
        let associatedData = row.head.associatedData("metadata", keychainID: keychainID, tags: row.tags)
        let metadata = row.metadata
        return try scratch.use { key in
            row.head.metadataKeyContext.withUnsafeBytes { classKey.deriveMetadataKey(context: $0, into: key) }
            return try open(metadata, key: key, associatedData: associatedData, read: read)
        }
    }

    /// Decrypts the secret parts of a row, including `v_Data` under ``AttributeKey/data``.
    ///
    /// - Parameter context: has the additional factors if the item requires any; nil for no authentication results.
    /// - Throws: `.authenticationFailed` if the context does not have a factor, or has a wrong one; `.decode` also if the secret is not the
    ///   one that the item's attributes belong to.
    func secrets(of row: ItemRow, with context: AuthenticationContext? = nil) throws -> Attributes {
        let classKey = try keys.classKey(number: row.head.classKey)
        let secret = row.secret
        let digest = try digest(of: row, classKey)
        let keyAssociatedData = row.head.associatedData("key", keychainID: keychainID)
        let secretAssociatedData = row.head.associatedData("secret", keychainID: keychainID)
        return try scratch.use { key in
            let factors = try unwrapItemKey(of: row, classKey, keyAssociatedData, into: key)
            if let factors {
                guard let context else {
                    throw KeychainError(.authenticationFailed, "the item requires authentication")
                }
                ItemFactors.deriveSecretKey(
                    try factors.input(factorsAssociatedData(of: row.head), context), into: key, keychainID: keychainID)
            }
            do {
                return try open(secret, key: key, associatedData: secretAssociatedData) { plaintext in
                    guard digest?.covers(secret: plaintext, classKey) ?? true else {
                        throw KeychainError.damaged("an item")
                    }
                    return try AttributeCoding.decode(plaintext, wipesData: true)
                }
            } catch let error as KeychainError {
                // A wrong application password and damage look the same.
                guard factors?.application != nil, error.code == .decode else { throw error }
                throw KeychainError(.authenticationFailed, "that is not the application password of the item")
            }
        }
    }

    /// Returns the digest that the attributes of a row have for its secret.
    ///
    /// - Returns: nil for an item with additional factors: it keeps its digest when its class key is replaced, because its secret cannot be
    ///   opened then, and the digest is under the old class key.
    private func digest(of row: ItemRow, _ classKey: ClassKey) throws -> ItemDigest? {
        guard !row.hasFactors else { return nil }
        return try openMetadata(of: row, classKey, ItemDigest.init)
    }

    /// Checks the parts of a row that can be decrypted with the class key alone.
    ///
    /// - Throws: as ``secrets(of:with:)``, but never for a missing additional factor.
    func checkSecrets(of row: ItemRow) throws {
        guard row.wrappedKey.count > Self.wrappedKeySize else {
            _ = try secrets(of: row)
            return
        }
        let classKey = try keys.classKey(number: row.head.classKey)
        let associatedData = row.head.associatedData("key", keychainID: keychainID)
        try scratch.use { _ = try unwrapItemKey(of: row, classKey, associatedData, into: $0) }
    }

    /// Returns the number of the key pair by which the passcode protects a row, or nil. It is stored in plaintext in the file.
    func passcodePair(of row: ItemRow) -> Int64? {
        guard row.hasFactors else { return nil }
        let bytes = UnsafeRawBufferPointer(rebasing: row.wrappedKey[Self.wrappedKeySize...])
        return (try? ItemFactors(bytes, keychainID: keychainID))?.passcode?.pair
    }

    /// The size of a wrapped key without factors, in bytes.
    private static let wrappedKeySize = AES256GCM.keySize + AES256GCM.overhead

    private func factorsAssociatedData(of head: ItemHead) -> AssociatedData {
        head.associatedData("factors", keychainID: keychainID)
    }

    /// Unwraps the item key into `key`.
    ///
    /// - Returns: the additional factors of the secret's key, or nil.
    private func unwrapItemKey(
        of row: ItemRow, _ classKey: ClassKey, _ associatedData: AssociatedData, into key: UnsafeMutableRawBufferPointer
    ) throws -> ItemFactors? {
        let stored = row.wrappedKey
        guard stored.count >= Self.wrappedKeySize else { throw KeychainError.damaged("an item") }
        let wrapped = UnsafeRawBufferPointer(rebasing: stored[..<Self.wrappedKeySize])
        guard associatedData.withUnsafeBytes({ classKey.unwrap(itemKey: wrapped, associatedData: $0, into: key) })
        else {
            throw KeychainError.damaged("an item")
        }
        guard stored.count > Self.wrappedKeySize else { return nil }
        return try ItemFactors(
            UnsafeRawBufferPointer(rebasing: stored[Self.wrappedKeySize...]), keychainID: keychainID)
    }

    /// Seals an item for the file with an open class key.
    ///
    /// - Parameter makeFactors: makes the additional factors of the secret's key, for the associated data that it receives.
    func seal(
        _ head: ItemHead, attributes: Attributes, data: Data?, secretAttributes: Attributes, classKey: ClassKey,
        makeFactors: (AssociatedData) throws -> ItemFactors.NewFactors? = { _ in nil }
    ) throws -> SealedItem {
        let added = try makeFactors(factorsAssociatedData(of: head))
        let tags = SearchTags(keys: keys).allTags(head.itemClass, id: head.id, attributes)
        var tagBytes: [UInt8] = []
        for tag in tags { tag.withBytes { tagBytes.append(contentsOf: $0) } }
        let metadata = scratch.use { key in
            head.metadataKeyContext.withUnsafeBytes { classKey.deriveMetadataKey(context: $0, into: key) }
            let associatedData = tagBytes.withUnsafeBytes {
                head.associatedData("metadata", keychainID: keychainID, tags: $0)
            }
            return seal(AttributeCoding.encode(attributes), key: key, associatedData: associatedData)
        }
        let (wrappedKey, secret) = scratch.use { key in
            SecureRandom.fill(key)
            var wrapped = head.associatedData("key", keychainID: keychainID).withUnsafeBytes { associatedData in
                bytes(count: key.count + AES256GCM.overhead) {
                    classKey.wrap(itemKey: UnsafeRawBufferPointer(key), associatedData: associatedData, into: $0)
                }
            }
            if let added {
                wrapped += added.factors.serialized
                ItemFactors.deriveSecretKey(added.input, into: key, keychainID: keychainID)
            }
            let plaintext = AttributeCoding.encode(secretAttributes, data.map { (.data, $0) })
            return (
                wrapped,
                seal(
                    consume plaintext, key: key,
                    associatedData: head.associatedData("secret", keychainID: keychainID))
            )
        }
        return SealedItem(head: head, tags: tags, wrappedKey: wrappedKey, metadata: metadata, secret: secret)
    }

    /// Re-wraps an item's key with another class key and leaves its secret as it is: an item that requires more than its class key is
    /// moved to another class key without authentication.
    ///
    /// - Parameter head: has the same revision, because the secret is bound to that.
    func rewrap(_ row: ItemRow, _ head: ItemHead, _ attributes: Attributes, _ classKey: ClassKey) throws -> SealedItem {
        let old = try keys.classKey(number: row.head.classKey)
        let associatedData = row.head.associatedData("key", keychainID: keychainID)
        let wrapped = try scratch.use { key in
            _ = try unwrapItemKey(of: row, old, associatedData, into: key)
            return associatedData.withUnsafeBytes { associatedData in
                bytes(count: Self.wrappedKeySize) {
                    classKey.wrap(itemKey: UnsafeRawBufferPointer(key), associatedData: associatedData, into: $0)
                }
            }
        }
        let sealed = try seal(head, attributes: attributes, data: nil, secretAttributes: [:], classKey: classKey)
        return SealedItem(
            head: head, tags: sealed.tags, wrappedKey: wrapped + row.wrappedKey[Self.wrappedKeySize...],
            metadata: sealed.metadata, secret: Array(row.secret))
    }

    /// Computes a 20-byte digest that changes with attributes and secret. Without the class key it reveals nothing about the secret
    /// (keychain-services 12, "sha1").
    func digest(_ attributes: Attributes, data: Data?, secretAttributes: Attributes, classKey: ClassKey) -> Data {
        var plaintext = AttributeCoding.encode(secretAttributes, data.map { (.data, $0) })
        return AttributeCoding.encode(attributes).withUnsafeBytes { attributes in
            plaintext.withUnsafeMutableBytes { plaintext in
                defer { wipe(plaintext) }
                return Data(
                    ItemDigest.make(attributes: attributes, secret: UnsafeRawBufferPointer(plaintext), classKey))
            }
        }
    }

    // MARK: - Pieces

    /// Decrypts a sealed part in memory that is overwritten afterwards, and parses it there.
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
    /// The item's secret among its sealed parts. Programs cannot name it as an attribute.
    static let data = AttributeKey(literal: "data")
}

/// 32 bytes of guarded memory, reused for the keys of one item after another, because an allocation for each would cost more than
/// the rest of a read. Belongs to one connection, so that one thread at a time uses it.
final class KeyScratch {
    private var key = SecretBytes(zeros: AES256GCM.keySize)

    func use<Result>(_ body: (UnsafeMutableRawBufferPointer) throws -> Result) rethrows -> Result {
        try key.withUnsafeMutableBytes { key in
            defer { wipe(key) }
            return try body(key)
        }
    }
}
