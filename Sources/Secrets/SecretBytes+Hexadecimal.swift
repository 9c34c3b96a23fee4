import CSodium

extension SecretBytes {
    /// Returns the bytes as hexadecimal digits, in groups of four with hyphens between, for the user to write down.
    public borrowing func hexadecimalGroups() -> SecretBytes {
        // libsodium writes a zero byte after the digits.
        var digits = SecretBytes(zeros: count * 2 + 1)
        withUnsafeBytes { bytes in
            digits.withUnsafeMutableBytes { digits in
                guard let start = digits.bindMemory(to: CChar.self).baseAddress else { return }
                _ = sodium_bin2hex(
                    start, digits.count, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count)
            }
        }
        let groups = (count * 2 + 3) / 4
        return digits.withUnsafeBytes { digits in
            SecretBytes(count: count * 2 + max(groups - 1, 0)) { text in
                var position = 0
                for index in 0..<count * 2 {
                    if index > 0, index.isMultiple(of: 4) {
                        text[position] = UInt8(ascii: "-")
                        position += 1
                    }
                    text[position] = digits[index]
                    position += 1
                }
            }
        }
    }

    /// Decodes hexadecimal digits of either case, and ignores hyphens and spaces between them. Nil for any other text, or for another
    /// number of bytes than `count`.
    public init?(hexadecimal text: borrowing SecretBytes, count: Int) {
        var bytes = SecretBytes(zeros: count)
        var written = 0
        var end: UnsafePointer<CChar>?
        let result = text.withUnsafeBytes { text in
            let text = text.bindMemory(to: CChar.self)
            return bytes.withUnsafeMutableBytes { bytes in
                guard let start = bytes.bindMemory(to: UInt8.self).baseAddress else { return false }
                let result = sodium_hex2bin(
                    start, bytes.count, text.baseAddress, text.count, "- ", &written, &end)
                // Without an end pointer the function fails on trailing characters, but not on a missing digit.
                return result == 0 && end == text.baseAddress.map { $0 + text.count }
            }
        }
        guard result, written == count else { return nil }
        self = bytes
    }
}
