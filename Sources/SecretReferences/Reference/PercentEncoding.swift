/// The percent-encoding of RFC 3986, section 2.1.
enum PercentEncoding {
    /// Whether a byte is one of the unreserved characters (section 2.3).
    static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }

    /// Calls `append` with each byte of the encoding of `bytes`.
    ///
    /// - Parameters:
    ///   - digits: the 16 digits: with capitals, as the RFC wants them, or without.
    ///   - isBlankPlus: whether a blank becomes `+`, as in forms.
    static func encode(
        _ bytes: some Sequence<UInt8>, digits: StaticString = "0123456789ABCDEF", isBlankPlus: Bool = false,
        append: (UInt8) -> Void
    ) {
        for byte in bytes {
            if isUnreserved(byte) {
                append(byte)
            } else if byte == UInt8(ascii: " "), isBlankPlus {
                append(UInt8(ascii: "+"))
            } else {
                append(UInt8(ascii: "%"))
                append(digits.utf8Start[Int(byte >> 4)])
                append(digits.utf8Start[Int(byte & 15)])
            }
        }
    }

    /// Returns the encoding of a text.
    static func text(_ text: String) -> String {
        var bytes: [UInt8] = []
        encode(text.utf8) { bytes.append($0) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
