/// Options for a password of random characters.
///
/// The length is 20, or the minimum if that is more, or the maximum if that is less. It is never random.
/// Specified in: Docs/password-generator.md, "Random characters".
public struct RandomPasswordOptions: Hashable, Sendable {
    /// The possible lengths in characters.
    public static let lengths = 4...512
    /// The range to which lengths in a request of the extension API are clamped, in characters.
    public static let extensionLengths = 4...50

    /// The minimum length in characters, separators included; 4 by default.
    public var minLength: Int?
    /// The maximum length in characters, separators included; 512 by default.
    public var maxLength: Int?
    /// Whether at least one digit is required. With `false` and `nil`, digits may occur.
    public var requiresDigits: Bool?
    /// `true`: at least one character that is neither a letter nor a digit is required. `false`: none may occur. `nil`:
    /// they may occur.
    public var requiresSymbols: Bool?
    /// Characters that never occur. Those that would not occur anyway are ignored.
    public var forbiddenCharacters = ""
    /// Whether look-alike characters are left out.
    public var avoidsLookAlikes = false
    /// The number of characters between two separators; `nil` for a password without groups.
    public var groupSize: Int?
    /// The separator between groups, which is not drawn elsewhere.
    public var separator: Character = "-"
    /// The maximum number of identical characters in a row, across groups too.
    public var maxConsecutive: Int?
    /// The characters that may be drawn; by default letters, digits and symbols. Blanks and backslashes are never
    /// drawn.
    public var allowed: CharacterClass?
    /// Required classes: the password has at least one character of each. At most 8 different classes are possible.
    public var required: [CharacterClass] = []

    /// Makes options with the most common values; the others can be set afterwards.
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

    /// Returns the options of a request of the extension API. Its lengths are clamped to 4 to 50 instead of being
    /// refused.
    ///
    /// - Throws: if the given minimum is above the given maximum.
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
