import Secrets

/// A secret as other programs may ask for it: under several names of formats, beside a hint that it is one.
///
/// Specified in: Docs/clipboard.md.
public final class ClipboardContent {
    /// Bytes that a secret may have.
    public static let largest = 1 << 20

    /// By this name clipboard managers ask whether to keep what was copied (KDE's Klipper, and those that followed it).
    static let hintName = "x-kde-passwordManagerHint"
    private static let hint = Array("secret".utf8)

    private let secret: SecretBytes
    /// The names of the formats, the best first.
    let formats: [String]

    /// - Parameter secret: text in UTF-8, 1 byte to 1 MiB.
    /// - Throws: `unsuitable` if it is something else.
    public init(_ secret: consuming SecretBytes) throws(ClipboardError) {
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
        // STRING is Latin-1 by the conventions of X11, so that it is offered only where that makes no difference.
        let text = ["text/plain;charset=utf-8", "UTF8_STRING", "text/plain", "TEXT"] + (isASCII ? ["STRING"] : [])
        formats = text + [Self.hintName]
    }

    /// The bytes in a format, for the length of the call.
    ///
    /// - Returns: nil if the format is not one of `formats`.
    func withBytes<Result>(as format: String, _ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
        guard formats.contains(format) else { return nil }
        return format == Self.hintName ? Self.hint.withUnsafeBytes(body) : secret.withUnsafeBytes(body)
    }

    /// Without a string, of which a copy would stay somewhere.
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
