import Glibc
import Secrets

/// The byte sequences that are masked: values, and the encodings in which programs print them.
///
/// Specified in: Docs/secret-references.md, "Masking".
public struct MaskPatterns: Sendable {
    /// The minimum size of a value in bytes. A shorter one stands in too many places that are no secret.
    public static let smallestValue = 4

    private var patterns: [SecretValue] = []
    /// The patterns that begin with each byte, the longest first.
    private var byFirst: [[Int]] = Array(repeating: [], count: 256)
    private var isFirst = [Bool](repeating: false, count: 256)
    /// The patterns by the hash of their bytes, so that each is there once.
    private var byHash: [Int: [Int]] = [:]

    /// Makes the patterns of some values. Those that are too short are left out.
    public init(_ values: [SecretValue]) {
        for value in values where value.count >= Self.smallestValue {
            value.withUnsafeBytes { addAll(of: $0) }
        }
        byHash = [:]
        for index in patterns.indices {
            if let first = patterns[index].withUnsafeBytes({ $0.first }) { byFirst[Int(first)].append(index) }
        }
        for first in byFirst.indices {
            isFirst[first] = !byFirst[first].isEmpty
            byFirst[first].sort { patterns[$0].count > patterns[$1].count }
        }
    }

    /// Whether nothing is masked.
    public var isEmpty: Bool { patterns.isEmpty }

    enum Match: Equatable {
        /// No pattern begins here.
        case none
        /// A pattern of this length begins here.
        case found(Int)
        /// The bytes are the beginning of a pattern, and it takes more of them to decide.
        case undecided
    }

    /// Looks for the longest pattern at the beginning of `bytes`.
    ///
    /// - Parameter isEnd: whether no bytes follow.
    func match(at bytes: UnsafeRawBufferPointer, isEnd: Bool) -> Match {
        guard let start = bytes.baseAddress, let first = bytes.first else { return .none }
        for index in byFirst[Int(first)] {
            let pattern = patterns[index]
            let count = min(pattern.count, bytes.count)
            guard !isEnd || count == pattern.count else { continue }
            let isSame = pattern.withUnsafeBytes { memcmp(start, $0.baseAddress ?? start, count) == 0 }
            if isSame { return count == pattern.count ? .found(count) : .undecided }
        }
        return .none
    }

    /// Whether a pattern begins with a byte.
    func begins(with byte: UInt8) -> Bool { isFirst[Int(byte)] }

    // MARK: - Encodings

    private mutating func addAll(of value: UnsafeRawBufferPointer) {
        add(of: value.count) { $0 = Array(value) }
        let trimmed = value.reversed().drop { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }.count
        if trimmed < value.count, trimmed >= Self.smallestValue {
            addAll(of: UnsafeRawBufferPointer(rebasing: value[..<trimmed]))
        }
        for alphabet in [Base64.standard, Base64.forAddresses] {
            for offset in 0..<3 {
                add(of: value.count * 2) { $0 = Base64.stablePart(of: value, after: offset, alphabet) }
            }
            add(of: value.count * 2) { $0 = Base64.encode(value, alphabet) }
            for width in [64, 76] where value.count * 4 / 3 > width {
                add(of: value.count * 2) {
                    $0 = Base64.wrapped(Base64.stablePart(of: value, after: 0, alphabet), width)
                }
            }
        }
        for digits: StaticString in ["0123456789ABCDEF", "0123456789abcdef"] {
            for isBlankPlus in [false, true] {
                add(of: value.count * 3) { bytes in
                    PercentEncoding.encode(value, digits: digits, isBlankPlus: isBlankPlus) { bytes.append($0) }
                }
            }
        }
    }

    /// Adds what `make` writes into an array, which is wiped.
    private mutating func add(of size: Int, _ make: (inout [UInt8]) -> Void) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size)
        make(&bytes)
        defer { bytes.withUnsafeMutableBytes { wipe($0) } }
        guard bytes.count >= Self.smallestValue else { return }
        insert(bytes)
        guard bytes.contains(UInt8(ascii: "\n")) else { return }
        // What a terminal makes of line feeds.
        var forTerminal: [UInt8] = []
        forTerminal.reserveCapacity(bytes.count * 2)
        for byte in bytes {
            if byte == UInt8(ascii: "\n") { forTerminal.append(UInt8(ascii: "\r")) }
            forTerminal.append(byte)
        }
        defer { forTerminal.withUnsafeMutableBytes { wipe($0) } }
        insert(forTerminal)
    }

    private mutating func insert(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { bytes in
            var hasher = Hasher()
            hasher.combine(bytes: bytes)
            let hash = hasher.finalize()
            let isKnown = (byHash[hash] ?? []).contains { index in
                patterns[index].withUnsafeBytes { constantTimeEquals($0, bytes) }
            }
            guard !isKnown else { return }
            byHash[hash, default: []].append(patterns.count)
            patterns.append(SecretValue(copying: bytes))
        }
    }
}

/// Base64 (RFC 4648), also of a value in the middle of other bytes.
enum Base64 {
    static let standard: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    static let forAddresses: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

    /// Returns the characters that only `value` decides, where `offset` bytes (0 to 2) precede it in its group of three.
    static func stablePart(of value: UnsafeRawBufferPointer, after offset: Int, _ alphabet: StaticString) -> [UInt8] {
        let first = (offset * 8 + 5) / 6
        let end = (offset + value.count) * 8 / 6
        guard first < end else { return [] }
        return (first..<end).map { alphabet.utf8Start[sextet($0, value, offset)] }
    }

    /// Returns the whole encoding, with padding.
    static func encode(_ value: UnsafeRawBufferPointer, _ alphabet: StaticString) -> [UInt8] {
        let count = (value.count * 8 + 5) / 6
        var text = (0..<count).map { alphabet.utf8Start[sextet($0, value, 0)] }
        while !text.count.isMultiple(of: 4) { text.append(UInt8(ascii: "=")) }
        return text
    }

    /// Returns a text with line feeds after every `width` characters.
    static func wrapped(_ text: [UInt8], _ width: Int) -> [UInt8] {
        var lines: [UInt8] = []
        for (index, byte) in text.enumerated() {
            if index > 0, index.isMultiple(of: width) { lines.append(UInt8(ascii: "\n")) }
            lines.append(byte)
        }
        return lines
    }

    /// The six bits of a character; bits outside of `value` are zero.
    private static func sextet(_ index: Int, _ value: UnsafeRawBufferPointer, _ offset: Int) -> Int {
        let bit = index * 6 - offset * 8
        func byte(_ position: Int) -> Int { value.indices.contains(position) ? Int(value[position]) : 0 }
        let position = bit >= 0 ? bit / 8 : -1
        let pair = byte(position) << 8 | byte(position + 1)
        return pair >> (10 - (bit - position * 8)) & 63
    }
}
