import Secrets

/// Base64 with the usual alphabet.
///
/// Specified in: RFC 4648, 4.
enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 0xFF, count: 256)
        for (value, letter) in alphabet.enumerated() { values[Int(letter)] = UInt8(value) }
        return values
    }()
    private static let padding = UInt8(ascii: "=")

    /// Decodes a text with line breaks and blanks anywhere; nil for another letter, or if the end is not that of a text.
    static func decode(_ text: UnsafeRawBufferPointer) -> SecretBytes? {
        var (count, isValid) = (0, true)
        let decoded = SecretBytes(count: text.count / 4 * 3 + 3) { isValid = decode(text, into: $0, &count) }
        guard isValid else { return nil }
        return decoded.withUnsafeBytes { SecretBytes(copying: UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }

    private static func decode(
        _ text: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer, _ count: inout Int
    ) -> Bool {
        var (bits, letters, paddings): (UInt32, Int, Int) = (0, 0, 0)
        for byte in text where !isBlank(byte) {
            if byte == padding {
                paddings += 1
                continue
            }
            let value = values[Int(byte)]
            guard value != 0xFF, paddings == 0 else { return false }
            bits = bits << 6 | UInt32(value)
            letters += 1
            if letters & 3 == 0 {
                put(bits, 3, into: output, &count)
                bits = 0
            }
        }
        let last = letters & 3
        guard last != 1, paddings == (last == 0 ? 0 : 4 - last) else { return false }
        if last > 0 { put(bits << UInt32(6 * (4 - last)), last - 1, into: output, &count) }
        return true
    }

    private static func put(
        _ bits: UInt32, _ bytes: Int, into output: UnsafeMutableRawBufferPointer, _ count: inout Int
    ) {
        for index in 0..<bytes { output[count + index] = UInt8(truncatingIfNeeded: bits >> UInt32(16 - 8 * index)) }
        count += bytes
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    /// The number of characters of an encoding, without line breaks.
    static func encodedCount(_ count: Int) -> Int { (count + 2) / 3 * 4 }

    /// Writes the encoding in lines.
    static func encode(
        _ bytes: UnsafeRawBufferPointer, lineLength: Int, _ write: (UInt8) -> Void
    ) {
        var column = 0
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - group.count))
            for index in 0..<4 {
                let letter = alphabet[Int(bits >> UInt32(18 - 6 * index)) & 63]
                write(index <= group.count ? letter : padding)
            }
            column += 4
            if column == lineLength, start + 3 < bytes.count {
                write(UInt8(ascii: "\n"))
                column = 0
            }
        }
    }
}
