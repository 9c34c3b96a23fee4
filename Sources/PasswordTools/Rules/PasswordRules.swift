/// What a site asks of new passwords, as the `passwordrules` attribute of its password field says it.
///
/// Such a text is written by sites for browsers that never complain, so whatever makes no sense is left out, and the
/// rest holds.
/// Specified in: Docs/password-generator.md, "Rules of sites"; WHATWG HTML issue 3518; Apple, "Customizing Password
/// AutoFill Rules".
public struct PasswordRules: Hashable, Sendable {
    /// In characters; of several, the largest.
    public private(set) var minLength: Int?
    /// In characters; of several, the smallest.
    public private(set) var maxLength: Int?
    /// How many times the same character may stand in a row; of several, the smallest.
    public private(set) var maxConsecutive: Int?
    /// Classes of which a password has at least one character each.
    public private(set) var required: [CharacterClass] = []
    /// Every character that a password may have, the required ones among them; nil if the text names neither.
    public private(set) var allowed: CharacterClass?
    /// The beginnings of what made no sense, for a person who wants to know.
    public private(set) var ignored: [String] = []

    /// The longest text that is read, in bytes of UTF-8.
    public static let longest = 4096

    /// Reads the value of a `passwordrules` attribute.
    ///
    /// - Throws: if the text is longer than 4,096 bytes.
    public init(parsing text: String) throws(PasswordOptionsError) {
        guard text.utf8.count <= Self.longest else {
            throw PasswordOptionsError("the password rules have more than \(Self.longest) bytes")
        }
        var parser = PasswordRulesParser(text)
        while let property = parser.next() {
            switch property {
            case .minLength(let count): minLength = max(count, minLength ?? count)
            case .maxLength(let count): maxLength = min(count, maxLength ?? count)
            case .maxConsecutive(let count): maxConsecutive = min(count, maxConsecutive ?? count)
            case .allowed(let characters): allowed = characters.union(allowed ?? characters)
            case .required(let characters):
                required.append(characters)
                allowed = characters.union(allowed ?? characters)
            case .ignored(let text): ignored.append(text)
            }
        }
    }
}

extension RandomPasswordOptions {
    /// Options that keep the rules of a site. A maximum above 512 is as good as 512, and a minimum below 4 as good as
    /// 4.
    public init(_ rules: PasswordRules) {
        self.init(
            minLength: rules.minLength.map { max($0, Self.lengths.lowerBound) },
            maxLength: rules.maxLength.map { min($0, Self.lengths.upperBound) })
        maxConsecutive = rules.maxConsecutive
        allowed = rules.allowed
        required = rules.required
    }
}
