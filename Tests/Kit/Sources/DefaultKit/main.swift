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
