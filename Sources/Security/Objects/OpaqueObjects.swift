// Types that programs name, store and compare, and of which no function makes objects yet.

/// A certificate with the private key that belongs to it.
public class SecIdentity: NSObject, @unchecked Sendable {
    override init() {}
}

/// The evaluation of a certificate's trust.
public class SecTrust: NSObject, @unchecked Sendable {
    override init() {}
}

/// A policy for evaluating a certificate's trust.
public class SecPolicy: NSObject, @unchecked Sendable {
    override init() {}
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

/// Returns the type id of `SecIdentity`.
public func SecIdentityGetTypeID() -> CFTypeID { SecIdentity.typeID }
/// Returns the type id of `SecTrust`.
public func SecTrustGetTypeID() -> CFTypeID { SecTrust.typeID }
/// Returns the type id of `SecPolicy`.
public func SecPolicyGetTypeID() -> CFTypeID { SecPolicy.typeID }
