import PasswordTools
import PasswordVault

/// What happens to a sheet. Events that the page has no use for do nothing.
public enum SheetEvent: Sendable {
    /// Somebody has chosen a password manager, by name.
    case chooseManager(String)

    /// Somebody has entered the master password of a vault.
    case authenticate(Secret, vault: String)
    /// Somebody wants to show a finger for a vault, which is waited for until it comes or is stopped.
    case showFinger(vault: String, FingerprintStop)
    /// Nobody is going to show a finger after all.
    case leaveFinger
    /// Another vault is to be unlocked as well.
    case unlockAnother

    /// The items that belong to the site are to be listed.
    case showMatches
    /// All items are to be listed.
    case showAll
    /// What is to be searched for; with nothing but blanks, the items that belong to the site are listed.
    case search(String)
    /// Somebody has picked a row of the list.
    case pick(RowID)
    /// A login is to be made.
    case newLogin

    /// Somebody has changed the draft.
    case edit(DraftChange)
    /// Another password is to be made; nil: as the program wants it.
    case regenerate(RandomPasswordOptions?)
    /// One of ``EditorPage/same`` is to be changed instead of a login being made.
    case changeInstead(RowID)
    /// Back to where the page came from.
    case back
    /// The draft is to be saved.
    case save

    /// A vault was locked; nil: all were.
    case vaultLocked(String?)
    /// The program that has asked is gone.
    case callerGone
    /// Somebody has said no.
    case cancel
}

/// What somebody has changed in a draft.
public enum DraftChange: Sendable {
    case title(String)
    case username(String)
    case password(Secret)
    case notes(Secret)
    /// One of the fields that are there, by its name.
    case field(NamedValue)
    /// Where a new login is saved.
    case vault(String)
}
