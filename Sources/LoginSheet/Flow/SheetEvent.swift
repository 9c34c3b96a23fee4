import PasswordTools
import PasswordVault

/// An event for a sheet. Events that do not apply to the current page are ignored.
public enum SheetEvent: Sendable {
    /// The user has chosen a password manager, by name.
    case chooseManager(String)

    /// The user has entered the master password of a vault.
    case authenticate(Secret, vault: String)
    /// The user wants to unlock a vault by fingerprint. The sheet waits for a fingerprint until there is one or the
    /// wait is stopped.
    case showFinger(vault: String, FingerprintStop)
    /// The user gives up on the fingerprint.
    case leaveFinger
    /// The user wants to unlock another vault as well.
    case unlockAnother

    /// List the items that match the site.
    case showMatches
    /// List all items.
    case showAll
    /// Search for a text; a blank text lists the items that match the site.
    case search(String)
    /// The user has picked a row of the list.
    case pick(RowID)
    /// Make a new login.
    case newLogin

    /// The user has changed the draft.
    case edit(DraftChange)
    /// Generate another password; `nil` for the program's options.
    case regenerate(RandomPasswordOptions?)
    /// Change one of ``EditorPage/same`` instead of making a new login.
    case changeInstead(RowID)
    /// Go back to the previous page.
    case back
    /// Save the draft.
    case save

    /// A vault was locked; `nil` for all vaults.
    case vaultLocked(String?)
    /// The requesting program has ended.
    case callerGone
    /// The user has cancelled.
    case cancel
}

/// A change of a draft by the user.
public enum DraftChange: Sendable {
    case title(String)
    case username(String)
    case password(Secret)
    case notes(Secret)
    /// One of the existing fields, by its name.
    case field(NamedValue)
    /// The vault for a new login.
    case vault(String)
}
