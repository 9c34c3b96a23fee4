/// A reference to a field of a vault's item, or to a secret of the keychain:
/// `chatelaine://VAULT/ITEM/FIELD`, `chatelaine://VAULT/ITEM/SECTION/FIELD`, `chatelaine://keychain/SERVICE/ACCOUNT`.
///
/// Specified in: Docs/secret-references.md, "Syntax".
public struct SecretReference: Hashable, Sendable {
    /// The item or keychain entry that a reference names.
    public enum Target: Hashable, Sendable {
        /// A field of an item. The item is named by its title or its id.
        case field(vault: String, item: String, section: String?, field: String)
        /// The secret of a generic password.
        case keychain(service: String, account: String)
    }

    /// The value that is taken of a field.
    public enum Attribute: String, Hashable, Sendable {
        /// The field's value.
        case value
        /// The current one-time code.
        case otp
    }

    /// The start of every reference.
    public static let prefix = "chatelaine://"
    /// The name in place of a vault's that stands for the keychain. No vault may have it.
    public static let keychain = "keychain"
    /// The maximum size of a reference in bytes.
    public static let largestSize = 4096
    /// The maximum size of a decoded part in bytes.
    static let largestPart = 1024

    /// The item that is named.
    public let target: Target
    /// The part of it that is taken.
    public let attribute: Attribute

    /// Makes a reference.
    public init(_ target: Target, attribute: Attribute = .value) { (self.target, self.attribute) = (target, attribute) }

    /// Parses a reference. Characters that RFC 3986 wants percent-encoded, such as blanks, may be written as they are, except `/`, `?`, `#`, `%`
    /// and control characters.
    ///
    /// - Throws: an error that says what is wrong.
    public init(parsing text: String) throws(SecretReferenceError) {
        guard text.utf8.count <= Self.largestSize else {
            throw SecretReferenceError(
                "a reference is longer than \(Self.largestSize) bytes", remedy: "name the item by its id")
        }
        guard text.lowercased().hasPrefix(Self.prefix) else {
            throw Self.malformed(text, "it does not begin with \(Self.prefix)")
        }
        guard !text.unicodeScalars.contains(where: { $0.value < 0x20 || (0x7f...0x9f).contains($0.value) }) else {
            throw Self.malformed(text, "it has a control character")
        }
        let rest = text.dropFirst(Self.prefix.count)
        guard !rest.contains("#") else { throw Self.malformed(text, "it has a “#”, which is written %23") }
        let halves = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var parts: [String] = []
        for part in (halves.first ?? "").split(separator: "/", omittingEmptySubsequences: false) {
            parts.append(try Self.decoded(part, of: text))
        }
        attribute = try halves.count == 2 ? Self.attribute(halves[1], of: text) : .value
        target = try Self.target(parts, of: text)
        if case .keychain = target, attribute != .value {
            throw Self.malformed(text, "a secret of the keychain has no attribute")
        }
    }

    private static func target(_ parts: [String], of text: String) throws(SecretReferenceError) -> Target {
        guard parts.allSatisfy({ !$0.isEmpty }) else { throw malformed(text, "one of its parts is empty") }
        if parts.first == keychain {
            guard parts.count == 3 else { throw malformed(text, "after “keychain” come a service and an account") }
            return .keychain(service: parts[1], account: parts[2])
        }
        switch parts.count {
        case 3: return .field(vault: parts[0], item: parts[1], section: nil, field: parts[2])
        case 4: return .field(vault: parts[0], item: parts[1], section: parts[2], field: parts[3])
        case ..<3: throw malformed(text, "it names no field")
        default: throw malformed(text, "it has \(parts.count) parts; a “/” within a name is written %2F")
        }
    }

    private static func attribute(_ query: Substring, of text: String) throws(SecretReferenceError) -> Attribute {
        switch query {
        case "attribute=otp": return .otp
        case "attribute=value": return .value
        default: throw malformed(text, "after “?” only attribute=otp is known; a “?” within a name is written %3F")
        }
    }

    /// Decodes the percent-encoding of a part (RFC 3986, section 2.1).
    private static func decoded(_ part: Substring, of text: String) throws(SecretReferenceError) -> String {
        var bytes: [UInt8] = []
        var rest = part.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
                throw malformed(text, "after “%” two hexadecimal digits are expected; a “%” itself is written %25")
            }
            bytes.append(high << 4 | low)
        }
        guard bytes.count <= largestPart else { throw malformed(text, "a part is longer than \(largestPart) bytes") }
        guard let decoded = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
            throw malformed(text, "a part is not UTF-8")
        }
        return decoded
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    private static func malformed(_ text: String, _ reason: String) -> SecretReferenceError {
        SecretReferenceError(
            "“\(text.prefix(200))” is not a reference: \(reason)",
            remedy: "write \(prefix)VAULT/ITEM/FIELD, or print one with: chatelaine vault show ITEM --reference")
    }
}

extension SecretReference: CustomStringConvertible {
    /// The text of the reference, with everything percent-encoded that is not unreserved (RFC 3986, section 2.3). It contains no secret.
    public var description: String {
        let parts: [String] =
            switch target {
            case .field(let vault, let item, let section, let field):
                [vault, item] + (section.map { [$0] } ?? []) + [field]
            case .keychain(let service, let account): [Self.keychain, service, account]
            }
        let query = attribute == .value ? "" : "?attribute=\(attribute.rawValue)"
        return Self.prefix + parts.map(PercentEncoding.text).joined(separator: "/") + query
    }
}
