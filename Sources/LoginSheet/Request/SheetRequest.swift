import Foundation
import PasswordVault

/// What a program asks a person for, as the agent has received it. Everything in it but ``caller`` comes from that program.
public struct SheetRequest: Sendable {
    /// What is to be done (Docs/app-extensions.md, "The class").
    public enum Operation: Sendable, CaseIterable {
        /// A login is picked.
        case find
        /// A login is made.
        case store
        /// A login gets another password.
        case change
        /// An item is picked to fill a page with.
        case fill
    }

    /// The screen on which the sheet is shown.
    public enum Environment: Sendable, CaseIterable {
        /// A terminal, which belongs to the program that runs in it: every request requires authentication, and there is no list of
        /// everything.
        case terminal
        /// A window of ours.
        case window
    }

    /// What is to be done.
    public var operation: Operation
    /// What the login is for: an address, `app://` and an identifier, or a name that the program made up.
    public var url: String
    /// Who asks.
    public var caller: SheetCaller
    /// What the program knows of the login.
    public var details = LoginDetails()
    /// The constraints on a generated password; `nil` if the program has given none.
    public var generator: PasswordConstraints?
    /// For ``Operation/fill``: cards and identities are left out.
    public var onlyLogins = false
    /// Whether this program has not asked for this site before.
    public var isFirstRequestForSite = false
    /// The screen on which the sheet is shown.
    public var environment: Environment
    /// All password managers that could be asked, this one among them, if nobody has chosen yet; else none.
    public var managers: [PasswordManagerChoice] = []

    /// What every request has.
    public init(_ operation: Operation, url: String, caller: SheetCaller, environment: Environment) {
        self.operation = operation
        self.url = url
        self.caller = caller
        self.environment = environment
    }
}

/// A password manager that is installed.
public struct PasswordManagerChoice: Sendable, Equatable {
    /// Of this one.
    public static let ownName = "chatelaine"

    /// By which it is chosen.
    public let name: String
    /// For people.
    public let title: String

    /// - Parameters:
    ///   - name: by which it is chosen.
    ///   - title: for people.
    public init(name: String, title: String) { (self.name, self.title) = (name, title) }
}

/// The program that asks, as the agent has found out. Nothing of this is the program's word.
public struct SheetCaller: Sendable, Equatable {
    /// What people call it.
    public var name: String
    /// Of its file.
    public var path: String
    /// How sure the agent is of it, in words.
    public var strength: String
    /// Its process.
    public var processID: Int32
    /// By which `app://` means it; none if it was not identified.
    public var identifiers: Set<String>

    /// What the agent has found out.
    public init(name: String, path: String, strength: String, processID: Int32, identifiers: Set<String> = []) {
        (self.name, self.path, self.strength) = (name, path, strength)
        (self.processID, self.identifiers) = (processID, identifiers)
    }
}

/// What a program knows of a login.
public struct LoginDetails: Sendable {
    /// What to call the login.
    public var title: String?
    /// The account.
    public var username: String?
    /// An empty one counts as none.
    public var password: Secret?
    /// What the password was before.
    public var oldPassword: Secret?
    /// A text to keep with the login.
    public var notes: Secret?
    /// What to put above ``fields``.
    public var sectionTitle: String?
    /// Whatever else the program wants kept; no name twice.
    public var fields: [NamedValue] = []

    /// Nothing.
    public init() {}
}

/// A field of a login, as programs name it.
public struct NamedValue: Sendable, Equatable {
    /// What people see.
    public var name: String
    /// What is in it.
    public var value: String

    /// - Parameters:
    ///   - name: what people see.
    ///   - value: what is in it.
    public init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
}

/// The constraints of a program on a generated password, unchecked: they may contradict each other.
public struct PasswordConstraints: Sendable, Equatable {
    /// In characters.
    public var minLength: Int?
    /// In characters.
    public var maxLength: Int?
    /// True: at least one digit.
    public var requiresDigits: Bool?
    /// True: at least one symbol; false: none.
    public var requiresSymbols: Bool?
    /// Characters that must not appear.
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
