/// The protection class of an item, which says when its key is available: Apple's accessibility classes.
///
/// The raw values are those of the item format (Docs/keychain-format.md) and of Apple's keybags.
public enum ProtectionClass: UInt8, CaseIterable, Sendable {
    case whenUnlocked = 6
    case afterFirstUnlock = 7
    case always = 8
    case whenUnlockedThisDeviceOnly = 9
    case afterFirstUnlockThisDeviceOnly = 10
    case alwaysThisDeviceOnly = 11
    case whenPasscodeSetThisDeviceOnly = 12

    /// The value of the attribute `pdmn`.
    public var code: String {
        switch self {
        case .whenUnlocked: "ak"
        case .afterFirstUnlock: "ck"
        case .always: "dk"
        case .whenUnlockedThisDeviceOnly: "aku"
        case .afterFirstUnlockThisDeviceOnly: "cku"
        case .alwaysThisDeviceOnly: "dku"
        case .whenPasscodeSetThisDeviceOnly: "akpu"
        }
    }

    /// Makes the class with the given `pdmn` value, or nil.
    public init?(code: String) {
        guard let match = Self.allCases.first(where: { $0.code == code }) else { return nil }
        self = match
    }

    /// The times at which a class key is in memory.
    public enum Availability: Sendable {
        /// While the keychain is unlocked.
        case whileUnlocked
        /// After the first unlock, also while the keychain is locked.
        case afterFirstUnlock
        case always
    }

    /// The times at which the class key is in memory.
    public var availability: Availability {
        switch self {
        case .whenUnlocked, .whenUnlockedThisDeviceOnly, .whenPasscodeSetThisDeviceOnly: .whileUnlocked
        case .afterFirstUnlock, .afterFirstUnlockThisDeviceOnly: .afterFirstUnlock
        case .always, .alwaysThisDeviceOnly: .always
        }
    }

    /// Whether the recovery key does not cover the class, so that its items never leave this device.
    public var isThisDeviceOnly: Bool {
        switch self {
        case .whenUnlocked, .afterFirstUnlock, .always: false
        default: true
        }
    }
}
