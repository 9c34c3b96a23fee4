import Foundation
import KeychainServices
import Secrets
import SwiftProtobuf

/// The encoding of items in the file and in the agent's protocol: version (1), length of the message (4, big-endian), the message, and for
/// each secret its length (4) and its bytes.
///
/// Specified in: Docs/vault-format.md, "Items".
package enum ItemCoding {
    private static let version: UInt8 = 1
    private static let headSize = 5
    private static let lengthSize = 4
    /// The maximum size of an encoded item in bytes, so that a keychain accepts it.
    static let maximumSize = 8 << 20

    /// Encodes an item.
    ///
    /// - Throws: `.parameter` for an item that is too large.
    package static func encode(_ item: VaultItem) throws(KeychainError) -> Data {
        var secrets: [Secret] = []
        let message: Data
        do {
            message = try StoredItem(item, &secrets).serializedBytes()
        } catch {
            throw .parameter("the item cannot be stored")
        }
        let size = secrets.reduce(headSize + message.count) { $0 + lengthSize + $1.count }
        guard size <= maximumSize else {
            throw KeychainError(
                .parameter, "the item is larger than \(maximumSize >> 20) MiB",
                remedy: "store long texts as an attachment: chatelaine vault attach add")
        }
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 1)
        defer {
            wipe(bytes)
            bytes.deallocate()
        }
        bytes[0] = version
        var position = 1
        func append(length: Int) {
            bytes.storeBytes(of: UInt32(truncatingIfNeeded: length).bigEndian, toByteOffset: position, as: UInt32.self)
            position += lengthSize
        }
        func append(_ part: UnsafeRawBufferPointer) {
            UnsafeMutableRawBufferPointer(rebasing: bytes[position..<position + part.count]).copyMemory(from: part)
            position += part.count
        }
        append(length: message.count)
        message.withUnsafeBytes { append($0) }
        for secret in secrets {
            append(length: secret.count)
            secret.withUnsafeBytes { append($0) }
        }
        return Data(wipedWhenFreed: UnsafeRawBufferPointer(bytes))
    }

    /// Decodes an item.
    ///
    /// - Throws: `.decode` for bytes that ``encode(_:)`` does not produce.
    package static func decode(_ bytes: Data, id: UUID) throws(KeychainError) -> VaultItem {
        let parts = bytes.withUnsafeBytes { split($0) }
        guard let parts else { throw damaged }
        do {
            return try VaultItem(id: id, StoredItem(serializedBytes: parts.message), parts.secrets)
        } catch {
            throw damaged
        }
    }

    private static func split(_ bytes: UnsafeRawBufferPointer) -> (message: Data, secrets: [Secret])? {
        guard bytes.count >= headSize, bytes.count <= maximumSize, bytes[0] == version else { return nil }
        var position = 1
        func next() -> UnsafeRawBufferPointer? {
            guard bytes.count - position >= lengthSize else { return nil }
            let length = Int(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self)))
            position += lengthSize
            guard bytes.count - position >= length else { return nil }
            defer { position += length }
            return UnsafeRawBufferPointer(rebasing: bytes[position..<position + length])
        }
        guard let message = next() else { return nil }
        var secrets: [Secret] = []
        while position < bytes.count {
            guard let secret = next() else { return nil }
            secrets.append(Secret(copying: secret))
        }
        return (Data(message), secrets)
    }

    static var damaged: KeychainError {
        KeychainError(
            .decode, "an item of the vault is damaged", remedy: "examine the vault with: chatelaine doctor")
    }
}
