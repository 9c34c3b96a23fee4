import Foundation
import Security

/// The key of an earlier run, or a new one. Its private half is stored, and is not extractable.
func signingKey() throws -> SecKey? {
    let tag = Data("com.example.release".utf8)
    let query: [CFString: Any] = [
        kSecClass: kSecClassKey, kSecAttrKeyClass: kSecAttrKeyClassPrivate, kSecAttrApplicationTag: tag,
        kSecReturnRef: true,
    ]
    var found: CFTypeRef?
    if SecItemCopyMatching(query as CFDictionary, &found) == errSecSuccess { return found as? SecKey }
    let attributes: [CFString: Any] = [
        kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits: 256,
        kSecPrivateKeyAttrs: [
            kSecAttrIsPermanent: true, kSecAttrIsExtractable: false, kSecAttrApplicationTag: tag,
        ] as [CFString: Any],
    ]
    var error: Unmanaged<CFError>?
    let key = SecKeyCreateRandomKey(attributes as CFDictionary, &error)
    if let error { throw error.takeRetainedValue() }
    return key
}

let (message, algorithm) = (Data("release 1.0".utf8) as CFData, SecKeyAlgorithm.ecdsaSignatureMessageX962SHA256)
if let key = try signingKey(), let publicKey = SecKeyCopyPublicKey(key),
    let signature = SecKeyCreateSignature(key, algorithm, message, nil)
{
    print(SecKeyVerifySignature(publicKey, algorithm, message, signature, nil))  // true
    print(SecKeyCopyExternalRepresentation(key, nil) == nil)  // true
}
