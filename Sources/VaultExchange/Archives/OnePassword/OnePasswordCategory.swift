import PasswordVault

/// A category of 1Password's, by its number in files.
///
/// Specified in: 1Password's documentation, "1Password Unencrypted Export (1PUX) files", "Item categories"; AgileBits, "OPVault design".
struct OnePasswordCategory {
    let number: String
    /// The name, which an item that becomes another kind keeps as a tag.
    let name: String
    let kind: ItemKind
    /// Whether the kind is the category's own, not only the nearest.
    var isExact = true

    static let all: [OnePasswordCategory] = [
        Self(number: "001", name: "Login", kind: .login), Self(number: "002", name: "Credit Card", kind: .creditCard),
        Self(number: "003", name: "Secure Note", kind: .secureNote),
        Self(number: "004", name: "Identity", kind: .identity),
        Self(number: "005", name: "Password", kind: .password),
        Self(number: "006", name: "Document", kind: .secureNote, isExact: false),
        Self(number: "100", name: "Software License", kind: .softwareLicence),
        Self(number: "101", name: "Bank Account", kind: .secureNote, isExact: false),
        Self(number: "102", name: "Database", kind: .login, isExact: false),
        Self(number: "103", name: "Driver License", kind: .identity, isExact: false),
        Self(number: "104", name: "Outdoor License", kind: .identity, isExact: false),
        Self(number: "105", name: "Membership", kind: .secureNote, isExact: false),
        Self(number: "106", name: "Passport", kind: .identity, isExact: false),
        Self(number: "107", name: "Reward Program", kind: .secureNote, isExact: false),
        Self(number: "108", name: "Social Security Number", kind: .identity, isExact: false),
        Self(number: "109", name: "Wireless Router", kind: .password, isExact: false),
        Self(number: "110", name: "Server", kind: .login, isExact: false),
        Self(number: "111", name: "Email Account", kind: .login, isExact: false),
        Self(number: "112", name: "API Credential", kind: .apiCredential),
        Self(number: "113", name: "Medical Record", kind: .secureNote, isExact: false),
        Self(number: "114", name: "SSH Key", kind: .sshKey),
        Self(number: "115", name: "Crypto Wallet", kind: .secureNote, isExact: false),
    ]

    /// Returns the category of a number; a note for an unknown one.
    static func numbered(_ number: String) -> OnePasswordCategory {
        all.first { $0.number == number }
            ?? OnePasswordCategory(number: number, name: "category \(number)", kind: .secureNote, isExact: false)
    }

    /// Returns the category of a kind; a login for one that 1Password does not have.
    static func of(_ kind: ItemKind) -> OnePasswordCategory {
        all.first { $0.kind == kind && $0.isExact } ?? numbered("001")
    }

    /// The fields of 1Password's templates that are fields of the kind: id of 1Password, id of ours.
    static func fields(_ kind: ItemKind) -> [(id: String, field: String)] {
        switch kind {
        case .login:
            [
                ("username", "username"), ("password", "password"), ("pop_username", "username"),
                ("pop_password", "password"),
            ]
        case .creditCard:
            [
                ("cardholder", "cardholder"), ("ccnum", "number"), ("cvv", "verification"), ("expiry", "expiry"),
                ("validFrom", "valid-from"), ("bank", "bank"), ("pin", "pin"),
            ]
        case .identity:
            [
                ("firstname", "first-name"), ("initial", "middle-name"), ("lastname", "last-name"), ("sex", "sex"),
                ("birthdate", "birth-date"), ("company", "company"), ("department", "department"),
                ("jobtitle", "job-title"), ("address", "address"), ("defphone", "telephone"), ("email", "email"),
                ("username", "username"), ("nametitle", "name-title"),
            ]
        case .softwareLicence:
            [
                ("product_version", "version"), ("reg_code", "licence-key"), ("reg_name", "licensed-to"),
                ("reg_email", "email"), ("company", "company"), ("download_link", "download"),
                ("publisher_name", "publisher"), ("order_date", "date"), ("order_number", "order"),
                ("product", "product"),
            ]
        case .password: [("password", "password"), ("wireless_password", "password"), ("made_for", "made-for")]
        case .apiCredential:
            [
                ("username", "username"), ("credential", "credential"), ("type", "type"), ("hostname", "hostname"),
                ("validFrom", "valid-from"), ("expires", "expiry"),
            ]
        case .sshKey:
            [
                ("private_key", "private-key"), ("public_key", "public-key"), ("fingerprint", "fingerprint"),
                ("passphrase", "passphrase"),
            ]
        default: []
        }
    }
}
