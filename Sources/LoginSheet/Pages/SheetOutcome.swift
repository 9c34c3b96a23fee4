import KeychainServices
import PasswordVault

/// How a sheet has ended.
package enum SheetOutcome: Sendable {
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
package struct LoginResult: Sendable, Equatable {
    /// As the program has named it.
    package var url: String
    /// Empty if the login has none.
    package var username: String
    /// Empty if the login has none.
    package var password: Secret
    /// Valid when the login was picked; nil: the login has none.
    package var oneTimeCode: Secret?
    /// For `change`: what was there before; nil: nothing was.
    package var oldPassword: Secret?
    /// For `store` and `change`: as it was saved.
    package var title: String?
    /// For `store` and `change`: as they were saved; of a login that was there before, only if the program sent some.
    package var notes: Secret?
    /// What is above ``fields``.
    package var sectionTitle: String?
    /// For `store` and `change`: those that the program sent, as they were saved.
    package var fields: [NamedValue] = []
}

/// An item that a page is filled with.
package struct PickedItem: Sendable, Equatable {
    /// All of it: what makes the plan is ours.
    package let item: VaultItem
    /// Valid when the item was picked; nil: it has none.
    package let oneTimeCode: Secret?
}

/// Why a request could not be done.
package struct SheetFailure: Error, Sendable, Equatable {
    /// As programs get it (Docs/app-extensions.md, "Errors"): 2 to 6.
    package let code: Int
    /// For people; names no secret.
    package let reason: String

    /// Wrong or contradictory values in the request.
    static func unexpectedData(_ reason: String) -> SheetFailure { SheetFailure(code: 6, reason: reason) }
    /// The agent, or what is needed of it, cannot be reached.
    static func unreachable(_ reason: String) -> SheetFailure { SheetFailure(code: 2, reason: reason) }
}
