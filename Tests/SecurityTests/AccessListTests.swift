import Foundation
import Security
import Testing

/// Access lists of macOS: objects in memory.
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

    private func programs(_ list: SecACL) -> [SecTrustedApplication]? {
        var (programs, name, selector) = (CFArray?.none, CFString?.none, SecKeychainPromptSelector())
        #expect(SecACLCopyContents(list, &programs, &name, &selector) == errSecSuccess)
        #expect(name as String? == "example")
        return programs as? [SecTrustedApplication]
    }

    @Test func theListOfDecryptionHasThePrograms() throws {
        let access = try access([program("/")])
        let found = try #require(SecAccessCopyMatchingACLList(access, kSecACLAuthorizationDecrypt) as? [SecACL])
        #expect(found.count == 1)
        #expect(try found.first.flatMap(programs) == [program("/")])
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

    /// A program that wants its list kept must not be told that it is.
    @Test func anItemWithAnAccessIsRefused() throws {
        let home = try TemporaryHome()
        defer { withExtendedLifetime(home) {} }
        let item: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword, kSecAttrService: "access", kSecValueData: Data("secret".utf8),
            kSecAttrAccess: try access([]),
        ]
        #expect(SecItemAdd(item as CFDictionary, nil) == errSecNoSuchAttr)
    }
}
