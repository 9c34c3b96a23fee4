import KeyManagement
import KeychainServices
import Security

// Conversions between the objects of `Security` and the types of the keychain.

extension SecKeychain {
    /// Makes an object for a keychain, for use in a query.
    public convenience init(_ keychain: Keychain) { self.init(handle: keychain) }
}

extension SecAccessControl {
    convenience init(_ model: AccessControl) {
        self.init(protection: model.protection.code, flags: .init(rawValue: model.flags.rawValue))
    }
}

extension SecAccess {
    convenience init(_ model: AccessList) {
        self.init(
            contents: model.entries.map {
                Contents(
                    programs: $0.programs?.map { .init(path: $0.path, identity: $0.identity.bytes) }, name: $0.name,
                    selector: $0.selector, authorizations: $0.authorizations)
            })
    }
}

extension AccessList {
    package init(_ object: SecAccess) {
        self.init(
            entries: object.contents.map {
                Entry(
                    programs: $0.programs?.map { Program($0.path, Identity($0.identity) ?? .unknown) }, name: $0.name,
                    selector: $0.selector, authorizations: $0.authorizations)
            })
    }
}

extension AccessControl {
    /// Converts an object.
    ///
    /// - Throws: never for an object that was made by `SecAccessControlCreateWithFlags`.
    init(_ object: SecAccessControl) throws(KeychainError) {
        guard let protection = ProtectionClass(code: object.protection) else {
            throw .invalidRequest("an access control without a protection class")
        }
        try self.init(protection: protection, flags: .init(rawValue: object.flags.rawValue))
    }
}
