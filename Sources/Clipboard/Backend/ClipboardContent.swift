import Secrets

/// A secret in the form in which other programs can request it: in several formats, together with a hint that it is a
/// secret.
///
/// Specified in: Docs/clipboard.md.
package final class ClipboardContent {
    /// The maximum size of a secret in bytes.
    package static let largest = 1 << 20

    /// The format that clipboard managers request to decide whether to keep the content (KDE's Klipper, and those that
    /// adopted it).
    static let hintName = "x-kde-passwordManagerHint"
    private static let hint = Array("secret".utf8)

    private let secret: SecretBytes
    /// The names of the formats, the best first.
    let formats: [String]

    /// - Parameter secret: text in UTF-8, 1 byte to 1 MiB.
    /// - Throws: `unsuitable` for anything else.
    package init(_ secret: consuming SecretBytes) throws(ClipboardError) {
        guard (1...Self.largest).contains(secret.count) else {
            throw ClipboardError(
                .unsuitable, secret.count == 0 ? "there is nothing to copy" : "the secret is larger than 1 MiB",
                remedy: "write 1 byte to 1 MiB of text to standard input")
        }
        let (isText, isASCII) = secret.withUnsafeBytes { (Self.isUTF8($0), $0.allSatisfy { $0 < 0x80 }) }
        guard isText else {
            throw ClipboardError(
                .unsuitable, "the secret is not text in UTF-8",
                remedy: "store it in a file, or encode it, as with base64")
        }
        self.secret = secret
        // STRING is Latin-1 by the conventions of X11, so it is offered only for ASCII, where that makes no difference.
        let text = ["text/plain;charset=utf-8", "UTF8_STRING", "text/plain", "TEXT"] + (isASCII ? ["STRING"] : [])
        formats = text + [Self.hintName]
    }

    /// Passes the bytes in a format to `body`, valid only during the call.
    ///
    /// - Returns: `nil` if the format is not one of `formats`.
    func withBytes<Result>(as format: String, _ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
        guard formats.contains(format) else { return nil }
        return format == Self.hintName ? Self.hint.withUnsafeBytes(body) : secret.withUnsafeBytes(body)
    }

    /// Whether bytes are UTF-8. Makes no string, whose copy would remain in memory.
    private static func isUTF8(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var decoder = UTF8()
        var rest = bytes.makeIterator()
        while true {
            switch decoder.decode(&rest) {
            case .scalarValue: continue
            case .emptyInput: return true
            case .error: return false
            }
        }
    }
}
