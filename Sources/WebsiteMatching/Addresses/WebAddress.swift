/// What a login belongs to: a page of the web, a program, or a name that a program made up.
///
/// The one parser of all texts that say so, whether a browser or a program sent them or a person typed them.
/// Specified in: website-matching 1.
public enum WebAddress: Hashable, Sendable {
    /// An address that begins with `http://` or `https://`, or a domain without a scheme, which counts as https.
    case page(PageAddress)
    /// The identifier after `app://`, which is compared byte by byte.
    case app(String)
    /// Anything else, in lower case: it means itself and nothing more.
    case opaque(String)

    /// Bytes that an address may have.
    public static let mostBytes = 65_536
    /// Bytes that an address other than a page's may have.
    public static let mostBytesOfKey = 1_024

    /// - Parameter text: at most 65,536 bytes. Blanks and line breaks around it do not count.
    /// - Throws: The error that says which rule does not hold. A text without a scheme is never malformed: it is opaque.
    public init(_ text: String) throws(WebAddressError) {
        guard text.utf8.count <= Self.mostBytes else { throw .tooLong }
        let bytes = Self.trimmed(text)
        guard !bytes.isEmpty else { throw .empty }
        guard !Self.hasControlCharacter(bytes) else { throw .controlCharacter }
        guard let (scheme, rest) = Self.splitScheme(bytes) else {
            if Self.lacksSlashes(bytes) { throw .noSlashes }
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
        // A few letters have more bytes in lower case.
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
    /// The address in its one form, which is read as the same address again.
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

    /// Those of ASCII, and U+0080 to U+009F. Browsers leave some out, so that the same text would have two meanings.
    private static func hasControlCharacter(_ bytes: ArraySlice<UInt8>) -> Bool {
        var previous: UInt8 = 0
        for byte in bytes {
            if byte < 0x20 || byte == 0x7F || (previous == 0xC2 && byte < 0xA0) { return true }
            previous = byte
        }
        return false
    }

    /// What is before `://`, in lower case, and what is after it; nil without a scheme as RFC 3986 (3.1) has it.
    private static func splitScheme(_ bytes: ArraySlice<UInt8>) -> (String, ArraySlice<UInt8>)? {
        let others = Array("+-.".utf8)
        let scheme = bytes.prefix { $0.isLetterOrDigit || others.contains($0) }
        let rest = bytes[scheme.endIndex...]
        guard let first = scheme.first, !first.isDigit, !others.contains(first), rest.starts(with: "://".utf8) else {
            return nil
        }
        return (String(decoding: scheme, as: UTF8.self).lowercased(), rest.dropFirst(3))
    }

    /// Browsers read `https:example.com` as an address, others as a host `https`.
    private static func lacksSlashes(_ bytes: ArraySlice<UInt8>) -> Bool {
        let scheme = String(decoding: bytes.prefix(6), as: UTF8.self).lowercased()
        return scheme == "https:" || scheme.hasPrefix("http:")
    }
}
