/// What an item of a vault is about.
///
/// A kind decides which fields an item begins with; every item may have further ones.
/// Specified in: Docs/vault-format.md, "Kinds".
public struct ItemKind: Hashable, Sendable {
    /// By which the file names the kind. Never used again for another.
    package let number: UInt32
    /// By which commands name it, such as `login`.
    public let name: String
    /// The fields that a new item has, in order.
    public let fields: [FieldTemplate]
    /// The field that lists show below the title; nil: none of them is fit for that.
    package let subtitle: String?

    private init(_ number: UInt32, _ name: String, subtitle: String? = nil, _ fields: [FieldTemplate]) {
        self.number = number
        self.name = name
        self.subtitle = subtitle
        self.fields = fields
    }

    /// Whether both have the same number.
    public static func == (one: ItemKind, other: ItemKind) -> Bool { one.number == other.number }
    /// By number.
    public func hash(into hasher: inout Hasher) { hasher.combine(number) }

    /// All that this release knows, in the order in which people are shown them.
    public static let all: [ItemKind] = [.login, .creditCard, .identity, .secureNote, .softwareLicence, .password]

    /// The kind with a name.
    public static func named(_ name: String) -> ItemKind? { all.first { $0.name == name } }

    /// The kind with a number; one of a later release is kept as it is.
    package static func numbered(_ number: UInt32) -> ItemKind {
        all.first { $0.number == number } ?? ItemKind(number, "kind-\(number)", [])
    }
}

/// A field that items of a kind begin with.
public struct FieldTemplate: Hashable, Sendable {
    /// Unique within the item, the same in every language.
    public let id: String
    /// In English; programs translate by ``id``.
    public let label: String
    /// What is in it.
    public let kind: FieldKind

    init(_ id: String, _ label: String, _ kind: FieldKind = .text) {
        self.id = id
        self.label = label
        self.kind = kind
    }
}

extension ItemKind {
    /// An account somewhere. Its addresses are ``VaultItem/websites``.
    public static let login = ItemKind(
        1, "login", subtitle: "username",
        [
            FieldTemplate("username", "username"), FieldTemplate("password", "password", .concealed),
            FieldTemplate("one-time-code", "one-time code", .oneTimeCode),
        ])

    /// A payment card. What it is like is told from its number.
    public static let creditCard = ItemKind(
        2, "card", subtitle: "cardholder",
        [
            FieldTemplate("cardholder", "cardholder"), FieldTemplate("number", "number", .concealed),
            FieldTemplate("expiry", "expiry date", .monthYear),
            FieldTemplate("verification", "verification code", .concealed), FieldTemplate("pin", "PIN", .concealed),
            FieldTemplate("bank", "issuing bank"), FieldTemplate("valid-from", "valid from", .monthYear),
        ])

    /// A person, as forms ask for one.
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

    /// A text that nobody else is to read: ``VaultItem/notes``.
    public static let secureNote = ItemKind(4, "note", [])

    /// What shows that a program was paid for.
    public static let softwareLicence = ItemKind(
        5, "licence", subtitle: "version",
        [
            FieldTemplate("product", "product"), FieldTemplate("version", "version"),
            FieldTemplate("licence-key", "licence key", .concealed), FieldTemplate("licensed-to", "licensed to"),
            FieldTemplate("email", "registered e-mail", .email), FieldTemplate("company", "company"),
            FieldTemplate("publisher", "publisher"), FieldTemplate("download", "download page", .url),
            FieldTemplate("order", "order number"), FieldTemplate("date", "date", .date),
        ])

    /// A password that was made and belongs to no account yet.
    public static let password = ItemKind(
        6, "password", subtitle: "made-for",
        [FieldTemplate("password", "password", .concealed), FieldTemplate("made-for", "made for")])
}
