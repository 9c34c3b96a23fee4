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
    func secrets(of row: ItemRow) throws -> Attributes {
        let classKey = try keys.classKey(number: row.head.classKey)
        let wrapped = row.wrappedKey
        let secret = row.secret
        let keyPlace = row.head.associatedData("key", keychainID: keychainID)
        let secretPlace = row.head.associatedData("secret", keychainID: keychainID)
        return try scratch.use { key in
            let unwrapped =
                wrapped.count == AES256GCM.keySize + AES256GCM.overhead
                && keyPlace.withUnsafeBytes {
                    classKey.unwrap(itemKey: wrapped, associatedData: $0, into: key)
                }
            guard unwrapped else { throw KeychainError.damaged("an item") }
            return try open(secret, key: key, associatedData: secretPlace) {
                try AttributeCoding.decode($0, wipesData: true)
            }
        }
    }

    /// Seals an item for the file under a class key that is open.
    func seal(_ head: ItemHead, attributes: Attributes, data: Data?, secretAttributes: Attributes, classKey: ClassKey)
        -> SealedItem
    {
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
            let wrapped = head.associatedData("key", keychainID: keychainID).withUnsafeBytes { place in
                bytes(count: key.count + AES256GCM.overhead) {
                    classKey.wrap(itemKey: UnsafeRawBufferPointer(key), associatedData: place, into: $0)
                }
            }
            let plaintext = AttributeCoding.encode(secretAttributes, data.map { (.data, $0) })
            return (
                wrapped,
                seal(plaintext, key: key, associatedData: head.associatedData("secret", keychainID: keychainID))
            )
        }
        return SealedItem(head: head, tags: tags, wrappedKey: wrappedKey, metadata: metadata, secret: secret)
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
