import KeyManagement

/// The commit counter as the lock file holds it: the numbers up to which the keychain's changes were acknowledged and moved.
///
/// Specified in: Docs/keychain-format.md, "Commit counter".
struct CounterRecord: Equatable, Sendable {
    /// The position in the lock file: behind the name of the lock's holder, in the same sector, so that it is written as a whole.
    static let offset = 256
    static let size = 72
    private static let magic = Array("CHCOUNT1".utf8)
    private static let idSize = 16
    private static let tagSize = 32

    /// The keychain's id, which ties the counter to this file and its copies.
    let keychainID: [UInt8]
    /// The number of the last acknowledged change.
    var number: Int64
    /// The number of the last change in the main file when the whole log was last moved to it; 0 if that is not known.
    var moved: Int64

    init(keychainID: [UInt8], number: Int64, moved: Int64) {
        self.keychainID = keychainID
        self.number = number
        self.moved = moved
    }

    /// Reads a record. Nil for bytes that were not written as a whole with this key: the counter is not known then.
    init?(_ bytes: [UInt8], key: CommitCounterKey) {
        guard bytes.count == Self.size, bytes.starts(with: Self.magic) else { return nil }
        let tagged = Array(bytes.dropLast(Self.tagSize))
        guard key.tag(tagged) == Array(bytes.suffix(Self.tagSize)) else { return nil }
        let id = Self.magic.count..<Self.magic.count + Self.idSize
        keychainID = Array(bytes[id])
        number = Self.number(bytes[id.upperBound..<id.upperBound + 8])
        moved = Self.number(bytes[id.upperBound + 8..<id.upperBound + 16])
    }

    /// Returns the record's bytes: magic (8), keychain id (16), both numbers (8 each), tag (32).
    func bytes(key: CommitCounterKey) -> [UInt8] {
        let tagged = Self.magic + keychainID + Self.bytes(number) + Self.bytes(moved)
        return tagged + key.tag(tagged)
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
        Int64(bitPattern: bytes.reduce(0) { $0 << 8 | UInt64($1) })
    }

    private static func bytes(_ number: Int64) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }
}
