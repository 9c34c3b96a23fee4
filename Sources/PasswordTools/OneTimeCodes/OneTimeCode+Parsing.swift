import Secrets

extension OneTimeCode {
    /// The maximum size of a text, in bytes of UTF-8.
    public static let longestText = 4096
    /// The maximum number of parameters of a URI: as many as the unknown ones that are kept, and the same number for
    /// known ones.
    static let maximumParameters = OneTimeCodeSettings.mostOthers * 2

    /// Parses the text that a site shows or another program exports: an `otpauth` URI, a `steam` URI, or a bare secret
    /// in Base32.
    ///
    /// - Parameter text: the text in UTF-8, at most 4,096 bytes; surrounding white space is ignored.
    /// - Throws: if it is none of these, or contradicts itself.
    public static func parse(_ text: borrowing SecretBytes) throws(OneTimeCodeError) -> OneTimeCode {
        try text.withUnsafeBytes { bytes throws(OneTimeCodeError) in
            guard bytes.count <= longestText else {
                throw OneTimeCodeError("the text has more than \(longestText) bytes")
            }
            let text = trimmed(bytes[...])
            guard let colon = schemeEnd(text) else {
                return try OneTimeCode(secret: Base32.decode(UnsafeRawBufferPointer(rebasing: text)))
            }
            let rest = text[(colon + 3)...]
            switch String(decoding: text[..<colon], as: UTF8.self).lowercased() {
            case "otpauth": return try URIReader(rest).code()
            case "steam":
                let secret = try Base32.decode(UnsafeRawBufferPointer(rebasing: rest))
                return try OneTimeCode(secret: secret, settings: OneTimeCodeSettings(format: .steam))
            case "otpauth-migration":
                throw OneTimeCodeError(
                    "this is an export of several accounts: export a single account from the other program")
            default: throw OneTimeCodeError("this is not an otpauth URI")
            }
        }
    }

    /// Parses a text from a string, which is not wiped.
    public static func parse(_ text: String) throws(OneTimeCodeError) -> OneTimeCode {
        try parse(SecretBytes(copying: text.utf8))
    }

    private static func trimmed(_ text: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
        let isBlank = { (byte: UInt8) in [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
        let text = text.drop(while: isBlank)
        let end = text.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? text.startIndex
        return text[..<end]
    }

    /// Returns the index of `://`; `nil` if there is none, as in a bare secret.
    private static func schemeEnd(_ text: Slice<UnsafeRawBufferPointer>) -> Int? {
        guard let colon = text.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        return text[colon...].starts(with: Array("://".utf8)) ? colon : nil
    }
}
