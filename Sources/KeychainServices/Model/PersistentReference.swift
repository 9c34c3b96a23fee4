import Foundation
import Secrets

/// A reference to an item that stays valid when attributes change: the four-letter code of the class and the item's 16-byte id.
///
/// Specified in: Docs/keychain-format.md, "Persistent references".
public struct PersistentReference: Hashable, Sendable {
    enum Target: Hashable, Sendable {
        case id(ItemID)
        /// The number of the row in this file: the form that old systems used. Accepted, never made.
        case row(Int64)
    }

    /// The class of the item.
    public let itemClass: ItemClass
    let target: Target

    /// Makes the reference of the item with this id.
    public init(itemClass: ItemClass, id: ItemID) {
        self.itemClass = itemClass
        target = .id(id)
    }

    init(itemClass: ItemClass, target: Target) {
        self.itemClass = itemClass
        self.target = target
    }

    /// The bytes that programs store: 20, or the 12 of an old reference.
    public var data: Data {
        switch target {
        case .id(let id): Data(itemClass.code.utf8) + id.data
        case .row(let row): Data(itemClass.code.utf8) + withUnsafeBytes(of: row.bigEndian) { Data($0) }
        }
    }

    /// Parses a reference.
    ///
    /// - Throws: `.parameter` if `data` has another length or its first four bytes name no class.
    public init(data: Data) throws(KeychainError) {
        guard data.count == 20 || data.count == 12,
            let itemClass = ItemClass.named(String(decoding: data.prefix(4), as: UTF8.self))
        else { throw .parameter("not a persistent reference") }
        self.itemClass = itemClass
        let rest = data.dropFirst(4)
        if rest.count == 16 {
            target = .id(ItemID(bytes: rest))
        } else {
            target = .row(Int64(bitPattern: rest.reduce(0) { $0 << 8 | UInt64($1) }))
        }
    }
}

/// The id of an item: the 16 bytes of a random UUID, never reused.
public struct ItemID: Hashable, Sendable {
    private let high: UInt64
    private let low: UInt64

    /// Makes a random UUID (RFC 9562, 5.4).
    public static func makeRandom() -> ItemID {
        var bytes = SecureRandom.bytes(16)
        bytes[6] = bytes[6] & 0x0f | 0x40
        bytes[8] = bytes[8] & 0x3f | 0x80
        return ItemID(bytes: bytes)
    }

    /// Makes an id from its bytes.
    ///
    /// - Parameter bytes: exactly 16.
    init(bytes: some Collection<UInt8>) {
        precondition(bytes.count == 16)
        high = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        low = bytes.suffix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The 16 bytes.
    public var data: Data { withBytes { Data($0) } }

    /// Calls `body` with the 16 bytes, in big-endian order.
    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try withUnsafeBytes(of: (high.bigEndian, low.bigEndian), body)
    }
}

extension ItemID: CustomStringConvertible {
    /// 32 hexadecimal digits.
    public var description: String {
        data.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
