/// The conditions that lock a keychain without a request.
public struct SecKeychainSettings: Sendable {
    /// The version of this structure: `SEC_KEYCHAIN_SETTINGS_VERS1`.
    public var version: UInt32
    /// Whether it is locked when the computer suspends.
    public var lockOnSleep: DarwinBoolean
    /// Whether `lockInterval` counts.
    public var useLockInterval: DarwinBoolean
    /// The number of seconds without use after which it is locked.
    public var lockInterval: UInt32

    /// Makes settings of zeros.
    public init() { self.init(version: 0, lockOnSleep: false, useLockInterval: false, lockInterval: 0) }

    /// Makes settings.
    public init(version: UInt32, lockOnSleep: DarwinBoolean, useLockInterval: DarwinBoolean, lockInterval: UInt32) {
        self.version = version
        self.lockOnSleep = lockOnSleep
        self.useLockInterval = useLockInterval
        self.lockInterval = lockInterval
    }
}

/// The version of `SecKeychainSettings`.
public let SEC_KEYCHAIN_SETTINGS_VERS1: Int32 = 1

/// The state of a keychain: a sum of `kSec…Status`.
public typealias SecKeychainStatus = UInt32

/// The keychain is unlocked.
public let kSecUnlockStateStatus: SecKeychainStatus = 1
/// The keychain can be read.
public let kSecReadPermStatus: SecKeychainStatus = 2
/// The keychain can be written.
public let kSecWritePermStatus: SecKeychainStatus = 4

/// The owner of a list of keychains.
public enum SecPreferencesDomain: Int32, Sendable {
    /// The user's.
    case user = 0
    /// The system's: not supported.
    case system = 1
    /// Of all users: not supported.
    case common = 2
    /// Of tokens: not supported.
    case dynamic = 3
}
