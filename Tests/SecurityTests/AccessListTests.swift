import Foundation
import Security
import Testing

/// Access lists of macOS: objects in memory, and what items keep of them.
@Suite struct AccessListTests {
    private func program(_ path: String) throws -> SecTrustedApplication {
        var program: SecTrustedApplication?
        #expect(SecTrustedApplicationCreateFromPath(path, &program) == errSecSuccess)
        return try #require(program)
    }

    private func access(_ programs: [SecTrustedApplication]?) throws -> SecAccess {
        var access: SecAccess?
        #expect(SecAccessCreate("example" as CFString, programs as CFArray?, &access) == errSecSuccess)
        return try #require(access)
    }

    private func lists(_ access: SecAccess) throws -> [SecACL] {
        var lists: CFArray?
        #expect(SecAccessCopyACLList(access, &lists) == errSecSuccess)
        return try #require(lists as? [SecACL])
    }

    private func programs(_ list: SecACL, named expected: String = "example") -> [SecTrustedApplication]? {
        var (programs, name, selector) = (CFArray?.none, CFString?.none, SecKeychainPromptSelector())
        #expect(SecACLCopyContents(list, &programs, &name, &selector) == errSecSuccess)
        #expect(name as String? == expected)
        return programs as? [SecTrustedApplication]
    }

    @Test func theListOfDecryptionHasThePrograms() throws {
        let access = try access([program("/")])
        let found = try #require(SecAccessCopyMatchingACLList(access, kSecACLAuthorizationDecrypt) as? [SecACL])
        #expect(found.count == 1)
        #expect(try found.first.flatMap { programs($0) } == [program("/")])
        #expect(SecAccessCopyMatchingACLList(access, kSecACLAuthorizationLogin) == nil)
        #expect(CFGetTypeID(access) == SecAccessGetTypeID())
    }

    @Test func noProgramsAreNotAllPrograms() throws {
        let access = try access([])
        let list = try #require((SecAccessCopyMatchingACLList(access, kSecACLAuthorizationDecrypt) as? [SecACL])?.first)
        #expect(programs(list) == [])
        #expect(SecACLSetContents(list, nil, "example" as CFString, [.requirePassphase]) == errSecSuccess)
        #expect(programs(list) == nil)
    }

    @Test func withoutAListTheCallerIsTheProgram() throws {
        let access = try access(nil)
        let list = try #require((SecAccessCopyMatchingACLList(access, kSecACLAuthorizationSign) as? [SecACL])?.first)
        #expect(try programs(list) == [program("/proc/self/exe")])
    }

    @Test func aListIsAddedChangedAndRemovedOnce() throws {
        let access = try access([])
        let count = try lists(access).count
        var added: SecACL?
        #expect(SecACLCreateWithSimpleContents(access, nil, "example" as CFString, [], &added) == errSecSuccess)
        let list = try #require(added)
        #expect(try lists(access).count == count + 1)
        #expect(SecACLCopyAuthorizations(list) as? [String] == [kSecACLAuthorizationAny as String])
        #expect(SecACLUpdateAuthorizations(list, [kSecACLAuthorizationSign] as CFArray) == errSecSuccess)
        #expect(SecACLCopyAuthorizations(list) as? [String] == [kSecACLAuthorizationSign as String])
        #expect(SecACLUpdateAuthorizations(list, [1] as CFArray) == errSecParam)
        #expect(SecACLRemove(list) == errSecSuccess)
        #expect(SecACLRemove(list) == errSecACLDeleteFailed)
        #expect(try lists(access).count == count)
    }

    @Test func whatIsNoProgramIsRefused() throws {
        var (access, program) = (SecAccess?.none, SecTrustedApplication?.none)
        #expect(SecAccessCreate("example" as CFString, ["/bin/sh"] as CFArray, &access) == errSecParam)
        #expect(SecTrustedApplicationCreateFromPath("/nothing/is/here", &program) == errSecParam)
        #expect(access == nil && program == nil)
    }

