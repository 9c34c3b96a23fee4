import Foundation
import PasswordVault
import WebsiteMatching

/// A page of a sheet.
public enum SheetPage: Sendable {
    /// The choice of the password manager for this and all later requests.
    case managers([PasswordManagerChoice])
    /// The request for a master password.
    case unlock(UnlockPage)
    /// A list of items to pick from.
    case list(ListPage)
    /// The editor for a new or existing login.
    case editor(EditorPage)
    /// The end.
    case finished(FinishedPage)
}

/// The page that asks for a master password.
public struct UnlockPage: Sendable, Equatable {
    /// The reason for asking.
    public enum Reason: Sendable {
        /// No vault is unlocked.
        case locked
        /// The sheet is in a terminal, where every request requires it.
        case everyRequest
        /// It is the program's first request for this site.
        case firstRequest
        /// The vault was locked while the sheet was open. Typed text is kept.
        case lockedMeanwhile
        /// The user wants to open another vault.
        case another
        /// The user wants to see items that were saved for other sites.
        case otherSites
    }

    /// A vault that can be unlocked.
    public struct Choice: Sendable, Equatable {
        /// The name of the vault.
        public let name: String
        /// Whether the vault is unlocked, so that the password only proves that the user is present.
        public let isUnlocked: Bool
        /// Whether a fingerprint can replace the password, so that ``SheetEvent/showFinger(vault:_:)`` applies.
        public let takesFinger: Bool
    }

    /// The reason.
    public var reason: Reason
    /// The vaults in the order of their names; at least one.
    public var vaults: [Choice]
    /// The error of the last attempt.
    public var message: String?
}

/// The identifier of an item among all vaults.
public struct RowID: Sendable, Hashable {
    /// The name of the vault.
    public let vault: String
    /// The identifier of the item.
    public let item: UUID
}

/// An item in a list.
public struct SheetRow: Sendable, Identifiable {
    /// The identifier of the item.
    public let id: RowID
    /// The kind of the item.
    public let kind: ItemKind
    /// The title of the item.
    public let title: String
    /// The second line: for a login, its username.
    public let subtitle: String
    /// Whether it has a one-time code.
    public let hasOneTimeCode: Bool
    /// The match with the site; `nil` if it was not saved for this site.
    public let match: WebsiteMatch?
}

/// The page with a list of items to pick from.
public struct ListPage: Sendable {
    /// The scope of a list.
    public enum Scope: Sendable, Hashable {
        /// The items that match the site, the best first.
        case matches
        /// All items, by title.
        case all
        /// The items that have all words of a text.
        case search(String)
    }

    /// The maximum number of rows.
    public static let mostRows = 500

    /// The scope of the list.
    public var scope: Scope
    /// The items.
    public var rows: [SheetRow]
    /// Whether there are more than ``mostRows``.
    public var isCut: Bool
    /// The row that Return picks; `nil` if the user has to choose one.
    public var preselected: RowID?
    /// Whether ``SheetEvent/showAll`` and ``SheetEvent/search(_:)`` apply.
    public var canShowAll: Bool
    /// Whether ``SheetEvent/newLogin`` applies.
    public var canMakeNew: Bool
    /// Whether the list does not include all vaults, so that ``SheetEvent/unlockAnother`` applies.
    public var hasOtherVaults: Bool
    /// The last error.
    public var message: String?
}

/// The page with the editor for a new or existing login.
public struct EditorPage: Sendable {
    /// The draft.
    public var draft: LoginDraft
    /// The report on the draft's password.
    public var password: PasswordReport
    /// The vaults that a new login can be saved in; empty for an existing one.
    public var vaults: [String]
    /// The existing logins for this site with the same username, which could be changed instead of making a new one.
    /// Empty if an existing login is changed.
    public var same: [SheetRow]
    /// Whether ``SheetEvent/back`` leads to a list.
    public var canGoBack: Bool
    /// The last error.
    public var message: String?
}

/// The last page.
public struct FinishedPage: Sendable {
    /// The outcome for the program.
    public let outcome: SheetOutcome
    /// The title of the item that was picked or saved; `nil` if there is none.
    public let title: String?
}
