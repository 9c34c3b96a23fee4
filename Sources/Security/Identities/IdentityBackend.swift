/// The part of the backend that joins certificates and keys.
package protocol IdentityBackend: Sendable {
    /// Implements `SecIdentityCreate`.
    func makeIdentity(_ certificate: SecCertificate, _ key: SecKey) -> SecIdentity?
    /// Implements `SecIdentityCreateWithCertificate`.
    func findIdentity(
        of certificate: SecCertificate, in keychains: CFTypeRef?, _ identity: UnsafeMutablePointer<SecIdentity?>
    ) -> OSStatus
}
