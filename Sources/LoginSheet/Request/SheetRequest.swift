import Foundation
import PasswordVault

/// A request of a program to the user, as the agent has received it. All values but ``caller`` are from that program.
public struct SheetRequest: Sendable {
    /// The operations (Docs/app-extensions.md, "The class").
    public enum Operation: Sendable, CaseIterable {
        /// The user picks a login.
        case find
        /// The user saves a new login.
        case store
        /// The user changes the password of a login.
        case change
        /// The user picks an item to fill a page with.
        case fill
    }

    /// The screen on which the sheet is shown.
    public enum Environment: Sendable, CaseIterable {
        /// A terminal, which belongs to the program that runs in it: every request requires authentication, and there is no list of
        /// everything.
        case terminal
        /// A window of Chatelaine.
        case window
    }

    /// The operation.
    public var operation: Operation
    /// The target of the login: an address, `app://` and an identifier, or a name that the program has chosen.
    public var url: String
    /// The requesting program.
    public var caller: SheetCaller
    /// The values of the login that the program knows.
    public var details = LoginDetails()
    /// The constraints on a generated password; `nil` if the program has given none.
    public var generator: PasswordConstraints?
    /// For ``Operation/fill``: cards and identities are left out.
    public var onlyLogins = false
    /// Whether this is the program's first request for this site.
    public var isFirstRequestForSite = false
    /// The screen on which the sheet is shown.
    public var environment: Environment
    /// All available password managers, including this one, if the user has not chosen one yet; else none.
    public var managers: [PasswordManagerChoice] = []

    /// Makes a request with the mandatory values.
    public init(_ operation: Operation, url: String, caller: SheetCaller, environment: Environment) {
        self.operation = operation
        self.url = url
        self.caller = caller
        self.environment = environment
    }
}

/// An installed password manager.
public struct PasswordManagerChoice: Sendable, Equatable {
    /// The name of this password manager.
    public static let ownName = "chatelaine"

    /// The name by which it is chosen.
    public let name: String
    /// The title for users.
    public let title: String

    /// Makes a choice.
    ///
    /// - Parameters:
    ///   - name: the name by which it is chosen.
    ///   - title: the title for users.
    public init(name: String, title: String) { (self.name, self.title) = (name, title) }
}

/// The requesting program, as the agent has identified it. None of these values is from the program itself.
public struct SheetCaller: Sendable, Equatable {
    /// The name of the program.
    public var name: String
    /// The path of its executable.
    public var path: String
    /// The strength of the identification, in words.
    public var strength: String
    /// The process ID.
    public var processID: Int32
    /// The identifiers by which `app://` addresses mean it; empty if it was not identified.
    public var identifiers: Set<String>

    /// Makes a description of the requesting program.
    public init(name: String, path: String, strength: String, processID: Int32, identifiers: Set<String> = []) {
        (self.name, self.path, self.strength) = (name, path, strength)
        (self.processID, self.identifiers) = (processID, identifiers)
    }
}

/// The values of a login that a program knows.
public struct LoginDetails: Sendable {
    /// The title.
    public var title: String?
    /// The username.
    public var username: String?
    /// The password; an empty one counts as none.
    public var password: Secret?
    /// The old password.
    public var oldPassword: Secret?
    /// The notes.
    public var notes: Secret?
    /// The title of the section for ``fields``.
    public var sectionTitle: String?
    /// Further fields, with unique names.
    public var fields: [NamedValue] = []

    /// Makes details without any value.
    public init() {}
}

/// A named field of a login from a program.
public struct NamedValue: Sendable, Equatable {
    /// The label that users see.
    public var name: String
    /// The value.
    public var value: String

    /// Makes a field.
    ///
    /// - Parameters:
    ///   - name: the label that users see.
    ///   - value: the value.
    public init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
}

/// The constraints of a program on a generated password, unchecked: they may contradict each other.
public struct PasswordConstraints: Sendable, Equatable {
    /// In characters.
    public var minLength: Int?
    /// The maximum length in characters.
    public var maxLength: Int?
    /// Whether at least one digit is required.
    public var requiresDigits: Bool?
    /// `true` if at least one symbol is required; `false` if none may occur.
    public var requiresSymbols: Bool?
    /// Characters that must not occur.
    public var forbiddenCharacters = ""

    /// Makes constraints; `nil` for those that the program has not given.
    public init(
        minLength: Int? = nil, maxLength: Int? = nil, requiresDigits: Bool? = nil, requiresSymbols: Bool? = nil,
        forbiddenCharacters: String = ""
    ) {
        (self.minLength, self.maxLength) = (minLength, maxLength)
        (self.requiresDigits, self.requiresSymbols) = (requiresDigits, requiresSymbols)
        self.forbiddenCharacters = forbiddenCharacters
    }
}
