/// The implementation behind the functions of this module: the module `SecurityBackend`, which knows the keychain.
///
/// This module imports neither `SecurityBackend` nor the keychain, on purpose. In a build with this package, every package whose code
/// asks `#if canImport(Security)` imports this module without having declared a dependency. Those packages would also have to find all
/// modules that this module imports, and they cannot find C modules (Docs/decisions/0008).
package protocol Backend: KeyBackend, IdentityBackend, PasswordBackend, SharedCredentialBackend, KeychainsBackend,
    KeychainItemBackend, TrustBackend, ExchangeBackend
{
    /// Implements `SecItemAdd`.
    func add(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus
    /// Implements `SecItemCopyMatching`.
    func copyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus
    /// Implements `SecItemUpdate`.
    func update(_ query: CFDictionary, _ changes: CFDictionary) -> OSStatus
    /// Implements `SecItemDelete`.
    func delete(_ query: CFDictionary) -> OSStatus
    /// Implements `SecKeychainCopyDefault`.
    func copyDefaultKeychain(_ keychain: UnsafeMutablePointer<SecKeychain?>) -> OSStatus
    /// Implements `SecAccessControlCreateWithFlags`.
    ///
    /// - Throws: an `NSError` of the domain `NSOSStatusErrorDomain`.
    func makeAccessControl(protection: CFTypeRef, flags: SecAccessControlCreateFlags) throws -> SecAccessControl
    /// `SecFailure.last`.
    var lastFailure: SecFailure? { get }
    /// `SecRandomCopyBytes`.
    func fillRandom(_ bytes: UnsafeMutableRawBufferPointer)
}

/// Returns the linked backend. The linker finds the function in `SecurityBackend`, which is in every program that has this module.
@_silgen_name("chatelaine_security_backend")
private func linkedBackend() -> any Backend

let backend = linkedBackend()
