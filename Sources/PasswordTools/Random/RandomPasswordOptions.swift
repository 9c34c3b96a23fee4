/// What a password of random characters has to be like.
///
/// The length is 20, or the minimum if that is more, or the maximum if that is less; never random.
/// Specified in: Docs/password-generator.md, "Random characters".
public struct RandomPasswordOptions: Hashable, Sendable {
    /// The lengths that can be asked for, in characters.
    public static let lengths = 4...512
    /// The lengths that a request of the extension API is brought into, in characters.
    public static let extensionLengths = 4...50

    /// In characters, separators of groups among them; 4 unless given.
    public var minLength: Int?
    /// In characters, separators of groups among them; 512 unless given.
    public var maxLength: Int?
    /// True: at least one digit. False and nil: digits may occur.
    public var requiresDigits: Bool?
    /// True: at least one character that is neither a letter nor a digit. False: none. Nil: they may occur.
    public var requiresSymbols: Bool?
    /// Characters that never appear. Those that would not appear anyway are ignored.
    public var forbiddenCharacters = ""
    /// Whether characters that are easily taken for one another are left out.
    public var avoidsLookAlikes = false
    /// How many characters stand between two separators; nil for a password without groups.
    public var groupSize: Int?
    /// What stands between two groups; drawn nowhere else.
    public var separator: Character = "-"
    /// How many times the same character may be drawn in a row, across groups too.
    public var maxConsecutive: Int?
    /// Every character that may be drawn; letters, digits and symbols unless given. Blanks and backslashes never are.
    public var allowed: CharacterClass?
    /// Classes of which the password has at least one character each; at most 8 different ones.
    public var required: [CharacterClass] = []

    /// Options with the most common of them; the rest is set afterwards.
    public init(
        minLength: Int? = nil, maxLength: Int? = nil, requiresDigits: Bool? = nil, requiresSymbols: Bool? = nil,
        forbiddenCharacters: String = ""
    ) {
        self.minLength = minLength
        self.maxLength = maxLength
        self.requiresDigits = requiresDigits
        self.requiresSymbols = requiresSymbols
        self.forbiddenCharacters = forbiddenCharacters
    }

    /// The options of a request of the extension API, whose lengths are brought into 4 to 50 instead of being refused.
    ///
    /// - Throws: if the minimum is above the maximum as they were given.
    public static func forExtensionRequest(
        minLength: Int?, maxLength: Int?, requiresDigits: Bool?, requiresSymbols: Bool?, forbiddenCharacters: String
    ) throws(PasswordOptionsError) -> RandomPasswordOptions {
        if let minLength, let maxLength, minLength > maxLength { throw .minimum(minLength, aboveMaximum: maxLength) }
        let limits = extensionLengths
        func clamped(_ length: Int) -> Int { min(max(length, limits.lowerBound), limits.upperBound) }
        return RandomPasswordOptions(
            minLength: clamped(minLength ?? limits.lowerBound), maxLength: clamped(maxLength ?? limits.upperBound),
            requiresDigits: requiresDigits, requiresSymbols: requiresSymbols, forbiddenCharacters: forbiddenCharacters)
    }
}

extension PasswordOptionsError {
    static func minimum(_ minimum: Int, aboveMaximum maximum: Int) -> PasswordOptionsError {
        PasswordOptionsError("the minimum length \(minimum) is above the maximum length \(maximum)")
    }
}
