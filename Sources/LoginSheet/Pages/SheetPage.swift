import Foundation
import PasswordVault
import WebsiteMatching

/// What a sheet shows.
package enum SheetPage: Sendable {
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
package struct UnlockPage: Sendable, Equatable {
    /// Why.
    package enum Reason: Sendable {
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
    }

    /// A vault that can be unlocked.
    package struct Choice: Sendable, Equatable {
        /// What people call it.
        package let name: String
        /// Whether its items can be read now, so that the password only shows who is there.
        package let isUnlocked: Bool
    }

    /// Why.
    package var reason: Reason
    /// In the order of their names; at least one.
    package var vaults: [Choice]
    /// What went wrong so far.
    package var message: String?
}

/// Names an item among all vaults.
package struct RowID: Sendable, Hashable {
    /// The vault's name.
    package let vault: String
    /// The item.
    package let item: UUID
}

/// An item in a list.
package struct SheetRow: Sendable, Identifiable {
    /// Which item it is.
    package let id: RowID
    /// What the item is about.
    package let kind: ItemKind
    /// What people call it.
    package let title: String
    /// A second line: of a login its username.
    package let subtitle: String
    /// Whether it has a one-time code.
    package let hasOneTimeCode: Bool
    /// Why it is listed; nil: it was not saved for this site.
    package let match: WebsiteMatch?
}

/// Items to pick from.
package struct ListPage: Sendable {
    /// Which items are listed.
    package enum Scope: Sendable, Hashable {
        /// Those that belong to the site, the best first.
        case matches
        /// All, by title.
        case all
        /// Those that have all words of a text.
        case search(String)
    }

    /// Rows that a list has at most.
    package static let mostRows = 500

    /// Which items are listed.
    package var scope: Scope
    /// The items.
    package var rows: [SheetRow]
    /// Whether there are more than ``mostRows``.
    package var isCut: Bool
    /// The row that Return picks; nil: nothing is picked without being looked at.
    package var preselected: RowID?
    /// Whether ``SheetEvent/showAll`` and ``SheetEvent/search(_:)`` do something.
    package var canShowAll: Bool
    /// Whether ``SheetEvent/newLogin`` does something.
    package var canMakeNew: Bool
    /// Whether ``SheetEvent/unlockAnother`` does something: a vault is not among those that are listed.
    package var hasOtherVaults: Bool
    /// What went wrong last.
    package var message: String?
}

/// A login that is made or changed.
package struct EditorPage: Sendable {
    /// What would be saved.
    package var draft: LoginDraft
    /// What is to be said of the draft's password.
    package var password: PasswordReport
    /// For a new login: the vaults that it can be saved in.
    package var vaults: [String]
    /// For a new login: those that are saved for this site with the same username, which could be changed instead.
    package var same: [SheetRow]
    /// Whether ``SheetEvent/back`` leads to a list.
    package var canGoBack: Bool
    /// What went wrong last.
    package var message: String?
}

/// How it ended.
package struct FinishedPage: Sendable {
    /// For the program.
    package let outcome: SheetOutcome
    /// Of the item that was picked or saved; nil: there is none.
    package let title: String?
}
