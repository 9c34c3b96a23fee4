/// Why a website matches nothing.
public enum WebsiteProblem: Error, Hashable, Sendable {
    /// It is no address.
    case address(WebAddressError)
    /// It is no regular expression that PCRE2 accepts: its reason, and after how many bytes it noticed.
    case pattern(reason: String, offset: Int)
    /// The regular expression is empty, or has over 1,024 bytes.
    case patternLength
}

extension WebsiteProblem: CustomStringConvertible {
    /// The reason, and what to do about it.
    public var description: String {
        switch self {
        case .address(let error): error.description
        case .pattern(let reason, let offset):
            "the regular expression is wrong after \(offset) bytes (\(reason)): correct it, or choose another rule"
        case .patternLength:
            "the regular expression is empty or longer than 1,024 bytes: shorten it, or choose another rule"
        }
    }
}
