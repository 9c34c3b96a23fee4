import Foundation
import Security

let item: [String: Any] = [
    kSecClass as String: kSecClassGenericPassword,
    kSecAttrService as String: "mail.example.com",
    kSecAttrAccount as String: "kim",
]
let secret: [String: Any] = [kSecValueData as String: Data("correct horse".utf8)]

var status = SecItemAdd(item.merging(secret) { $1 } as CFDictionary, nil)
if status == errSecDuplicateItem {  // from the second run on
    status = SecItemUpdate(item as CFDictionary, secret as CFDictionary)
}
print(SecCopyErrorMessageString(status, nil) ?? "" as CFString)  // No error.
