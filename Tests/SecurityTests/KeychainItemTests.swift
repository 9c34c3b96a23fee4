import Foundation
import Security
import Testing

/// Passwords, by the functions before `SecItem…`.
@Suite struct KeychainItemTests {
    private let home: TemporaryHome

    init() throws { home = try TemporaryHome() }

    private func add(
        _ service: String, _ account: String, _ password: String, in keychain: SecKeychain? = nil
    ) -> (OSStatus, SecKeychainItem?) {
        var item: SecKeychainItem?
        let status = SecKeychainAddGenericPassword(
            keychain, UInt32(service.utf8.count), service, UInt32(account.utf8.count), account,
            UInt32(password.utf8.count), password, &item)
        return (status, item)
    }

    private func find(_ service: String?, in keychains: CFTypeRef? = nil) -> (OSStatus, String?, SecKeychainItem?) {
        var (length, data): (UInt32, UnsafeMutableRawPointer?) = (0, nil)
        var item: SecKeychainItem?
        let status = SecKeychainFindGenericPassword(
            keychains, UInt32(service?.utf8.count ?? 0), service, 0, nil, &length, &data, &item)
        defer { _ = SecKeychainItemFreeContent(nil, data) }
        let text = data.map {
            String(decoding: UnsafeRawBufferPointer(start: $0, count: Int(length)), as: UTF8.self)
        }
        return (status, text, item)
    }

    @Test func aPasswordGoesThroughItsLife() throws {
        try home.run {
            let (added, item) = add("shop", "kim", "secret")
            #expect(added == errSecSuccess)
            #expect(add("shop", "kim", "other").0 == errSecDuplicateItem)
            let found = find("shop")
            #expect(found.0 == errSecSuccess && found.1 == "secret" && found.2 == item)
            #expect(CFGetTypeID(item) == SecKeychainItemGetTypeID())
            // SecItem sees the same item.
            #expect(try Items.attributes([kSecAttrService: "shop"])["labl"] as? String == "shop")
            let opened = try #require(item)
            #expect(SecKeychainItemModifyAttributesAndData(opened, nil, 3, "new") == errSecSuccess)
            #expect(find("shop").1 == "new")
            #expect(SecKeychainItemDelete(opened) == errSecSuccess)
            #expect(find("shop").0 == errSecItemNotFound)
            #expect(SecKeychainItemDelete(opened) == errSecInvalidItemRef)
            #expect(SecKeychainItemModifyContent(opened, nil, 3, "new") == errSecInvalidItemRef)
            #expect(SecKeychainItemCopyContent(opened, nil, nil, nil, nil) == errSecInvalidItemRef)
            #expect(find("shop", in: "login" as NSString).0 == errSecParam)
        }
    }

    @Test func emptyAndBinaryPasswordsComeBack() throws {
        try home.run {
            for (name, password) in [("empty", ""), ("binary", "a\0b")] {
                #expect(add(name, "kim", password).0 == errSecSuccess)
                #expect(find(name).1 == password)
            }
        }
    }

    @Test func internetPasswordsAreThoseOfSecItem() throws {
        try home.run {
            var item: SecKeychainItem?
            let status = SecKeychainAddInternetPassword(
                nil, 11, "example.com", 0, nil, 3, "kim", 1, "/", 443, .HTTPS, .default, 6, "secret", &item)
            #expect(status == errSecSuccess)
            let query: [CFString: Any] = [
                kSecClass: kSecClassInternetPassword, kSecAttrProtocol: kSecAttrProtocolHTTPS, kSecAttrPort: 443,
                kSecAttrAuthenticationType: kSecAttrAuthenticationTypeDefault, kSecAttrServer: "example.com",
            ]
            #expect(Items.status(query) == errSecSuccess)
            func find(_ port: UInt16, _ type: SecProtocolType) -> OSStatus {
                SecKeychainFindInternetPassword(
                    nil, 11, "example.com", 0, nil, 0, nil, 0, nil, port, type, .any, nil, nil, nil)
            }
            #expect(find(0, .any) == errSecSuccess)
            #expect(find(443, .HTTPS) == errSecSuccess)
            #expect(find(80, .any) == errSecItemNotFound)
            #expect(find(0, .SSH) == errSecItemNotFound)
        }
    }

