import PasswordVault

/// The members of credentials that are fields of a kind: type, member, id of the field.
enum CXFCredentials {
    static let fields: [(type: String, member: String, field: String)] = [
        ("basic-auth", "username", "username"), ("basic-auth", "password", "password"),
        ("credit-card", "number", "number"), ("credit-card", "fullName", "cardholder"),
        ("credit-card", "verificationNumber", "verification"), ("credit-card", "pin", "pin"),
        ("credit-card", "expiryDate", "expiry"), ("credit-card", "validFrom", "valid-from"),
        ("person-name", "title", "name-title"), ("person-name", "given", "first-name"),
        ("person-name", "given2", "middle-name"), ("person-name", "surname", "last-name"),
        ("address", "tel", "telephone"), ("api-key", "key", "credential"), ("api-key", "username", "username"),
        ("api-key", "keyType", "type"), ("api-key", "url", "hostname"), ("api-key", "validFrom", "valid-from"),
        ("api-key", "expiryDate", "expiry"), ("generated-password", "password", "password"),
        ("identity-document", "birthDate", "birth-date"), ("identity-document", "sex", "sex"),
        ("passport", "birthDate", "birth-date"), ("passport", "sex", "sex"),
        ("drivers-license", "birthDate", "birth-date"), ("wifi", "passphrase", "password"),
        ("wifi", "ssid", "made-for"),
    ]

    /// The types of credentials that decide the kind, the strongest first.
    private static let kinds: [(type: String, kind: ItemKind)] = [
        ("basic-auth", .login), ("credit-card", .creditCard), ("ssh-key", .sshKey), ("api-key", .apiCredential),
        ("person-name", .identity), ("address", .identity), ("identity-document", .identity),
        ("drivers-license", .identity), ("passport", .identity), ("totp", .login), ("wifi", .password),
        ("generated-password", .password), ("passkey", .passkey),
    ]

    static func kind(_ types: [String]) -> ItemKind {
        kinds.first { types.contains($0.type) }?.kind ?? .secureNote
    }

    /// The type of the credential that a kind is written as.
    static func types(_ kind: ItemKind) -> [String] {
        switch kind {
        case .login: ["basic-auth"]
        case .creditCard: ["credit-card"]
        case .identity: ["person-name", "address"]
        case .apiCredential: ["api-key"]
        case .password: ["generated-password"]
        default: []
        }
    }
}
