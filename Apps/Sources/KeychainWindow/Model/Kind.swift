import GtkSupport
import KeychainServices

/// The kinds of items by which the list is divided.
enum Kind: String, CaseIterable, Sendable {
    case all, passwords, certificates, identities, keys

    @MainActor var label: String {
        switch self {
        case .all: text("All Items")
        case .passwords: text("Passwords")
        case .certificates: text("Certificates")
        case .identities: text("My Certificates")
        case .keys: text("Keys")
        }
    }

    var icon: String {
        switch self {
        case .all: "view-list-symbolic"
        case .passwords: "dialog-password-symbolic"
        case .certificates: "application-certificate-symbolic"
        case .identities: "avatar-default-symbolic"
        case .keys: "channel-secure-symbolic"
        }
    }

    /// Whether an item is of this kind.
    func contains(_ entry: ListedItem) -> Bool {
        switch self {
        case .all: true
        case .passwords: entry.isPassword
        case .certificates: entry.reference.itemClass == .certificate
        case .identities: entry.hasPrivateKey
        case .keys: entry.reference.itemClass == .key
        }
    }
}

extension ItemClass {
    /// The name of the class for the user.
    @MainActor var label: String {
        switch self {
        case .genericPassword: text("Password")
        case .internetPassword: text("Internet Password")
        case .certificate: text("Certificate")
        case .key: text("Key")
        default: code
        }
    }

    var icon: String {
        switch self {
        case .certificate: Kind.certificates.icon
        case .key: Kind.keys.icon
        default: Kind.passwords.icon
        }
    }
}
