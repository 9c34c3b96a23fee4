/// Options for a password of words.
///
/// Specified in: Docs/password-generator.md, "Words".
public struct MemorablePasswordOptions: Hashable, Sendable {
    /// The possible numbers of words.
    public static let wordCounts = 3...20

    /// The kind of separator between words.
    public enum Separator: Hashable, Sendable {
        /// A fixed text: at most 4 blanks or symbols, or nothing.
        case fixed(String)
        /// A random digit at each place.
        case digit
        /// A random digit or symbol at each place.
        case digitOrSymbol
    }

    /// The number of words, 3 to 20. Each has 12.9 bits.
    public var words: Int
    /// The separator between words.
    public var separator: Separator
    /// Whether every word begins with a capital letter. Adds nothing to the strength.
    public var capitalizes: Bool
    /// Whether a random digit follows one of the words, for sites that require one.
    public var addsDigit: Bool

    /// Makes options. The defaults are five words, separated by hyphens.
    public init(
        words: Int = 5, separator: Separator = .fixed("-"), capitalizes: Bool = false, addsDigit: Bool = false
    ) {
        self.words = words
        self.separator = separator
        self.capitalizes = capitalizes
        self.addsDigit = addsDigit
    }
}
