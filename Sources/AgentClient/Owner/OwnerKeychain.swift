import KeyManagement
import KeychainServices
import LinuxSupport
import Secrets

/// One of the keychains that an ``OwnerKeychains`` lists.
public final class OwnerKeychain: Sendable, Identifiable {
    /// When a portable keychain is locked without being asked to.
    public struct Settings: Sendable, Equatable {
        /// Whether it is locked when the computer suspends.
        public var locksOnSleep: Bool
        /// The number of seconds without use after which it is locked; nil for never.
        public var seconds: UInt32?

        /// Makes settings.
        public init(locksOnSleep: Bool, seconds: UInt32?) {
            (self.locksOnSleep, self.seconds) = (locksOnSleep, seconds)
        }
    }

    /// The access group of the owner's own items: that of the command line.
    public static let group = "chatelaine"

    /// The path by which it is called.
    public let path: String
    /// Whether it is the keychain that is bound to this device.
    public let isDevice: Bool
    /// Its items: of the keychain of this device those of all programs.
    public let keychain: Keychain
    let name: KeychainName
    private let portable: PortableKeychain?

    init(_ name: KeychainName, path: String, device: Keychain, portable: PortableKeychain?) {
        (self.name, self.path, self.portable) = (name, path, portable)
        isDevice = portable == nil
        keychain = portable?.keychain { () throws(KeychainError) in AccessGroups([Self.group]) } ?? device
    }

    /// The path.
    public var id: String { path }

    /// Whether it is there.
    public var exists: Bool { portable?.exists ?? true }

    /// Whether a password opens it: that of a portable keychain, or the passcode of this device, if there is one.
    ///
    /// - Throws: `.notAvailable` if it cannot be read.
    public func hasPassword() throws(KeychainError) -> Bool {
        guard portable == nil else { return true }
        return try keychain.lockState() != .noPasscode
    }

    /// Whether its items cannot be read before the password was entered.
    ///
    /// - Throws: `.noSuchKeychain`, `.notAvailable`.
    public func isLocked() throws(KeychainError) -> Bool {
        if let portable { return try !portable.isUnlocked() }
        let state = try keychain.lockState()
        return state == .beforeFirstUnlock || state == .lockedAfterFirstUnlock
    }

    /// Unlocks it. If it is unlocked, this proves that the user knows the password; then an agent shows the installed window the items of all
    /// programs.
    ///
    /// - Throws: `.authenticationFailed` for a wrong password.
    public func open(with password: borrowing SecretBytes) throws(KeychainError) {
        if let portable { return try portable.unlock(password: password) }
        if try isLocked() { return try keychain.unlock(passcode: password) }
        guard try hasPassword() else { return }
        if keychain.isServedByAgent { return try keychain.show(passcode: password) }
        guard try keychain.verify(passcode: password) else {
            throw KeychainError(.authenticationFailed, "the passcode is wrong", remedy: "try again")
        }
    }

    /// Locks it, for all programs.
    ///
    /// - Throws: `.notAvailable`.
    public func lock() throws(KeychainError) {
        if let portable { try portable.lock() } else { try keychain.lock() }
    }

    /// Changes the password of a portable keychain.
    ///
    /// - Throws: `.authenticationFailed` if `old` is not the password; `.unimplemented` for the keychain of this device, whose passcode
    ///   `Keychain` changes.
    public func changePassword(
        from old: borrowing SecretBytes, to new: borrowing SecretBytes
    ) throws(KeychainError) {
        try onlyPortable().changePassword(from: old, to: new)
    }

    /// Returns when a portable keychain is locked without being asked to.
    ///
    /// - Throws: `.interactionNotAllowed` if it is locked; `.unimplemented` for the keychain of this device.
    public func settings() throws(KeychainError) -> Settings {
        let settings = try onlyPortable().settings()
        return Settings(locksOnSleep: settings.locksOnSleep, seconds: settings.interval)
    }

    /// Sets when a portable keychain is locked without being asked to.
    ///
    /// - Throws: as ``settings()``.
    public func set(_ settings: Settings) throws(KeychainError) {
        try onlyPortable().set(PortableSettings(locksOnSleep: settings.locksOnSleep, interval: settings.seconds))
    }

    private func onlyPortable() throws(KeychainError) -> PortableKeychain {
        guard let portable else {
            throw KeychainError(.unimplemented, "this is for portable keychains, and not for that of the device")
        }
        return portable
    }
}
