/// The reason for which a text is not an address. The error contains no part of the text, which may hold passwords.
public enum WebAddressError: Error, Hashable, Sendable {
    /// The text is empty or consists of blanks.
    case empty
    /// The text has over 65,536 bytes; without `http://` or `https://`, over 1,024.
    case tooLong
    /// The text contains a tab, a line break or another control character.
    case controlCharacter
    /// `http:` or `https:` is not followed by two slashes.
    case noSlashes
    /// There is a backslash before the query. Some programs treat it as a slash, others as part of a name.
    case backslash
    /// There is more than one `@` before the host.
    case userInfo
    /// The host is missing.
    case noHost
    /// The host contains a character that host names cannot have, such as a blank or `%`.
    case hostCharacter
    /// The host has over 253 bytes, or over 63 between two dots.
    case hostTooLong
    /// The host contains two consecutive dots, or begins with a dot.
    case emptyLabel
    /// The host contains letters that host names cannot have; the text is libidn2's name of the error.
    case internationalName(String)
    /// The host is a number, but not written as four decimal numbers of 0 to 255.
    case ipv4Notation
    /// The brackets do not contain an IPv6 address, or contain one with a zone.
    case ipv6
    /// The text after the host's colon is not a number from 1 to 65,535.
    case port
    /// The text after `app://` is not 1 to 255 printable ASCII characters, or contains one of `/ \ ? # @ :`.
    case appIdentifier
}

extension WebAddressError: CustomStringConvertible {
    /// The reason and a remedy.
    public var description: String {
        switch self {
        case .empty: "the address is empty: enter one such as https://example.com"
        case .tooLong: "the address is too long: keep the part before the question mark"
        case .controlCharacter: "the address contains a control character, such as a tab or a line break: remove it"
        case .noSlashes: "the address has no // after its scheme: write https://example.com"
        case .backslash: "the address contains a backslash, which programs interpret differently: write a slash"
        case .userInfo: "the address has several @ before the host: remove what is before the host"
        case .noHost: "the address names no host: write https://example.com"
        case .hostCharacter:
            "the host contains an invalid character: use letters, digits, hyphens and dots, and no % codes"
        case .hostTooLong: "the host is too long: names have up to 253 bytes, and up to 63 between two dots"
        case .emptyLabel: "the host begins with a dot or contains two dots in a row: remove one"
        case .internationalName(let reason):
            "the host contains letters that are not allowed in host names (\(reason)): copy the name as the browser shows it, xn--…"
        case .ipv4Notation: "the host is a number: write an IPv4 address as four decimal numbers, such as 192.0.2.1"
        case .ipv6: "the text in brackets is not an IPv6 address: write one such as [2001:db8::1], without a zone"
        case .port: "the port is not a number from 1 to 65535: correct or remove it"
        case .appIdentifier: "app:// is not followed by a valid identifier: write one such as app://com.example.App"
        }
    }
}
