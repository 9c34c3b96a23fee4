import Foundation
import KeychainServices
import Secrets

/// The encoding of several items in the agent's protocol: for each its id (16), its length (4, big-endian), and its bytes.
package enum ItemList {
    private static let idSize = 16
    private static let headSize = idSize + 4

    package static func encode(_ items: [VaultItem]) throws(KeychainError) -> Data {
        var bytes = Data()
        defer { bytes.wipe() }
        for item in items {
            let content = try ItemCoding.encode(item)
            bytes.append(item.id.data)
            withUnsafeBytes(of: UInt32(truncatingIfNeeded: content.count).bigEndian) { bytes.append(contentsOf: $0) }
            bytes.append(content)
        }
        return bytes.withUnsafeBytes { Data(wipedWhenFreed: $0) }
    }

    /// Decodes a list of items.
    ///
    /// - Throws: `.decode` for bytes that ``encode(_:)`` does not produce.
    package static func decode(_ bytes: UnsafeRawBufferPointer) throws(KeychainError) -> [VaultItem] {
        var (position, items) = (0, [VaultItem]())
        while position < bytes.count {
            guard bytes.count - position >= headSize,
                let id = UUID(bytes: UnsafeRawBufferPointer(rebasing: bytes[position..<position + idSize]))
            else { throw ItemCoding.damaged }
            let length = Int(
                UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: position + idSize, as: UInt32.self)))
            position += headSize
            guard length <= bytes.count - position else { throw ItemCoding.damaged }
            let content = UnsafeRawBufferPointer(rebasing: bytes[position..<position + length])
            items.append(try ItemCoding.decode(Data(wipedWhenFreed: content), id: id))
            position += length
        }
        return items
    }
}
