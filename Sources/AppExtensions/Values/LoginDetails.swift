/// What a program knows of a login that is to be made or changed. Nothing of it has to be there.
public struct LoginDetails: Sendable, Equatable {
    /// What the login is to be called; nil: as the address says.
    public var title: String?
    /// The username.
    public var username: String?
    /// The password; nil or empty: one is generated.
    public var password: String?
    /// The password that the program takes for the present one, of a change.
    public var oldPassword: String?
    /// Notes.
    public var notes: String?
    /// What the section with the fields is to be called.
    public var sectionTitle: String?
    /// Further fields by their names.
    public var fields: [String: String]

    /// Puts them together.
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

/// What a generated password is to be like. What is nil is as the password manager thinks best.
public struct PasswordGenerationOptions: Sendable, Equatable {
    /// The least number of characters. Less than 4 counts as 4, more than 50 as 50.
    public var minLength: Int?
    /// The most characters, in the same way. Less than ``minLength``, as given, is an error.
    public var maxLength: Int?
    /// Whether there has to be a digit.
    public var requireDigits: Bool?
    /// Whether there has to be a symbol; false: there must be none.
    public var requireSymbols: Bool?
    /// Characters that must not be in it.
    public var forbiddenCharacters: String?

    /// Puts them together.
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

/// A login as the user has picked or saved it. Whether and how its secrets are kept from now on is the program's
/// business.
public struct ReturnedLogin: Sendable, Equatable {
    /// The username; empty if there is none.
    public var username: String
    /// The password.
    public var password: String
    /// The one-time code of this moment, if the login has one.
    public var totp: String?
    /// The password that was there before, of a change, if there was one.
    public var oldPassword: String?
    /// What the login is called.
    public var title: String?
    /// The address that it is for.
    public var urlString: String?
    /// Notes.
    public var notes: String?
    /// What the section with the fields is called.
    public var sectionTitle: String?
    /// Further fields by their names, as they were saved.
    public var returnedFields: [String: String]
}

// A value that is printed or logged by mistake says nothing.
extension ReturnedLogin: CustomStringConvertible, CustomReflectable {
    /// Never what is in it.
    public var description: String { "ReturnedLogin([redacted])" }
    /// Without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension LoginDetails: CustomStringConvertible, CustomReflectable {
    /// Never what is in it.
    public var description: String { "LoginDetails([redacted])" }
    /// Without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
