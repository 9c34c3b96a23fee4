/// What a site or a program asks of a password.
///
/// Length bounds, allowed characters and required sets belong to every set of requirements; that they can be missing here
/// is so that ``PasswordGenerator`` is the one place that says so. The names follow the keys of Apple's dictionary form.
/// Specified in: Docs/password-generator.md, "Requirements".
public struct PasswordRequirements: Hashable, Sendable {
    /// A number of characters out of a set.
    public struct Amount: Hashable, Sendable {
        /// How many characters.
        public var count: Int
        /// The set that they are out of.
        public var characters: String

        /// `count` characters out of the set `characters`.
        public init(count: Int, characters: String) {
            self.count = count
            self.characters = characters
        }
    }

    /// In characters. A PIN has at least 4.
    public var minLength: Int?
    /// In characters. The password has 20, unless `minLength` is above or `maxLength` below that.
    public var maxLength: Int?
    /// Every character that may be drawn. A PIN has digits, and no need to name them.
    public var allowedCharacters: String?
    /// Sets of which the password has at least one character each. A PIN needs none.
    public var requiredCharacters: [String]?
    /// Characters that never appear, allowed or not.
    public var disallowedCharacters = ""
    /// Characters that do not stand at the start.
    public var cantStartWithCharacters = ""
    /// Characters that do not stand at the end.
    public var cantEndWithCharacters = ""
    /// The most that there may be of a set.
    public var containsNoMoreThan: Amount?
    /// The least that there is of a set.
    public var containsAtLeast: Amount?
    /// How often the same character may appear in a row.
    public var noMoreThanConsecutiveIdenticalCharacters: Int?
    /// How many characters stand between two separators; goes with `numberOfGroups`. The two then say how many are drawn.
    public var groupSize: Int?
    /// How many groups there are; goes with `groupSize`.
    public var numberOfGroups: Int?
    /// What stands between two groups.
    public var separator = "-"
    /// Whether everything else is ignored in favour of what the type makes by itself.
    public var usesDefaultForType = false

    /// Requirements with the parts that every set of them has; the rest is set afterwards.
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

/// Why there is no password: requirements that are incomplete or that nothing satisfies.
public struct PasswordRequirementsError: Error, Hashable, Sendable {
    /// The status number that Apple's API has for it, `errSecBadReq`.
    public static let status: Int32 = -909
    /// What is wrong with the requirements.
    public let reason: String

    init(_ reason: String) { self.reason = reason }
}

extension PasswordRequirementsError: CustomStringConvertible {
    /// The reason and the status number.
    public var description: String { "\(reason) (\(Self.status))" }
}
