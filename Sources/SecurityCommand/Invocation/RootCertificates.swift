import Foundation
import KeychainServices
import Security

/// The roots of the distribution in a keychain, as macOS has them.
enum RootCertificates {
    /// Returns a keychain in memory with the roots.
    ///
    /// - Throws: `.notAvailable` if there are none.
    static func keychain() throws -> Keychain {
        var roots: CFArray?
        guard SecTrustCopyAnchorCertificates(&roots) == errSecSuccess, let roots = roots as? [SecCertificate] else {
            throw KeychainError(
                .noSuchKeychain, "the distribution has no roots", remedy: "install the package ca-certificates")
        }
        let keychain = try Keychain.inMemory(accessGroups: AccessGroups(["roots"]))
        let reference = SecKeychain(handle: keychain)
        for root in roots {
            // A root that is there twice is one item.
            _ = SecItemAdd([kSecValueRef: root, kSecUseKeychain: reference] as NSDictionary, nil)
        }
        return keychain
    }
}