    @Test func attributesAreCopiedAndFreed() throws {
        try home.run {
            let item = try #require(add("shop", "kim", "secret").1)
            var tags = [SecItemAttr.accountItemAttr, .serviceItemAttr, .commentItemAttr, .creationDateItemAttr].map(
                \.rawValue)
            let read = tags.withUnsafeMutableBufferPointer { tags -> [UInt32: [UInt8]] in
                guard let start = tags.baseAddress else { return [:] }
                var info = SecKeychainAttributeInfo(count: UInt32(tags.count), tag: start, format: nil)
                var itemClass = SecItemClass.certificateItemClass
                var list: UnsafeMutablePointer<SecKeychainAttributeList>?
                var (length, data): (UInt32, UnsafeMutableRawPointer?) = (0, nil)
                #expect(SecKeychainItemCopyAttributesAndData(item, &info, &itemClass, &list, &length, &data) == 0)
                #expect(itemClass == .genericPasswordItemClass && length == 6)
                var found: [UInt32: [UInt8]] = [:]
                for index in 0..<Int(list?.pointee.count ?? 0) {
                    guard let attribute = list?.pointee.attr?[index], let start = attribute.data else { continue }
                    found[attribute.tag] = [UInt8](
                        UnsafeRawBufferPointer(start: start, count: Int(attribute.length)))
                }
                #expect(SecKeychainItemFreeAttributesAndData(list, data) == errSecSuccess)
                return found
            }
            #expect(read[SecItemAttr.accountItemAttr.rawValue] == Array("kim".utf8))
            #expect(read[SecItemAttr.serviceItemAttr.rawValue] == Array("shop".utf8))
            #expect(read[SecItemAttr.commentItemAttr.rawValue] == nil)
            #expect(read[SecItemAttr.creationDateItemAttr.rawValue]?.count == 16)
        }
    }

    @Test func itemsAreMadeFromLists() throws {
        try home.run {
            var (account, creator) = (Array("kim".utf8), UInt32(0x6161_6161))
            let status = account.withUnsafeMutableBytes { account in
                withUnsafeMutableBytes(of: &creator) { creator in
                    var attributes = [
                        SecKeychainAttribute(
                            tag: SecItemAttr.accountItemAttr.rawValue, length: 3, data: account.baseAddress),
                        SecKeychainAttribute(
                            tag: SecItemAttr.creatorItemAttr.rawValue, length: 4, data: creator.baseAddress),
                    ]
                    return attributes.withUnsafeMutableBufferPointer { attributes in
                        var list = SecKeychainAttributeList(count: 2, attr: attributes.baseAddress)
                        #expect(
                            SecKeychainItemCreateFromContent(.privateKeyItemClass, &list, 1, "x", nil, nil, nil)
                                == errSecNoSuchClass)
                        return SecKeychainItemCreateFromContent(
                            .genericPasswordItemClass, &list, 6, "secret", nil, nil, nil)
                    }
                }
            }
            #expect(status == errSecSuccess)
            #expect(Items.status([kSecAttrAccount: "kim", kSecAttrCreator: 0x6161_6161]) == errSecSuccess)
        }
    }

    @Test func aLockedKeychainOfTheListHidesNothingOfTheOthers() throws {
        try home.run {
            var locked: SecKeychain?
            #expect(SecKeychainCreate(home("a.keychain"), 1, "x", false, nil, &locked) == errSecSuccess)
            #expect(add("hidden", "kim", "secret", in: locked).0 == errSecSuccess)
            #expect(add("shop", "kim", "secret").0 == errSecSuccess)
            let keychain = try #require(locked)
            #expect(find("hidden").1 == "secret")
            var owner: SecKeychain?
            #expect(try SecKeychainItemCopyKeychain(#require(find("hidden").2), &owner) == errSecSuccess)
            #expect(owner == keychain)
            #expect(SecKeychainLock(keychain) == errSecSuccess)
            #expect(find("shop").1 == "secret")
            #expect(find("hidden").0 == errSecInteractionNotAllowed)
            // One that is gone does not count.
            #expect(SecKeychainDelete(keychain) == errSecSuccess)
            #expect(find("hidden").0 == errSecItemNotFound)
        }
    }
}
