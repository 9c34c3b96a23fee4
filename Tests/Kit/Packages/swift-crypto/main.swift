import Crypto
import Foundation
import Security

// The kit's library contains a BoringSSL, and the program has another.
let query: [CFString: Any] = [
    kSecClass: kSecClassGenericPassword, kSecAttrService: "swift-crypto", kSecAttrAccount: UUID().uuidString,
]
let digest = Data(SHA256.hash(data: Data("abc".utf8)))
guard SecItemAdd(query.merging([kSecValueData: digest]) { $1 } as CFDictionary, nil) == errSecSuccess else { exit(1) }
var found: CFTypeRef?
_ = SecItemCopyMatching(query.merging([kSecReturnData: true]) { $1 } as CFDictionary, &found)
_ = SecItemDelete(query as CFDictionary)
print("swift-crypto: \(found as? Data == digest && digest.first == 0xba), \(errSecItemNotFound)")