    @Test(arguments: [
        Data(), Data("relative".utf8), Data("/a\0b".utf8), Data([0x2f, 0xff]), Data(repeating: 0x2f, count: 4096),
    ])
    func hostileDataOfAProgramIsRefused(data: Data) throws {
        let program = try program("/")
        #expect(SecTrustedApplicationSetData(program, data as CFData) == errSecParam)
        var kept: CFData?
        #expect(SecTrustedApplicationCopyData(program, &kept) == errSecSuccess)
        #expect(kept as Data? == Data("/".utf8))
    }

    // MARK: - Kept with items

    private func add(_ access: Any, _ attributes: [CFString: Any] = [:]) -> OSStatus {
        let item: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword, kSecAttrService: "access", kSecValueData: Data("secret".utf8),
            kSecAttrAccess: access,
        ]
        return SecItemAdd(item.merging(attributes) { $1 } as CFDictionary, nil)
    }

    private func item(in keychain: SecKeychain? = nil) throws -> SecKeychainItem {
        var item: SecKeychainItem?
        #expect(SecKeychainFindGenericPassword(keychain, 6, "access", 0, nil, nil, nil, &item) == errSecSuccess)
        return try #require(item)
    }

    private func kept(by item: SecKeychainItem) throws -> SecAccess {
        var access: SecAccess?
        #expect(SecKeychainItemCopyAccess(item, &access) == errSecSuccess)
        return try #require(access)
    }

    private func users(_ access: SecAccess, named name: String = "example") throws -> [SecTrustedApplication]? {
        let lists = SecAccessCopyMatchingACLList(access, kSecACLAuthorizationDecrypt) as? [SecACL]
        return programs(try #require(lists?.first), named: name)
    }

    private func shape(_ access: SecAccess) throws -> [[String]] {
        try lists(access).map { list in
            let names = programs(list)?.map(path) ?? ["all"]
            return names + (SecACLCopyAuthorizations(list) as? [String] ?? [])
        }
    }

    private func path(_ program: SecTrustedApplication) -> String {
        var data: CFData?
        _ = SecTrustedApplicationCopyData(program, &data)
        return String(decoding: data as Data? ?? Data(), as: UTF8.self)
    }

    @Test func anItemKeepsTheListsThatItWasAddedWith() throws {
        let home = try TemporaryHome()
        try home.run {
            let access = try access([program("/"), program("/usr/bin")])
            #expect(add(access) == errSecSuccess)
            #expect(try shape(kept(by: item())) == shape(access))
            // It is a copy: a change of either is none of the other.
            let list = try #require(try lists(access).first)
            #expect(SecACLRemove(list) == errSecSuccess)
            #expect(try lists(kept(by: item())).count == 3)
            // Results do not have it.
            #expect(try Items.attributes([kSecAttrService: "access"])["acls"] == nil)
        }
    }

    @Test func listsAreReplacedAndOthersStay() throws {
        let home = try TemporaryHome()
        try home.run {
            #expect(add(try access([program("/")])) == errSecSuccess)
            #expect(SecKeychainItemSetAccess(try item(), try access([])) == errSecSuccess)
            #expect(try users(kept(by: item())) == [])
            let query: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecAttrService: "access"]
            let changes: [CFString: Any] = [kSecAttrAccess: try access([program("/usr")])]
            #expect(SecItemUpdate(query as CFDictionary, changes as CFDictionary) == errSecSuccess)
            #expect(try users(kept(by: item())) == [program("/usr")])
            // Another change keeps them.
            #expect(SecItemUpdate(query as CFDictionary, [kSecAttrComment: "x"] as CFDictionary) == errSecSuccess)
            #expect(try users(kept(by: item())) == [program("/usr")])
            let gone = try item()
            #expect(SecItemDelete(query as CFDictionary) == errSecSuccess)
            var none: SecAccess?
            #expect(SecKeychainItemCopyAccess(gone, &none) == errSecInvalidItemRef && none == nil)
            #expect(SecKeychainItemSetAccess(gone, try access([])) == errSecInvalidItemRef)
        }
    }

    @Test func anItemWithoutListsHasThoseOfTheProgram() throws {
        let home = try TemporaryHome()
        try home.run {
            #expect(
                SecKeychainAddGenericPassword(nil, 6, "access", 3, "kim", 6, "secret", nil) == errSecSuccess)
            let found = try users(kept(by: item()), named: "access")
            #expect(try found == [program("/proc/self/exe")])
        }
    }

    @Test func listsOfAPortableKeychainGoWithTheFile() throws {
        let home = try TemporaryHome()
        try home.run {
            var keychain: SecKeychain?
            #expect(SecKeychainCreate("build.keychain", 6, "sesame", false, try access([]), &keychain) == errSecSuccess)
            let made = try #require(keychain)
            var attributes = SecKeychainAttributeList()
            var service = Array("access".utf8)
            let status = try service.withUnsafeMutableBytes { bytes in
                var attribute = SecKeychainAttribute(
                    tag: SecItemAttr.serviceItemAttr.rawValue, length: 6, data: bytes.baseAddress)
                return try withUnsafeMutablePointer(to: &attribute) { pointer in
                    attributes = SecKeychainAttributeList(count: 1, attr: pointer)
                    return SecKeychainItemCreateFromContent(
                        .genericPasswordItemClass, &attributes, 6, "secret", made, try access([program("/")]), nil)
                }
            }
            #expect(status == errSecSuccess)
            #expect(SecKeychainLock(made) == errSecSuccess)
            #expect(SecKeychainUnlock(made, 6, "sesame", true) == errSecSuccess)
            #expect(try users(kept(by: item(in: made))) == [program("/")])
            #expect(SecKeychainCopyAccess(made, &Self.none) == errSecUnimplemented)
            #expect(SecKeychainSetAccess(made, try access([])) == errSecUnimplemented)
        }
    }

    nonisolated(unsafe) private static var none: SecAccess?

    @Test func keysKeepLists() throws {
        let home = try TemporaryHome()
        try home.run {
            let parameters: [CFString: Any] = [
                kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits: 256,
                kSecPrivateKeyAttrs: [
                    kSecAttrIsPermanent: true, kSecAttrAccess: try access([program("/")]),
                    kSecAttrApplicationTag: Data("tag".utf8),
                ] as [CFString: Any],
            ]
            let key = try #require(SecKeyCreateRandomKey(parameters as CFDictionary, nil))
            var found: SecAccess?
            #expect(SecKeychainItemCopyAccess(key, &found) == errSecSuccess)
            #expect(try found.flatMap { try users($0) } == [program("/")])
            #expect(SecKeychainItemSetAccess(key, try access([])) == errSecSuccess)
            #expect(SecKeychainItemCopyAccess(key, &found) == errSecSuccess)
            #expect(try found.flatMap { try users($0) } == [])
            let half = try #require(SecKeyCopyPublicKey(key))
            #expect(SecKeychainItemCopyAccess(half, &found) == errSecInvalidItemRef)
        }
    }

    @Test func whatIsNoAccessOrNoPlaceForItIsRefused() throws {
        let home = try TemporaryHome()
        try home.run {
            for other: Any in ["text", Data(), 1, NSNull(), [String]()] { #expect(add(other) == errSecParam) }
            let access = try access([])
            let query: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecAttrAccess: access]
            #expect(SecItemCopyMatching(query as CFDictionary, nil) == errSecNoSuchAttr)
            #expect(SecItemDelete(query as CFDictionary) == errSecNoSuchAttr)
            let certificate: [CFString: Any] = [
                kSecClass: kSecClassCertificate, kSecAttrAccess: access, kSecAttrLabel: "x",
            ]
            #expect(SecItemAdd(certificate as CFDictionary, nil) == errSecNoSuchAttr)
        }
    }

    @Test func listsThatAreTooLargeAreRefused() throws {
        let home = try TemporaryHome()
        try home.run {
            let crowd = try (0..<10_000).map { number in
                let program = try program("/")
                #expect(
                    SecTrustedApplicationSetData(program, Data("/usr/bin/\(number)".utf8) as CFData) == errSecSuccess)
                return program
            }
            #expect(add(try access(crowd)) == errSecParam)
            #expect(add(try access(Array(crowd.prefix(256)))) == errSecSuccess)
            #expect(SecKeychainItemSetAccess(try item(), try access(crowd)) == errSecParam)
            #expect(try users(kept(by: item()))?.count == 256)
        }
    }
}
