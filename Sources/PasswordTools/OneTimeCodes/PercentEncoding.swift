import Secrets

/// Percent encoding of URIs.
///
/// Specified in: RFC 3986, section 2.1.
enum PercentEncoding {
    typealias Text = Slice<UnsafeRawBufferPointer>

    /// Decodes a text.
    ///
    /// - Parameter plusIsBlank: whether `+` stands for a blank, as in forms.
    /// - Throws: if a percent sign is not followed by two hexadecimal digits.
    static func bytes(_ text: Text, plusIsBlank: Bool) throws(OneTimeCodeError) -> SecretBytes {
        var bytes = SecretBytes(zeros: text.count)
        var count = 0
        try bytes.withUnsafeMutableBytes { bytes throws(OneTimeCodeError) in
            var position = text.startIndex
            while position < text.endIndex {
                var byte = text[position]
                if byte == UInt8(ascii: "%") {
                    guard text.endIndex - position > 2, let high = digit(text[position + 1]),
                        let low = digit(text[position + 2])
                    else {
                        throw OneTimeCodeError("a percent sign in the URI is not followed by two hexadecimal digits")
                    }
                    byte = high << 4 | low
                    position += 2
                } else if byte == UInt8(ascii: "+"), plusIsBlank {
                    byte = UInt8(ascii: " ")
                }
                bytes[count] = byte
                count += 1
                position += 1
            }
        }
        return bytes.withUnsafeBytes { SecretBytes(copying: UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }

    /// Decodes a text to a string.
    ///
    /// - Throws: if it is not well-formed, or has control characters, which could be escape sequences for a terminal.
    static func string(_ text: Text, plusIsBlank: Bool) throws(OneTimeCodeError) -> String {
        let bytes = try bytes(text, plusIsBlank: plusIsBlank)
        let decoded = bytes.withUnsafeBytes { String(validating: $0, as: UTF8.self) }
        guard let decoded else { throw OneTimeCodeError("a name or a parameter of the URI is not UTF-8") }
        guard !hasControls(decoded) else {
            throw OneTimeCodeError("a name or a parameter of the URI has control characters")
        }
        return decoded
    }

    static func encode(_ text: String) -> String {
        text.utf8.reduce(into: "") { result, byte in
            let isUnreserved = CharacterClass.alphanumeric.contains(byte) || "-._~".utf8.contains(byte)
            let hexadecimal = String(byte, radix: 16, uppercase: true)
            result += isUnreserved ? String(UnicodeScalar(byte)) : (byte < 16 ? "%0" : "%") + hexadecimal
        }
    }

    static func hasControls(_ text: String) -> Bool {
        text.unicodeScalars.contains { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: true
            default: false
            }
        }
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
