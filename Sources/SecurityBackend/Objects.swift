import KeyManagement
import KeychainServices
import Security

// The objects of `Security` as what they stand for here.

extension SecKeychain {
    /// The given keychain, as an object that fits into a query.
    public convenience init(_ keychain: Keychain) { self.init(handle: keychain) }

    var keychain: Keychain? { handle as? Keychain }
}

extension SecAccessControl {
    convenience init(_ model: AccessControl) {
        self.init(protection: model.protection.code, flags: .init(rawValue: model.flags.rawValue))
    }
}

extension AccessControl {
    /// - Throws: never for an object that one of our functions has made.
    init(_ object: SecAccessControl) throws(KeychainError) {
        guard let protection = ProtectionClass(code: object.protection) else {
            throw .unusable("an access control without a protection class")
        }
        try self.init(protection: protection, flags: .init(rawValue: object.flags.rawValue))
    }
}
