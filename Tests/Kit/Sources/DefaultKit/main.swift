import Foundation
import FoundationOnly
import LocalAuthentication
import Security

// The default kit: what it has, and what it must not have, because packages switch code on where they find these modules.

#if canImport(os) || canImport(CryptoKit) || canImport(CommonCrypto)
    #error("the default kit has modules that were not chosen")
#endif

/// The package's own, which is what most packages for both systems bring along.
func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result { try body() }

let passwords = PasswordBox(service: "kit.example.com")
try passwords.add("hunter2", for: "kim")
print("keychain:", autoreleasepool { passwords["kim"] } == "hunter2")
try passwords.remove("kim")
print("keychain:", passwords["kim"] == nil, errSecItemNotFound)

let query: NSDictionary = [kSecClass: kSecClassGenericPassword]
print("dictionary:", query.value(forKey: kSecClass as String) as? String ?? "nil")

var problem: NSError?
let context = LAContext()
context.invalidate()
let canEvaluate = context.canEvaluatePolicy(.deviceOwnerAuthentication, error: &problem)
print("local authentication: \(canEvaluate), \(problem?.code == LAError.invalidContext.rawValue)")

// The backend's library for keys is loaded here, and needs no header.
let parameters: [CFString: Any] = [kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits: 256]
let message = Data("kit".utf8) as CFData
let algorithm = SecKeyAlgorithm.ecdsaSignatureMessageX962SHA256
if let key = SecKeyCreateRandomKey(parameters as CFDictionary, nil), let publicKey = SecKeyCopyPublicKey(key),
    let signature = SecKeyCreateSignature(key, algorithm, message, nil)
{
    print("keys:", SecKeyVerifySignature(publicKey, algorithm, message, signature, nil))
} else {
    print("keys:", SecFailure.last?.description ?? "no failure")
}
