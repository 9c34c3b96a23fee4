import Foundation
import FuzzInput
import KeychainServices
import Security

/// Any dictionaries for the four functions: each answers with a status, and what it hands back can be asked for again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var maker = QueryMaker(start, count)
    guard let keychain = try? Keychain.inMemory(accessGroups: AccessGroups(["fuzz", "other"])) else { return 0 }
    Keychain.$override.withValue(keychain) {
        for _ in 0..<4 where !maker.input.isEmpty {
            let operation = maker.input.byte()
            let first = maker.dictionary()
            switch operation % 4 {
            case 0, 1: add(first)
            case 2: _ = SecItemUpdate(first, maker.dictionary())
            default: _ = SecItemDelete(first)
            }
            var result: CFTypeRef?
            let query = maker.dictionary()
            if SecItemCopyMatching(query, &result) == errSecSuccess, result == nil, asksForSomething(query) {
                finding("success without a result")
            }
            if let result { maker.found = result }
        }
    }
    return 0
}

/// Data and a reference are things that an item need not have; then there is success without a result.
private func asksForSomething(_ query: NSDictionary) -> Bool {
    ["r_Attributes", "r_PersistentRef"].contains { (query[$0] as? NSNumber)?.boolValue == true }
}

/// Whether the dictionary has an access control.
private func asksForMore(_ attributes: NSDictionary) -> Bool { attributes["accc"] is SecAccessControl }

/// What was added is there under the reference that came back.
private func add(_ attributes: NSDictionary) {
    var reference: CFTypeRef?
    guard let withReference = attributes.mutableCopy() as? NSMutableDictionary else { return }
    for key in ["r_Data", "r_Attributes", "r_Ref"] { withReference[key] = nil }
    withReference["r_PersistentRef"] = NSNumber(value: true)
    guard SecItemAdd(withReference, &reference) == errSecSuccess else { return }
    // A list of items that were added at once gives a list.
    guard let reference = reference as? NSData else { return }
    let query = NSMutableDictionary(dictionary: [
        "v_PersistentRef": reference, "r_Attributes": NSNumber(value: true), "u_AuthUI": "u_AuthUIF",
    ])
    let status = SecItemCopyMatching(query, nil)
    // An item may ask for more than there is here to show: that it is there is told all the same.
    guard status == errSecSuccess || asksForMore(attributes) && status == errSecInteractionNotAllowed else {
        finding("added, not found")
    }
    guard SecItemAdd(withReference, nil) == errSecDuplicateItem else { finding("added twice") }
}
