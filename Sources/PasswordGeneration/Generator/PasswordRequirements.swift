/// Password requirements of a site or a program.
///
/// Length bounds, allowed characters and required sets are mandatory. They are optional here so that ``PasswordGenerator`` is the only
/// place that checks them. The names follow the keys of Apple's dictionary form.
/// Specified in: Docs/password-generator.md, "Requirements".
public struct PasswordRequirements: Hashable, Sendable {
    /// A number of characters from a set.
    public struct Amount: Hashable, Sendable {
        /// The number of characters.
        public var count: Int
        /// The set of characters.
        public var characters: String

        /// Makes an amount of `count` characters from the set `characters`.
        public init(count: Int, characters: String) {
            self.count = count
            self.characters = characters
        }
    }

    /// The minimum length in characters. A PIN has at least 4.
    public var minLength: Int?
    /// The maximum length in characters. The password has 20, unless `minLength` is above or `maxLength` below that.
    public var maxLength: Int?
    /// The characters that may be drawn. It may be missing for a PIN, which has digits.
    public var allowedCharacters: String?
    /// Sets of characters; the password has at least one character of each. A PIN needs none.
    public var requiredCharacters: [String]?
    /// Characters that never occur, even if they are allowed.
    public var disallowedCharacters = ""
    /// Characters that cannot be the first.
    public var cantStartWithCharacters = ""
    /// Characters that cannot be the last.
    public var cantEndWithCharacters = ""
    /// The maximum number of characters from a set.
    public var containsNoMoreThan: Amount?
    /// The minimum number of characters from a set.
    public var containsAtLeast: Amount?
    /// The maximum number of identical characters in a row.
    public var noMoreThanConsecutiveIdenticalCharacters: Int?
    /// The number of characters between two separators. It requires `numberOfGroups`; together they determine how many characters are
    /// drawn.
    public var groupSize: Int?
    /// The number of groups. It requires `groupSize`.
    public var numberOfGroups: Int?
    /// The separator between groups.
    public var separator = "-"
    /// Whether all other requirements are ignored and the type's own rules are used.
    public var usesDefaultForType = false

    /// Makes requirements with the mandatory values; the others can be set afterwards.
    public init(
        minLength: Int? = nil, maxLength: Int? = nil, allowedCharacters: String? = nil,
        requiredCharacters: [String]? = nil
    ) {
        self.minLength = minLength
        self.maxLength = maxLength
        self.allowedCharacters = allowedCharacters
        self.requiredCharacters = requiredCharacters
    }
}

/// An error in password requirements: they are incomplete, or nothing satisfies them.
public struct PasswordRequirementsError: Error, Hashable, Sendable {
    /// The status code of Apple's API for it, `errSecBadReq`.
    public static let status: Int32 = -909
    /// The reason.
    public let reason: String

    package init(_ reason: String) { self.reason = reason }
}

extension PasswordRequirementsError: CustomStringConvertible {
    /// The reason and the status code.
    public var description: String { "\(reason) (\(Self.status))" }
}
