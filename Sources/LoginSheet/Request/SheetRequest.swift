import Foundation
import PasswordVault

/// What a program asks a person for, as the agent has received it. Everything in it but ``caller`` comes from that program.
package struct SheetRequest: Sendable {
    /// What is to be done (Docs/app-extensions.md, "The class").
    package enum Operation: Sendable, CaseIterable {
        /// A login is picked.
        case find
        /// A login is made.
        case store
        /// A login gets another password.
        case change
        /// An item is picked to fill a page with.
        case fill
    }

    /// Where the sheet is shown.
    package enum Surroundings: Sendable, CaseIterable {
        /// A terminal belongs to the program that runs in it: who sits there shows it for every request, and there is no list of
        /// everything.
        case terminal
        /// A window of ours.
        case window
    }

    /// What is to be done.
    package var operation: Operation
    /// What the login is for: an address, `app://` and an identifier, or a name that the program made up.
    package var url: String
    /// Who asks.
    package var caller: SheetCaller
    /// What the program knows of the login.
    package var details = LoginDetails()
    /// What a generated password is to be like; nil: the program has said nothing.
    package var generator: GeneratorWish?
    /// For ``Operation/fill``: cards and identities are left out.
    package var onlyLogins = false
    /// Whether this program has not asked for this site before.
    package var isFirstRequestForSite = false
    /// Where the sheet is shown.
    package var surroundings: Surroundings
    /// All password managers that could be asked, this one among them, if nobody has chosen yet; else none.
    package var managers: [PasswordManagerChoice] = []

    package init(_ operation: Operation, url: String, caller: SheetCaller, surroundings: Surroundings) {
        self.operation = operation
        self.url = url
        self.caller = caller
        self.surroundings = surroundings
    }
}

/// A password manager that is installed.
package struct PasswordManagerChoice: Sendable, Equatable {
    /// Of this one.
    package static let ownName = "chatelaine"

    /// By which it is chosen.
    package let name: String
    /// For people.
    package let title: String

    package init(name: String, title: String) { (self.name, self.title) = (name, title) }
}

/// The program that asks, as the agent has found out. Nothing of this is the program's word.
package struct SheetCaller: Sendable, Equatable {
    /// What people call it.
    package var name: String
    /// Of its file.
    package var path: String
    /// How sure the agent is of it, in words.
    package var strength: String
    /// Its process.
    package var processID: Int32
    /// By which `app://` means it; none if it was not identified.
    package var identifiers: Set<String>

    package init(name: String, path: String, strength: String, processID: Int32, identifiers: Set<String> = []) {
        (self.name, self.path, self.strength) = (name, path, strength)
        (self.processID, self.identifiers) = (processID, identifiers)
    }
}

/// What a program knows of a login.
package struct LoginDetails: Sendable {
    /// What to call the login.
    package var title: String?
    /// The account.
    package var username: String?
    /// An empty one counts as none.
    package var password: Secret?
    /// What the password was before.
    package var oldPassword: Secret?
    /// A text to keep with the login.
    package var notes: Secret?
    /// What to put above ``fields``.
    package var sectionTitle: String?
    /// Whatever else the program wants kept; no name twice.
    package var fields: [NamedValue] = []

    package init() {}
}

/// A field of a login, as programs name it.
package struct NamedValue: Sendable, Equatable {
    /// What people see.
    package var name: String
    /// What is in it.
    package var value: String

    package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
}

/// What a program wants of a generated password, as it has said so: it may make no sense.
package struct GeneratorWish: Sendable, Equatable {
    /// In characters.
    package var minLength: Int?
    /// In characters.
    package var maxLength: Int?
    /// True: at least one digit.
    package var requiresDigits: Bool?
    /// True: at least one symbol; false: none.
    package var requiresSymbols: Bool?
    /// Characters that must not appear.
    package var forbiddenCharacters = ""

    package init(
        minLength: Int? = nil, maxLength: Int? = nil, requiresDigits: Bool? = nil, requiresSymbols: Bool? = nil,
        forbiddenCharacters: String = ""
    ) {
        (self.minLength, self.maxLength) = (minLength, maxLength)
        (self.requiresDigits, self.requiresSymbols) = (requiresDigits, requiresSymbols)
        self.forbiddenCharacters = forbiddenCharacters
    }
}
