/// The reason for which a website matches nothing.
public enum WebsiteProblem: Error, Hashable, Sendable {
    /// The text is not an address.
    case address(WebAddressError)
    /// The text is not a valid regular expression: PCRE2's reason, and the number of bytes before the error.
    case pattern(reason: String, offset: Int)
    /// The regular expression is empty, or has over 1,024 bytes.
    case patternLength
}

extension WebsiteProblem: CustomStringConvertible {
    /// The reason and a remedy.
    public var description: String {
        switch self {
        case .address(let error): error.description
        case .pattern(let reason, let offset):
            "the regular expression is invalid after \(offset) bytes (\(reason)): correct it, or choose another rule"
        case .patternLength:
            "the regular expression is empty or longer than 1,024 bytes: shorten it, or choose another rule"
        }
    }
}
