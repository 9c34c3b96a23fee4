// Objects whose functions are in other folders.

/// A certificate with the private key that belongs to it. Two are equal if both parts are.
public class SecIdentity: NSObject, @unchecked Sendable {
    package let certificate: SecCertificate
    package let key: SecKey

    package init(_ certificate: SecCertificate, _ key: SecKey) {
        self.certificate = certificate
        self.key = key
    }

    /// Whether `object` is an identity of the same certificate and the same key.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? SecIdentity else { return false }
        return certificate == other.certificate && key == other.key
    }
    /// A hash that is equal for equal identities.
    public override var hash: Int { certificate.hash }
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
