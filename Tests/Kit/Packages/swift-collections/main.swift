import Collections
import Security

let query: OrderedDictionary = [kSecClass as String: kSecClassKey as String]
print("swift-collections: \(query["class"] == "keys"), \(errSecItemNotFound)")
