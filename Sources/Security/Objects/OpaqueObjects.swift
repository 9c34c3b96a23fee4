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

extension SecIdentity: CoreFoundationObject {
    static var typeID: CFTypeID { TypeID.identity }
}

/// Returns the type id of `SecIdentity`.
public func SecIdentityGetTypeID() -> CFTypeID { SecIdentity.typeID }
