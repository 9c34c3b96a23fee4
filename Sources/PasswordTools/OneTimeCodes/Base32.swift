import Secrets

/// Base32 as it is used for secrets of one-time codes: any case, blanks and hyphens between groups, padding optional.
///
/// Specified in: RFC 4648, section 6.
enum Base32 {
    /// Decodes a text. Remaining bits that do not fill a byte are dropped, as in other programs: some sites generate
    /// characters instead of bytes.
    ///
    /// - Throws: for other characters, or if the result is not 1 to 128 bytes.
    static func decode(_ text: UnsafeRawBufferPointer) throws(OneTimeCodeError) -> SecretBytes {
        var bytes = SecretBytes(zeros: text.count)
        var count = 0
        var isWellFormed = true
        bytes.withUnsafeMutableBytes { bytes in
            var bits: UInt32 = 0
            var width = 0
            var isPadding = false
            for character in text where !isBlank(character) {
                if character == UInt8(ascii: "=") {
                    isPadding = true
                    continue
                }
                guard !isPadding, let value = value(of: character) else {
                    isWellFormed = false
                    return
                }
                bits = bits << 5 & 0xFFF | UInt32(value)
                width += 5
                if width >= 8 {
                    width -= 8
                    bytes[count] = UInt8(truncatingIfNeeded: bits >> UInt32(width))
                    count += 1
                }
            }
        }
        guard isWellFormed else {
            throw OneTimeCodeError("the secret is not Base32: it contains characters other than A to Z and 2 to 7")
        }
        guard (1...OneTimeCode.longestSecret).contains(count) else {
            throw OneTimeCodeError("the secret does not have 1 to \(OneTimeCode.longestSecret) bytes")
        }
        return bytes.withUnsafeBytes { SecretBytes(copying: UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }

    /// Encodes a secret in capital letters, without padding.
    static func encode(_ secret: borrowing SecretBytes) -> SecretBytes {
        secret.withUnsafeBytes { bytes in
            SecretBytes(count: (bytes.count * 8 + 4) / 5) { text in
                for index in 0..<text.count {
                    let bit = index * 5
                    let high = UInt16(bytes[bit / 8]) << 8
                    let low = bit / 8 + 1 < bytes.count ? UInt16(bytes[bit / 8 + 1]) : 0
                    let value = UInt8(truncatingIfNeeded: (high | low) >> UInt16(11 - bit % 8)) & 31
                    text[index] = value < 26 ? UInt8(ascii: "A") + value : UInt8(ascii: "2") + (value - 26)
                }
            }
        }
    }

    private static func isBlank(_ character: UInt8) -> Bool {
        [0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: "-")].contains(character)
    }

    private static func value(of character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a")
        case UInt8(ascii: "2")...UInt8(ascii: "7"): character - UInt8(ascii: "2") + 26
        default: nil
        }
    }
}
