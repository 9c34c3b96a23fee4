/// What does the work behind the functions of this module: the module `SecurityBackend`, which knows the keychain.
///
/// This module imports neither it nor the keychain, and that is its purpose. On a build with us in it, every package whose
/// code asks `#if canImport(Security)` imports this module without having declared a dependency. Whatever this module
/// imported, those packages would have to find too, and they cannot find C modules (Docs/decisions/0008).
package protocol Backend: Sendable {
    /// `SecItemAdd`.
    func add(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus
    /// `SecItemCopyMatching`.
    func copyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus
    /// `SecItemUpdate`.
    func update(_ query: CFDictionary, _ changes: CFDictionary) -> OSStatus
    /// `SecItemDelete`.
    func delete(_ query: CFDictionary) -> OSStatus
    /// `SecKeychainCopyDefault`.
    func copyDefaultKeychain(_ keychain: UnsafeMutablePointer<SecKeychain?>) -> OSStatus
    /// `SecAccessControlCreateWithFlags`.
    /// - Throws: an `NSError` of the domain `NSOSStatusErrorDomain`.
    func makeAccessControl(protection: CFTypeRef, flags: SecAccessControlCreateFlags) throws -> SecAccessControl
    /// `SecFailure.last`.
    var lastFailure: SecFailure? { get }
    /// `SecRandomCopyBytes`.
    func fillRandom(_ bytes: UnsafeMutableRawBufferPointer)
}

/// The one backend. The linker finds it in `SecurityBackend`, which is in every program that has this module.
@_silgen_name("chatelaine_security_backend")
private func linkedBackend() -> any Backend

let backend = linkedBackend()
