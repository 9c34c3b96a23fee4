/// A site's rules for new passwords, from the `passwordrules` attribute of its password field.
///
/// Sites write these texts for browsers that never report errors. Invalid parts are therefore ignored, and the rest
/// applies.
/// Specified in: Docs/password-generator.md, "Rules of sites"; WHATWG HTML issue 3518; Apple, "Customizing Password
/// AutoFill Rules".
public struct PasswordRules: Hashable, Sendable {
    /// The minimum length in characters; the largest one if there are several.
    public private(set) var minLength: Int?
    /// The maximum length in characters; the smallest one if there are several.
    public private(set) var maxLength: Int?
    /// The maximum number of identical characters in a row; the smallest one if there are several.
    public private(set) var maxConsecutive: Int?
    /// Required classes: a password has at least one character of each.
    public private(set) var required: [CharacterClass] = []
    /// The characters that a password may have, including the required ones; `nil` if the text names neither.
    public private(set) var allowed: CharacterClass?
    /// The beginnings of the invalid parts, to show to the user.
    public private(set) var ignored: [String] = []

    /// The maximum size of the text, in bytes of UTF-8.
    public static let longest = 4096

    /// Parses the value of a `passwordrules` attribute.
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
    /// Makes options that satisfy a site's rules. A maximum above 512 is replaced by 512, and a minimum below 4 by 4.
    public init(_ rules: PasswordRules) {
        self.init(
            minLength: rules.minLength.map { max($0, Self.lengths.lowerBound) },
            maxLength: rules.maxLength.map { min($0, Self.lengths.upperBound) })
        maxConsecutive = rules.maxConsecutive
        allowed = rules.allowed
        required = rules.required
    }
}
