import Foundation
import KeyManagement

/// A private key of the token that is no item: sealed as an item is, by the same class key, and kept by the program that has made it.
///
/// Specified in: Docs/keychain-format.md, "Keys of the token".
package struct SealedKey: Hashable, Sendable {
    /// The external representation of the public half, which the sealed attributes repeat.
    package let publicHalf: [UInt8]
    /// All of it, for the program to keep.
    package let bytes: [UInt8]

    private static let magic = Array("CHSKEY01".utf8)
    private static let publicCount = 65
    /// The most bytes: attributes of 1 MiB and a key.
    private static let most = (1 << 20) + 16384

    /// Reads what a program has kept. Whether it is genuine shows when the key is used.
    ///
    /// - Throws: `.parameter` for anything else.
    package init(_ bytes: [UInt8]) throws(KeychainError) {
        guard bytes.count <= Self.most, bytes.starts(with: Self.magic),
            bytes.count > Self.magic.count + Self.publicCount
        else { throw Self.malformed }
        self.bytes = bytes
        publicHalf = Array(bytes.dropFirst(Self.magic.count).prefix(Self.publicCount))
        _ = try parts()
    }

    init(_ item: SealedItem, publicHalf: [UInt8]) {
        self.publicHalf = publicHalf
        var all = Self.magic + publicHalf + item.head.id.withBytes { Array($0) } + [item.head.protection.rawValue]
        for number in [item.head.classKey, item.head.revision] {
            withUnsafeBytes(of: number.bigEndian) { all += $0 }
        }
        for part in [item.tagBytes, item.wrappedKey, item.metadata, item.secret] {
            withUnsafeBytes(of: UInt32(clamping: part.count).bigEndian) { all += $0 }
            all += part
        }
        bytes = all
    }

    /// Calls `body` with the key as a row of an item.
    func withRow<Result>(_ body: (ItemRow) throws -> Result) throws -> Result {
        let (head, ranges) = try parts()
        return try bytes.withUnsafeBytes { bytes in
            let parts = ranges.map { UnsafeRawBufferPointer(rebasing: bytes[$0]) }
            return try body(
                ItemRow(head: head, tags: parts[0], wrappedKey: parts[1], metadata: parts[2], secret: parts[3]))
        }
    }

    private func parts() throws(KeychainError) -> (head: ItemHead, parts: [Range<Int>]) {
        var rest = bytes.dropFirst(Self.magic.count + Self.publicCount)
        func number(_ count: Int) throws(KeychainError) -> UInt64 {
            guard rest.count >= count else { throw Self.malformed }
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count).reduce(0) { $0 << 8 | UInt64($1) }
        }
        guard rest.count >= 16 else { throw Self.malformed }
        let id = ItemID(bytes: rest.prefix(16))
        rest = rest.dropFirst(16)
        guard let protection = ProtectionClass(rawValue: UInt8(truncatingIfNeeded: try number(1))) else {
            throw Self.malformed
        }
        let (classKey, revision) = (try number(8), try number(8))
        var ranges: [Range<Int>] = []
        for _ in 0..<4 {
            let count = Int(try number(4))
            guard count <= rest.count else { throw Self.malformed }
            ranges.append(rest.startIndex..<rest.startIndex + count)
            rest = rest.dropFirst(count)
        }
        guard rest.isEmpty else { throw Self.malformed }
        let head = ItemHead(
            id: id, itemClass: .key, flags: [], protection: protection, classKey: Int64(bitPattern: classKey),
            revision: Int64(bitPattern: revision))
        return (head, ranges)
    }

    private static var malformed: KeychainError {
        KeychainError(
            .parameter, "the data is not a key of this token",
            remedy: "a private key cannot be brought into the token: make one there")
    }
}

/// The private key of an operation.
package enum PrivateKeyReference: Hashable, Sendable {
    /// The reference of a key's item, or of an identity.
    case item(PersistentReference)
    /// A key of the token that is no item.
    case sealed(SealedKey)
}

extension ItemRow {
    /// A row that is not in a table.
    init(
        head: ItemHead, tags: UnsafeRawBufferPointer, wrappedKey: UnsafeRawBufferPointer,
        metadata: UnsafeRawBufferPointer, secret: UnsafeRawBufferPointer
    ) {
        number = 0
        (self.head, self.tags, self.wrappedKey) = (head, tags, wrappedKey)
        (self.metadata, self.secret, secretSize) = (metadata, secret, secret.count)
    }
}
