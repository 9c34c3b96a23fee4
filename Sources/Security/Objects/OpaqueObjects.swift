// Types that programs name, store and compare, and that nothing makes yet.

/// A cryptographic key.
public class SecKey: NSObject, @unchecked Sendable {
    override init() {}
}

/// A certificate with the private key that belongs to it.
public class SecIdentity: NSObject, @unchecked Sendable {
    override init() {}
}

/// What has to be found out before a certificate is believed, and what was.
public class SecTrust: NSObject, @unchecked Sendable {
    override init() {}
}

/// What a certificate is to be believed for.
public class SecPolicy: NSObject, @unchecked Sendable {
    override init() {}
}

extension SecKey: CoreFoundationObject {
    static var typeID: CFTypeID { TypeID.key }
}
extension SecIdentity: CoreFoundationObject {
    static var typeID: CFTypeID { TypeID.identity }
}
extension SecTrust: CoreFoundationObject {
    static var typeID: CFTypeID { TypeID.trust }
}
extension SecPolicy: CoreFoundationObject {
    static var typeID: CFTypeID { TypeID.policy }
}

/// The number of the type `SecKey`.
public func SecKeyGetTypeID() -> CFTypeID { SecKey.typeID }
/// The number of the type `SecIdentity`.
public func SecIdentityGetTypeID() -> CFTypeID { SecIdentity.typeID }
/// The number of the type `SecTrust`.
public func SecTrustGetTypeID() -> CFTypeID { SecTrust.typeID }
/// The number of the type `SecPolicy`.
public func SecPolicyGetTypeID() -> CFTypeID { SecPolicy.typeID }
