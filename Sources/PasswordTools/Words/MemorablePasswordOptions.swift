/// What a password of words has to be like.
///
/// Specified in: Docs/password-generator.md, "Words".
public struct MemorablePasswordOptions: Hashable, Sendable {
    /// The numbers of words that can be asked for.
    public static let wordCounts = 3...20

    /// What stands between two words.
    public enum Separator: Hashable, Sendable {
        /// Always the same: at most 4 blanks or symbols, or nothing.
        case fixed(String)
        /// A random digit each time.
        case digit
        /// A random digit or symbol each time.
        case digitOrSymbol
    }

    /// 3 to 20. Each has 12.9 bits.
    public var words: Int
    /// What stands between two words.
    public var separator: Separator
    /// Whether every word begins with a capital letter. Adds nothing to the strength.
    public var capitalizes: Bool
    /// Whether a random digit follows one of the words, for sites that want one.
    public var addsDigit: Bool

    /// Options; unless something else is given, five words and hyphens between them.
    public init(
        words: Int = 5, separator: Separator = .fixed("-"), capitalizes: Bool = false, addsDigit: Bool = false
    ) {
        self.words = words
        self.separator = separator
        self.capitalizes = capitalizes
        self.addsDigit = addsDigit
    }
}
