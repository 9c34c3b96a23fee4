/// The kind of a field: how its value is shown, checked and copied.
///
/// All that depends on the kind is decided by switches over it that have no `default`: a new kind does not compile until each place says
/// what it does with it. Those of this module are in `properties`; commands, pages and windows have theirs in a file
/// `FieldKind+….swift`.
public enum FieldKind: Hashable, Sendable {
    /// Any text.
    case text
    /// A secret, shown as dots.
    case concealed
    /// An e-mail address.
    case email
    /// A web page.
    case url
    /// A day: `2026-11-22`.
    case date
    /// A month: `2026-11`.
    case monthYear
    /// The secret of one-time codes, as an `otpauth` address or in Base32.
    case oneTimeCode
    /// A telephone number.
    case telephone
    /// A postal address, in lines.
    case address
    /// One of some choices.
    case menu
    /// The private part of a passkey. It is kept and exported, and never shown, copied or typed as a text.
    case passkey
    /// A kind of a later release, which is kept as it is.
    case unknown(number: UInt32, isSecret: Bool)

    /// The numbers of the kinds in the file.
    private enum Number: UInt32, CaseIterable {
        case text = 1
        case concealed, email, url, date, monthYear, oneTimeCode, telephone, address, menu, passkey

        var kind: FieldKind {
            switch self {
            case .text: .text
            case .concealed: .concealed
            case .email: .email
            case .url: .url
            case .date: .date
            case .monthYear: .monthYear
            case .oneTimeCode: .oneTimeCode
            case .telephone: .telephone
            case .address: .address
            case .menu: .menu
            case .passkey: .passkey
            }
        }
    }

    private struct Properties {
        let number: UInt32
        let name: String
        var isSecret = false
        var makesOneTimeCodes = false
        var isShown = true

        init(
            _ number: Number, _ name: String, isSecret: Bool = false, makesOneTimeCodes: Bool = false,
            isShown: Bool = true
        ) {
            (self.number, self.name) = (number.rawValue, name)
            (self.isSecret, self.makesOneTimeCodes, self.isShown) = (isSecret, makesOneTimeCodes, isShown)
        }

        init(unknown number: UInt32, isSecret: Bool) {
            (self.number, name, self.isSecret) = (number, "kind-\(number)", isSecret)
        }
    }

    private var properties: Properties {
        switch self {
        case .text: Properties(.text, "text")
        case .concealed: Properties(.concealed, "concealed", isSecret: true)
        case .email: Properties(.email, "email")
        case .url: Properties(.url, "url")
        case .date: Properties(.date, "date")
        case .monthYear: Properties(.monthYear, "month-year")
        case .oneTimeCode: Properties(.oneTimeCode, "one-time-code", isSecret: true, makesOneTimeCodes: true)
        case .telephone: Properties(.telephone, "telephone")
        case .address: Properties(.address, "address")
        case .menu: Properties(.menu, "menu")
        case .passkey: Properties(.passkey, "passkey", isSecret: true, isShown: false)
        case .unknown(let number, let isSecret): Properties(unknown: number, isSecret: isSecret)
        }
    }

    /// The number of the kind in the file.
    package var number: UInt32 { properties.number }
    /// The name of the kind in commands, such as `concealed`.
    public var name: String { properties.name }
    /// Whether its values are secrets: hidden until the user asks, and kept in the history.
    public var isSecret: Bool { properties.isSecret }
    /// Whether one-time codes are made of its values.
    public var makesOneTimeCodes: Bool { properties.makesOneTimeCodes }

    /// Whether its values may be shown, copied and typed, once the user asks for it.
    public var isShown: Bool { properties.isShown }

    /// All kinds that this release knows.
    public static let all: [FieldKind] = Number.allCases.map(\.kind)

    /// Returns the kind with a name.
    public static func named(_ name: String) -> FieldKind? { all.first { $0.name == name } }

    /// Returns the kind with a number; one of a later release is kept as it is.
    ///
    /// - Parameter isSecret: whether its value is kept as a secret, for one that this release does not know.
    package static func numbered(_ number: UInt32, isSecret: Bool) -> FieldKind {
        all.first { $0.number == number && $0.isSecret == isSecret } ?? .unknown(number: number, isSecret: isSecret)
    }
}
