/// The address that a login belongs to: a web page, a program, or a name that a program has chosen.
///
/// This is the only parser for such texts, whether a browser or a program sends them or the user types them.
/// Specified in: website-matching 1.
public enum WebAddress: Hashable, Sendable {
    /// An address that begins with `http://` or `https://`, or a domain without a scheme, which counts as https.
    case page(PageAddress)
    /// The identifier after `app://`, compared byte by byte.
    case app(String)
    /// Any other text, in lower case. It matches only itself.
    case opaque(String)

    /// The maximum size of an address, in bytes.
    public static let mostBytes = 65_536
    /// The maximum size of an address that is not a page's, in bytes.
    public static let mostBytesOfKey = 1_024

    /// Parses an address.
    ///
    /// - Parameter text: at most 65,536 bytes. Surrounding blanks and line breaks are ignored.
    /// - Throws: the error that names the violated rule. A text without a scheme is never malformed: it is opaque.
    public init(_ text: String) throws(WebAddressError) {
        guard text.utf8.count <= Self.mostBytes else { throw .tooLong }
        let bytes = Self.trimmed(text)
        guard !bytes.isEmpty else { throw .empty }
        guard !Self.hasControlCharacter(bytes) else { throw .controlCharacter }
        guard let (scheme, rest) = Self.splitScheme(bytes) else {
            if Self.isMissingSlashes(bytes) { throw .noSlashes }
            if let page = PageAddress(bareDomain: bytes) { self = .page(page) } else { self = try Self.key(bytes) }
            return
        }
        switch scheme {
        case "http": self = .page(try PageAddress(scheme: .http, rest: rest))
        case "https": self = .page(try PageAddress(scheme: .https, rest: rest))
        case "app": self = .app(try Self.appIdentifier(rest))
        default: self = try Self.key(bytes)
        }
    }

    private static func key(_ bytes: ArraySlice<UInt8>) throws(WebAddressError) -> WebAddress {
        guard bytes.count <= mostBytesOfKey else { throw .tooLong }
        let key = String(decoding: bytes, as: UTF8.self).lowercased()
        // Some letters have more bytes in lower case.
        guard key.utf8.count <= mostBytesOfKey else { throw .tooLong }
        return .opaque(key)
    }

    private static func appIdentifier(_ bytes: ArraySlice<UInt8>) throws(WebAddressError) -> String {
        let forbidden = Array("/\\?#@:".utf8)
        guard (1...255).contains(bytes.count),
            bytes.allSatisfy({ (0x21...0x7E).contains($0) && !forbidden.contains($0) })
        else { throw .appIdentifier }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension WebAddress: CustomStringConvertible {
    /// The canonical form of the address, which is parsed to the same address again.
    public var description: String {
        switch self {
        case .page(let page): page.description
        case .app(let identifier): "app://" + identifier
        case .opaque(let key): key
        }
    }
}

extension WebAddress {
    private static func trimmed(_ text: String) -> ArraySlice<UInt8> {
        let isBlank = { (byte: UInt8) in [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
        let bytes = Array(text.utf8)
        guard let first = bytes.firstIndex(where: { !isBlank($0) }), let last = bytes.lastIndex(where: { !isBlank($0) })
        else { return [] }
        return bytes[first...last]
    }

    /// Whether the text contains control characters of ASCII or U+0080 to U+009F. Browsers ignore some of them, so that one text would have
    /// two meanings.
    private static func hasControlCharacter(_ bytes: ArraySlice<UInt8>) -> Bool {
        var previous: UInt8 = 0
        for byte in bytes {
            if byte < 0x20 || byte == 0x7F || (previous == 0xC2 && byte < 0xA0) { return true }
            previous = byte
        }
        return false
    }

    /// Splits a text at `://` and returns the scheme in lower case and the rest; `nil` without a scheme according to RFC 3986 (3.1).
    private static func splitScheme(_ bytes: ArraySlice<UInt8>) -> (String, ArraySlice<UInt8>)? {
        let others = Array("+-.".utf8)
        let scheme = bytes.prefix { $0.isLetterOrDigit || others.contains($0) }
        let rest = bytes[scheme.endIndex...]
        guard let first = scheme.first, !first.isDigit, !others.contains(first), rest.starts(with: "://".utf8) else {
            return nil
        }
        return (String(decoding: scheme, as: UTF8.self).lowercased(), rest.dropFirst(3))
    }

    /// Whether the slashes after the scheme are missing. Browsers read `https:example.com` as an address, others as a host `https`.
    private static func isMissingSlashes(_ bytes: ArraySlice<UInt8>) -> Bool {
        let scheme = String(decoding: bytes.prefix(6), as: UTF8.self).lowercased()
        return scheme == "https:" || scheme.hasPrefix("http:")
    }
}
