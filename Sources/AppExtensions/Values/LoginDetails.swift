/// The details of a login that is to be created or changed, as far as the program knows them. All are optional.
public struct LoginDetails: Sendable, Equatable {
    /// The title of the login; `nil` for one derived from the address.
    public var title: String?
    /// The username.
    public var username: String?
    /// The password; if it is `nil` or empty, one is generated.
    public var password: String?
    /// The current password according to the program, for a change.
    public var oldPassword: String?
    /// Notes.
    public var notes: String?
    /// The title of the section with the fields.
    public var sectionTitle: String?
    /// Further fields by name.
    public var fields: [String: String]

    /// Creates details from their parts.
    public init(
        title: String? = nil, username: String? = nil, password: String? = nil, oldPassword: String? = nil,
        notes: String? = nil, sectionTitle: String? = nil, fields: [String: String] = [:]
    ) {
        self.title = title
        self.username = username
        self.password = password
        self.oldPassword = oldPassword
        self.notes = notes
        self.sectionTitle = sectionTitle
        self.fields = fields
    }
}

/// The requirements for a generated password. For values that are `nil`, the password manager uses its defaults.
public struct PasswordGenerationOptions: Sendable, Equatable {
    /// The minimum number of characters. Less than 4 counts as 4, more than 50 as 50.
    public var minLength: Int?
    /// The maximum number of characters, limited in the same way. A value less than ``minLength`` is an error, also if both
    /// would be limited to the same number.
    public var maxLength: Int?
    /// Whether the password must contain a digit.
    public var requireDigits: Bool?
    /// Whether the password must contain a symbol; false means that it must not.
    public var requireSymbols: Bool?
    /// The characters that the password must not contain.
    public var forbiddenCharacters: String?

    /// Creates options from their parts.
    public init(
        minLength: Int? = nil, maxLength: Int? = nil, requireDigits: Bool? = nil, requireSymbols: Bool? = nil,
        forbiddenCharacters: String? = nil
    ) {
        self.minLength = minLength
        self.maxLength = maxLength
        self.requireDigits = requireDigits
        self.requireSymbols = requireSymbols
        self.forbiddenCharacters = forbiddenCharacters
    }
}

/// A login that the user has picked or saved. The program is responsible for the further protection of its secrets.
public struct ReturnedLogin: Sendable, Equatable {
    /// The username; empty if there is none.
    public var username: String
    /// The password.
    public var password: String
    /// The current one-time code, if the login has one.
    public var totp: String?
    /// The previous password, after a change, if there was one.
    public var oldPassword: String?
    /// The title of the login.
    public var title: String?
    /// The address of the login.
    public var urlString: String?
    /// Notes.
    public var notes: String?
    /// The title of the section with the fields.
    public var sectionTitle: String?
    /// Further fields by name, as they were saved.
    public var returnedFields: [String: String]
}

// A value that is printed or logged by mistake reveals nothing.
extension ReturnedLogin: CustomStringConvertible, CustomReflectable {
    /// A text without the contents.
    public var description: String { "ReturnedLogin([redacted])" }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension LoginDetails: CustomStringConvertible, CustomReflectable {
    /// A text without the contents.
    public var description: String { "LoginDetails([redacted])" }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
