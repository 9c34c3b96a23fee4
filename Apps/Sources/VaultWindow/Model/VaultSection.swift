import Foundation
import GtkSupport
import PasswordVault

/// A part of the vault that the first pane offers.
enum VaultSection: Hashable {
    case all
    case favourites
    case kind(ItemKind)
    case tag(String)
    case archive
    case trash

    /// The filter of a search on this shelf.
    var filter: VaultFilter {
        switch self {
        case .all: VaultFilter()
        case .favourites: VaultFilter(onlyFavourites: true)
        case .kind(let kind): VaultFilter(kind: kind)
        case .tag(let tag): VaultFilter(tag: tag)
        case .archive: VaultFilter(place: .archive)
        case .trash: VaultFilter(place: .trash)
        }
    }

    func contains(_ overview: Overview) -> Bool {
        switch self {
        case .archive: return overview.archived != nil && overview.trashed == nil
        case .trash: return overview.trashed != nil
        default: break
        }
        guard overview.archived == nil, overview.trashed == nil else { return false }
        return switch self {
        case .favourites: overview.isFavourite
        case .kind(let kind): overview.kind == kind
        case .tag(let tag): overview.tags.contains(tag)
        default: true
        }
    }

    @MainActor var label: String {
        switch self {
        case .all: text("All Items")
        case .favourites: text("Favourites")
        case .kind(let kind): kind.plural
        case .tag(let tag): tag
        case .archive: text("Archive")
        case .trash: text("Trash")
        }
    }

    var icon: String {
        switch self {
        case .all: "view-grid-symbolic"
        case .favourites: "starred-symbolic"
        case .kind(let kind): kind.icon
        case .tag: "view-pin-symbolic"
        case .archive: "folder-symbolic"
        case .trash: "user-trash-symbolic"
        }
    }
}

extension ItemKind {
    @MainActor var label: String {
        switch self {
        case .login: text("Login")
        case .creditCard: text("Credit Card")
        case .identity: text("Identity")
        case .secureNote: text("Secure Note")
        case .softwareLicence: text("Software Licence")
        case .password: text("Password")
        case .sshKey: text("SSH Key")
        case .apiCredential: text("API Credential")
        case .passkey: text("Passkey")
        default: name
        }
    }

    @MainActor var plural: String {
        switch self {
        case .login: text("Logins")
        case .creditCard: text("Credit Cards")
        case .identity: text("Identities")
        case .secureNote: text("Secure Notes")
        case .softwareLicence: text("Software Licences")
        case .password: text("Passwords")
        case .sshKey: text("SSH Keys")
        case .apiCredential: text("API Credentials")
        case .passkey: text("Passkeys")
        default: name
        }
    }

    var icon: String {
        switch self {
        case .login: "web-browser-symbolic"
        case .creditCard: "auth-sim-symbolic"
        case .identity: "avatar-default-symbolic"
        case .secureNote: "text-x-generic-symbolic"
        case .softwareLicence: "application-certificate-symbolic"
        case .sshKey: "network-server-symbolic"
        case .apiCredential: "utilities-terminal-symbolic"
        case .passkey: "channel-secure-symbolic"
        default: "dialog-password-symbolic"
        }
    }
}
