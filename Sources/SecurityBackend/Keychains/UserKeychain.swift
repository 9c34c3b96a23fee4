import AgentClient
import KeychainServices
import Security

/// The keychain that a `SecKeychain` stands for, by its name.
struct UserKeychain: Hashable, Sendable {
    let name: KeychainName

    /// The file; nil for the keychain of this device.
    func portable() throws(KeychainError) -> PortableKeychain? { try UserKeychains.current.portable(name) }
}

extension SecKeychain {
    convenience init(_ name: KeychainName) { self.init(handle: UserKeychain(name: name)) }

    /// The keychain for operations on items; nil for an object that stands for none.
    var keychain: Keychain? {
        if let keychain = handle as? Keychain { return keychain }
        guard let named = handle as? UserKeychain else { return nil }
        return try? UserKeychains.current.keychain(named.name)
    }

    /// The keychain by its name.
    ///
    /// - Throws: `.invalidKeychain` for one that has none, as those of the Swift API.
    func named() throws(KeychainError) -> UserKeychain {
        guard let named = handle as? UserKeychain else {
            throw KeychainError(.invalidKeychain, "the keychain has no path")
        }
        return named
    }

    /// The portable keychain that it stands for; nil for the keychain of this device, and for those of the Swift API.
    ///
    /// - Throws: `.parameter` for a path that is none.
    func portable() throws(KeychainError) -> PortableKeychain? { try (handle as? UserKeychain)?.portable() }

    /// The keychain for operations on all of it.
    ///
    /// - Throws: `.parameter` for an object that stands for none.
    func whole() throws(KeychainError) -> Keychain {
        guard let keychain else { throw .invalidRequest("the object is not a keychain") }
        return keychain
    }

    /// Returns the keychain of an argument, of which nil means the default one.
    static func orDefault(_ keychain: SecKeychain?) throws(KeychainError) -> SecKeychain {
        if let keychain { return keychain }
        return SecKeychain(try UserKeychains.current.list().usual)
    }
}
