import CSodium

/// A 32-byte hash of a program's executable files or of a token.
package struct Digest: Hashable, Sendable {
    /// The length in bytes.
    package static let count = 32

    /// The 32 bytes.
    package let bytes: [UInt8]

    /// - Returns: `nil` unless there are 32 bytes.
    package init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == Self.count else { return nil }
        self.bytes = Array(bytes)
    }

    private init(exactly bytes: [UInt8]) { self.bytes = bytes }

    /// The digest of a program of which root can change all files alone, as the helper that identifies programs makes it: over a label and
    /// the number of other files, 0.
    static let ofNoFiles = sha256("chatelaine mapped files 1\0" + String(repeating: "\0", count: 8))

    /// Returns the SHA-256 of `text`.
    static func sha256(_ text: String) -> Digest {
        let input = Array(text.utf8)
        var output = [UInt8](repeating: 0, count: count)
        _ = crypto_hash_sha256(&output, input, UInt64(input.count))
        return Digest(exactly: output)
    }

    /// Returns the BLAKE2b of `text`, 32 bytes.
    static func blake2b(_ text: String) -> Digest {
        let input = Array(text.utf8)
        var output = [UInt8](repeating: 0, count: count)
        _ = crypto_generichash(&output, output.count, input, UInt64(input.count), nil, 0)
        return Digest(exactly: output)
    }

    /// Whether both digests are equal, compared in constant time.
    func equalsInConstantTime(_ other: Digest) -> Bool { sodium_memcmp(bytes, other.bytes, Self.count) == 0 }

    /// The digest in lowercase hexadecimal digits.
    package var hexadecimal: String { bytes.hexadecimal }
}

extension Digest: Codable {
    /// - Throws: `DecodingError` unless there are 64 hexadecimal digits.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let digits = Array(try container.decode(String.self).utf8)
        let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap { index in
            UInt8(String(decoding: digits[index...index + 1], as: UTF8.self), radix: 16)
        }
        // Comparing with the canonical spelling refuses every other spelling.
        guard digits.count == 2 * Self.count, let digest = Digest(bytes), digest.hexadecimal.utf8.elementsEqual(digits)
        else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a digest of 32 bytes")
        }
        self = digest
    }

    /// Writes the hexadecimal digits.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(hexadecimal)
    }
}

extension Collection<UInt8> {
    /// The bytes in lowercase hexadecimal digits.
    var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}

/// Returns `count` random bytes from the system.
func randomBytes(_ count: Int) -> [UInt8] {
    precondition(sodium_init() >= 0, "libsodium could not start: the system has no source of randomness")
    var bytes = [UInt8](repeating: 0, count: count)
    randombytes_buf(&bytes, count)
    return bytes
}
