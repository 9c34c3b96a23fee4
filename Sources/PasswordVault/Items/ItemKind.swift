/// The kind of an item.
///
/// A kind decides which fields an item begins with; every item may have further ones.
/// Specified in: Docs/vault-format.md, "Kinds".
public struct ItemKind: Hashable, Sendable {
    /// The number of the kind in the file, never reused for another kind.
    package let number: UInt32
    /// The name of the kind in commands, such as `login`.
    public let name: String
    /// The fields of a new item, in order.
    public let fields: [FieldTemplate]
    /// The field that lists show below the title; `nil` if no field is suitable.
    package let subtitle: String?

    private init(_ number: UInt32, _ name: String, subtitle: String? = nil, _ fields: [FieldTemplate]) {
        self.number = number
        self.name = name
        self.subtitle = subtitle
        self.fields = fields
    }

    /// Whether both have the same number.
    public static func == (one: ItemKind, other: ItemKind) -> Bool { one.number == other.number }
    /// Hashes the number.
    public func hash(into hasher: inout Hasher) { hasher.combine(number) }

    /// All kinds that this release knows, in display order.
    public static let all: [ItemKind] = [
        .login, .creditCard, .identity, .secureNote, .softwareLicence, .password, .sshKey, .apiCredential, .passkey,
    ]

    /// Returns the kind with a name.
    public static func named(_ name: String) -> ItemKind? { all.first { $0.name == name } }

    /// Returns the kind with a number. A number from a later release gives a kind that keeps it unchanged.
    package static func numbered(_ number: UInt32) -> ItemKind {
        all.first { $0.number == number } ?? ItemKind(number, "kind-\(number)", [])
    }
}

/// A field that items of a kind begin with.
public struct FieldTemplate: Hashable, Sendable {
    /// The identifier of the field, unique within the item and the same in every language.
    public let id: String
    /// The label in English; programs translate it by ``id``.
    public let label: String
    /// The kind of its value.
    public let kind: FieldKind

    init(_ id: String, _ label: String, _ kind: FieldKind = .text) {
        self.id = id
        self.label = label
        self.kind = kind
    }
}

extension ItemKind {
    /// A user account. Its addresses are ``VaultItem/websites``.
    public static let login = ItemKind(
        1, "login", subtitle: "username",
        [
            FieldTemplate("username", "username"), FieldTemplate("password", "password", .concealed),
            FieldTemplate("one-time-code", "one-time code", .oneTimeCode),
        ])

    /// A payment card. Its brand is found from its number.
    public static let creditCard = ItemKind(
        2, "card", subtitle: "cardholder",
        [
            FieldTemplate("cardholder", "cardholder"), FieldTemplate("number", "number", .concealed),
            FieldTemplate("expiry", "expiry date", .monthYear),
            FieldTemplate("verification", "verification code", .concealed), FieldTemplate("pin", "PIN", .concealed),
            FieldTemplate("bank", "issuing bank"), FieldTemplate("valid-from", "valid from", .monthYear),
        ])

    /// A person's details, as forms ask for them.
    public static let identity = ItemKind(
        3, "identity", subtitle: "email",
        [
            FieldTemplate("name-title", "title"), FieldTemplate("first-name", "first name"),
            FieldTemplate("middle-name", "middle name"), FieldTemplate("last-name", "last name"),
            FieldTemplate("birth-date", "birth date", .date), FieldTemplate("sex", "sex"),
            FieldTemplate("company", "company"), FieldTemplate("department", "department"),
            FieldTemplate("job-title", "job title"), FieldTemplate("address", "address", .address),
            FieldTemplate("telephone", "telephone", .telephone), FieldTemplate("email", "e-mail", .email),
            FieldTemplate("username", "username"),
        ])

    /// A confidential text: ``VaultItem/notes``.
    public static let secureNote = ItemKind(4, "note", [])

    /// A licence for a program.
    public static let softwareLicence = ItemKind(
        5, "licence", subtitle: "version",
        [
            FieldTemplate("product", "product"), FieldTemplate("version", "version"),
            FieldTemplate("licence-key", "licence key", .concealed), FieldTemplate("licensed-to", "licensed to"),
            FieldTemplate("email", "registered e-mail", .email), FieldTemplate("company", "company"),
            FieldTemplate("publisher", "publisher"), FieldTemplate("download", "download page", .url),
            FieldTemplate("order", "order number"), FieldTemplate("date", "date", .date),
        ])

    /// A generated password that belongs to no account yet.
    public static let password = ItemKind(
        6, "password", subtitle: "made-for",
        [FieldTemplate("password", "password", .concealed), FieldTemplate("made-for", "made for")])

    /// A key pair for ssh. The private key is in OpenSSH's or PEM's form.
    public static let sshKey = ItemKind(
        7, "ssh-key", subtitle: "fingerprint",
        [
            FieldTemplate("private-key", "private key", .concealed), FieldTemplate("public-key", "public key"),
            FieldTemplate("fingerprint", "fingerprint"), FieldTemplate("passphrase", "passphrase", .concealed),
        ])

    /// The secret by which a program identifies itself: an API key, an access token.
    public static let apiCredential = ItemKind(
        8, "api-credential", subtitle: "username",
        [
            FieldTemplate("username", "username"), FieldTemplate("credential", "credential", .concealed),
            FieldTemplate("type", "type"), FieldTemplate("hostname", "hostname"),
            FieldTemplate("valid-from", "valid from", .date), FieldTemplate("expiry", "expiry date", .date),
        ])

    /// A passkey (WebAuthn) that another program has made. Its private part is kept as it came: ``FieldKind/passkey``.
    public static let passkey = ItemKind(
        9, "passkey", subtitle: "username",
        [
            FieldTemplate("username", "username"), FieldTemplate("relying-party", "website"),
            FieldTemplate("passkey", "passkey", .passkey),
        ])
}
