/// Why a text is no address. No part of the text is in the error: it may hold passwords.
public enum WebAddressError: Error, Hashable, Sendable {
    /// Nothing, or blanks alone.
    case empty
    /// Over 65,536 bytes; without the scheme of the web, over 1,024.
    case tooLong
    /// A tab, a line break or another control character within the text.
    case controlCharacter
    /// `http:` or `https:` without the two slashes.
    case noSlashes
    /// A backslash before the query. Some programs take it for a slash, others for part of a name.
    case backslash
    /// More than one `@` before the host.
    case userInfo
    /// Nothing where the host should be.
    case noHost
    /// The host has a character that names do not have, such as a blank or `%`.
    case hostCharacter
    /// The host has over 253 bytes, or over 63 between two dots.
    case hostTooLong
    /// Two dots without anything between them, or a dot at the beginning.
    case emptyLabel
    /// The host has letters that names cannot have; the text is libidn2's word for why.
    case internationalName(String)
    /// A number for a host that is not written as four decimal numbers of 0 to 255.
    case ipv4Notation
    /// Brackets without an IPv6 address in them, or one with a zone.
    case ipv6
    /// What follows the host's colon is not a number from 1 to 65,535.
    case port
    /// What follows `app://` is not 1 to 255 printable characters of ASCII, or has one of `/ \ ? # @ :`.
    case appIdentifier
}

extension WebAddressError: CustomStringConvertible {
    /// The reason, and what to do about it.
    public var description: String {
        switch self {
        case .empty: "the address is empty: enter one such as https://example.com"
        case .tooLong: "the address is too long: keep the part before the question mark"
        case .controlCharacter: "the address has a tab, a line break or another control character in it: remove it"
        case .noSlashes: "the address has no // after its scheme: write https://example.com"
        case .backslash: "the address has a backslash, which programs read differently: write a slash"
        case .userInfo: "the address has several @ before the host: remove what is before the host"
        case .noHost: "the address names no host: write https://example.com"
        case .hostCharacter:
            "the host has a character that names do not have: use letters, digits, hyphens and dots, and no % codes"
        case .hostTooLong: "the host is too long: names have up to 253 bytes, and up to 63 between two dots"
        case .emptyLabel: "the host has a dot with nothing before it: remove one of the dots"
        case .internationalName(let reason):
            "the host has letters that names cannot have (\(reason)): copy the name as the browser shows it, xn--…"
        case .ipv4Notation: "the host is a number: write an IPv4 address as four decimal numbers, such as 192.0.2.1"
        case .ipv6: "the brackets hold no IPv6 address: write one such as [2001:db8::1], without a zone"
        case .port: "the port is no number from 1 to 65535: correct or remove it"
        case .appIdentifier: "app:// is followed by no identifier: write one such as app://com.example.App"
        }
    }
}
