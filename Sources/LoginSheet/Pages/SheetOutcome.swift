import KeychainServices
import PasswordVault

/// The outcome of a sheet.
public enum SheetOutcome: Sendable {
    /// The result for the program, for `find`, `store` and `change`.
    case login(LoginResult)
    /// The item to fill the page with, for `fill`. The program gets only the plan that is made from it.
    case item(PickedItem)
    /// The user has chosen another password manager, by name, for this and all later requests.
    case otherManager(String)
    /// The user has cancelled: code 0.
    case cancelled
    /// The requesting program has ended, so there is no recipient. This does not count as a cancellation.
    case abandoned
    /// The request failed.
    case failed(SheetFailure)
}

/// The login for the requesting program, with only the values that the operation returns.
public struct LoginResult: Sendable, Equatable {
    /// The address sent by the program.
    public var url: String
    /// The username; empty if the login has none.
    public var username: String
    /// The password; empty if the login has none.
    public var password: Secret
    /// The one-time code that was valid when the login was picked; `nil` if it has none.
    public var oneTimeCode: Secret?
    /// The old password, for `change`; `nil` if there was none.
    public var oldPassword: Secret?
    /// The saved title, for `store` and `change`.
    public var title: String?
    /// The saved notes, for `store` and `change`; for an existing login, only if the program has sent notes.
    public var notes: Secret?
    /// The title of the section for ``fields``.
    public var sectionTitle: String?
    /// The saved fields that the program has sent, for `store` and `change`.
    public var fields: [NamedValue] = []
}

/// An item to fill a page with.
public struct PickedItem: Sendable, Equatable {
    /// The whole item: the plan is made by Chatelaine's own code.
    public let item: VaultItem
    /// The one-time code that was valid when the item was picked; `nil` if it has none.
    public let oneTimeCode: Secret?
}
