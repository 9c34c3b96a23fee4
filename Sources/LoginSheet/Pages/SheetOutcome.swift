import KeychainServices
import PasswordVault

/// How a sheet has ended.
public enum SheetOutcome: Sendable {
    /// For `find`, `store` and `change`: what the program gets.
    case login(LoginResult)
    /// For `fill`: what the page is to be filled with. Only the plan made of it goes to the program.
    case item(PickedItem)
    /// Somebody has chosen another password manager, by name, for this time and all later ones.
    case otherManager(String)
    /// Somebody said no: code 0.
    case cancelled
    /// The program has gone, so there is nobody to give anything to. Does not count as a cancel.
    case abandoned
    /// It could not be done.
    case failed(SheetFailure)
}

/// A login for the program that asked: nothing in it but what the operation gives.
public struct LoginResult: Sendable, Equatable {
    /// As the program has named it.
    public var url: String
    /// Empty if the login has none.
    public var username: String
    /// Empty if the login has none.
    public var password: Secret
    /// Valid when the login was picked; nil: the login has none.
    public var oneTimeCode: Secret?
    /// For `change`: what was there before; nil: nothing was.
    public var oldPassword: Secret?
    /// For `store` and `change`: as it was saved.
    public var title: String?
    /// For `store` and `change`: as they were saved; of a login that was there before, only if the program sent some.
    public var notes: Secret?
    /// What is above ``fields``.
    public var sectionTitle: String?
    /// For `store` and `change`: those that the program sent, as they were saved.
    public var fields: [NamedValue] = []
}

/// An item that a page is filled with.
public struct PickedItem: Sendable, Equatable {
    /// All of it: what makes the plan is ours.
    public let item: VaultItem
    /// Valid when the item was picked; nil: it has none.
    public let oneTimeCode: Secret?
}

/// The reason why a request could not be done.
public struct SheetFailure: Error, Sendable, Equatable {
    /// The kinds of failures that programs can tell apart (Docs/app-extensions.md, "Errors").
    public enum Kind: Sendable, Equatable {
        /// Wrong or contradictory values in the request.
        case unexpectedData
        /// The agent, or something that it needs, cannot be reached.
        case unreachable
    }

    /// The kind, for programs.
    public let kind: Kind
    /// For people; names no secret.
    public let reason: String

    static func unexpectedData(_ reason: String) -> SheetFailure { SheetFailure(kind: .unexpectedData, reason: reason) }
    static func unreachable(_ reason: String) -> SheetFailure { SheetFailure(kind: .unreachable, reason: reason) }
}
