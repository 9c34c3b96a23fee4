import Foundation
import PasswordVault
import WebsiteMatching

/// What a sheet shows.
public enum SheetPage: Sendable {
    /// Asks which password manager is to answer, from now on.
    case managers([PasswordManagerChoice])
    /// Asks for a master password.
    case unlock(UnlockPage)
    /// Items to pick from.
    case list(ListPage)
    /// A login that is made or changed.
    case editor(EditorPage)
    /// Nothing any more.
    case finished(FinishedPage)
}

/// Asks for a master password.
public struct UnlockPage: Sendable, Equatable {
    /// Why.
    public enum Reason: Sendable {
        /// No vault is unlocked.
        case locked
        /// Here it is asked for every time.
        case everyRequest
        /// The program has not asked for this site before.
        case firstRequest
        /// The vault was locked while the sheet was open. What was typed is kept.
        case lockedMeanwhile
        /// Somebody wants to see what another vault has.
        case another
        /// Somebody wants to see what was saved for other sites.
        case otherSites
    }

    /// A vault that can be unlocked.
    public struct Choice: Sendable, Equatable {
        /// What people call it.
        public let name: String
        /// Whether its items can be read now, so that the password only shows who is there.
        public let isUnlocked: Bool
        /// Whether ``SheetEvent/showFinger(vault:_:)`` does something: a finger would do in place of the password.
        public let takesFinger: Bool
    }

    /// Why.
    public var reason: Reason
    /// In the order of their names; at least one.
    public var vaults: [Choice]
    /// What went wrong so far.
    public var message: String?
}

/// Names an item among all vaults.
public struct RowID: Sendable, Hashable {
    /// The vault's name.
    public let vault: String
    /// The item.
    public let item: UUID
}

/// An item in a list.
public struct SheetRow: Sendable, Identifiable {
    /// Which item it is.
    public let id: RowID
    /// What the item is about.
    public let kind: ItemKind
    /// What people call it.
    public let title: String
    /// A second line: of a login its username.
    public let subtitle: String
    /// Whether it has a one-time code.
    public let hasOneTimeCode: Bool
    /// Why it is listed; nil: it was not saved for this site.
    public let match: WebsiteMatch?
}

/// Items to pick from.
public struct ListPage: Sendable {
    /// Which items are listed.
    public enum Scope: Sendable, Hashable {
        /// Those that belong to the site, the best first.
        case matches
        /// All, by title.
        case all
        /// Those that have all words of a text.
        case search(String)
    }

    /// Rows that a list has at most.
    public static let mostRows = 500

    /// Which items are listed.
    public var scope: Scope
    /// The items.
    public var rows: [SheetRow]
    /// Whether there are more than ``mostRows``.
    public var isCut: Bool
    /// The row that Return picks; nil: nothing is picked without being looked at.
    public var preselected: RowID?
    /// Whether ``SheetEvent/showAll`` and ``SheetEvent/search(_:)`` do something.
    public var canShowAll: Bool
    /// Whether ``SheetEvent/newLogin`` does something.
    public var canMakeNew: Bool
    /// Whether ``SheetEvent/unlockAnother`` does something: a vault is not among those that are listed.
    public var hasOtherVaults: Bool
    /// What went wrong last.
    public var message: String?
}

/// A login that is made or changed.
public struct EditorPage: Sendable {
    /// What would be saved.
    public var draft: LoginDraft
    /// What is to be said of the draft's password.
    public var password: PasswordReport
    /// For a new login: the vaults that it can be saved in.
    public var vaults: [String]
    /// For a new login: those that are saved for this site with the same username, which could be changed instead.
    public var same: [SheetRow]
    /// Whether ``SheetEvent/back`` leads to a list.
    public var canGoBack: Bool
    /// What went wrong last.
    public var message: String?
}

/// How it ended.
public struct FinishedPage: Sendable {
    /// For the program.
    public let outcome: SheetOutcome
    /// Of the item that was picked or saved; nil: there is none.
    public let title: String?
}
