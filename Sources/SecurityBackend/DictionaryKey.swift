import KeychainServices
import Security

/// The role of a key in a query dictionary. The form of its text decides (keychain-services 1).
enum DictionaryKey {
    case itemClass
    case attribute(AttributeKey)
    case match(Match)
    case returned(ItemReturn)
    case use(Use)
    case value(Value)
    /// Four characters that are not an attribute's key.
    case unknownAttribute
    /// A key without effect.
    case ignored
    /// The marker of an App Clip's item, which no program may use.
    case appClip
    case illegal

    /// Match keys that have an effect here; the others are ignored.
    enum Match {
        case limit, searchList, host, issuers, policy, email, trustedOnly, validOnDate, other
    }

    enum Use {
        case keychain, itemList, credential, context, interface, noInterface, prompt, tombstones, other
    }

    enum Value {
        case data, reference, persistentReference
    }

    init(_ text: String) {
        if text.utf8.count == 4, let letters = Self.letters(text) {
            switch letters {
            case Self.legacyChoice: self = .ignored
            case Self.clip: self = .appClip
            default: self = .attribute(letters)
            }
        } else {
            self = Self.named[text] ?? Self(unknown: text)
        }
    }

    /// Converts four printable characters to a key as `AttributeKey.init` does, without the cost of a generic function of another
    /// module, which took a quarter of the time of a query here.
    private static func letters(_ text: String) -> AttributeKey? {
        var number: UInt32 = 0
        for byte in text.utf8 {
            guard (0x20...0x7e).contains(byte) else { return nil }
            number = number << 8 | UInt32(byte)
        }
        return AttributeKey(rawValue: number)
    }

    /// `nleg`
    private static let legacyChoice = AttributeKey(rawValue: 0x6e6c_6567)
    /// `clip`
    private static let clip = AttributeKey(rawValue: 0x636c_6970)

    private init(unknown text: String) {
        switch (text.count, text.first) {
        case (4, _): self = .unknownAttribute
        case (2..., "m"): self = .match(.other)
        case (2..., "f"): self = .ignored
        default: self = .illegal
        }
    }

    private static let named: [String: DictionaryKey] = [
        "class": .itemClass,
        "m_Limit": .match(.limit),
        "m_SearchList": .match(.searchList),
        "m_HostOrSubdomainOfHost": .match(.host),
        "m_Issuers": .match(.issuers),
        "m_Policy": .match(.policy),
        "m_EmailAddressIfPresent": .match(.email),
        "m_TrustedOnly": .match(.trustedOnly),
        "m_ValidOnDate": .match(.validOnDate),
        "r_Data": .returned(.data),
        "r_Attributes": .returned(.attributes),
        "r_Ref": .returned(.reference),
        "r_PersistentRef": .returned(.persistentReference),
        "v_Data": .value(.data),
        "v_Ref": .value(.reference),
        "v_PersistentRef": .value(.persistentReference),
        "u_Keychain": .use(.keychain),
        "u_ItemList": .use(.itemList),
        "u_CredRef": .use(.credential),
        "u_AuthCtx": .use(.context),
        "u_AuthUI": .use(.interface),
        "u_Tomb": .use(.tombstones),
        "u_OpPrompt": .use(.prompt),
        "u_NoAuthUI": .use(.noInterface),
        "u_SystemKeychainAlways": .use(.other),
        "u_SystemKeychain": .use(.other),
        "u_SyncBubbleKeychain": .use(.other),
        "u_CallerName": .use(.other),
        "u_TokenRawItems": .use(.other),
        "u_CertWithIssuers": .use(.other),
        "u_UserIndependentKeychain": .use(.other),
    ]
}

/// The parts that the result of an operation contains.
struct ItemReturn: OptionSet, Sendable {
    let rawValue: UInt8

    static let data = ItemReturn(rawValue: 1)
    static let attributes = ItemReturn(rawValue: 2)
    static let reference = ItemReturn(rawValue: 4)
    static let persistentReference = ItemReturn(rawValue: 8)

    /// Whether the result for one item is a dictionary, not a single value.
    var isDictionary: Bool { contains(.attributes) || rawValue.nonzeroBitCount > 1 }
}
