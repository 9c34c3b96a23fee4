import Foundation
import Testing

@testable import KeychainServices

/// Attributes are compared as bytes: keychain-services 2.1. Swift would take two spellings of one character for the same text.
@Suite struct TextTests {
    private static let composed = "caf\u{e9}"
    private static let decomposed = "cafe\u{301}"

    @Test(arguments: Transport.allCases, [AttributeKey.account, .service, .comment, .label, .generic, .syncViewHint])
    func spellingsOfOneCharacterAreDifferentValues(transport: Transport, key: AttributeKey) throws {
        let keychain = try transport.makeKeychain()
        let name: AttributeKey = key == .account ? .service : .account
        try keychain.add(NewItem(.genericPassword, [name: 1, key: .string(Self.composed)]))
        try keychain.add(NewItem(.genericPassword, [name: 2, key: .string(Self.decomposed)]))
        let found = try keychain.items(matching: Query(.genericPassword, [key: .string(Self.decomposed)]))
        #expect(found.map { $0[name] } == [2])
    }

    @Test(arguments: Transport.allCases)
    func spellingsOfOneCharacterAreDifferentItems(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        try keychain.add(genericPassword(Self.composed, data: "composed"))
        try keychain.add(genericPassword(Self.decomposed, data: "decomposed"))
        #expect(try keychain.secrets(ofAccount: Self.decomposed) == ["decomposed"])
    }

    /// Two groups whose names look the same are two groups.
    @Test(arguments: Transport.allCases)
    func spellingsOfOneCharacterAreDifferentGroups(transport: Transport) throws {
        let keychain = try transport.makeKeychain(groups: [Self.composed])
        try keychain.add(genericPassword("me"))
        let other = try keychain.seen(by: Self.decomposed)
        #expect(try other.items(matching: Query(.genericPassword)).isEmpty)
        #expect(throws: failure(.missingEntitlement)) {
            try other.items(matching: Query(.genericPassword, [.accessGroup: .string(Self.composed)]))
        }
        #expect(throws: failure(.missingEntitlement)) {
            try other.add(genericPassword("new", [.accessGroup: .string(Self.composed)]))
        }
        #expect(AccessGroups([Self.composed, Self.decomposed]).names.count == 2)
    }

    @Test(
        arguments: Transport.allCases,
        ["", "\0", "a\0b", "line\nfeed", "\u{202e}right to left", "👩‍👩‍👧‍👦", "％ ' \" ; --", "\u{feff}"])
    func everyTextComesBackAsItWas(transport: Transport, text: String) throws {
        let keychain = try transport.makeKeychain()
        let value = AttributeValue.string(text)
        try keychain.add(NewItem(.genericPassword, [.account: value, .comment: value], data: Data(text.utf8)))
        try keychain.restart()
        let query = Query(.genericPassword, [.account: value, .comment: value])
        let item = try #require(try keychain.items(matching: query, reading: [.attributes, .data]).first)
        #expect(item[.account]?.string.map { Array($0.utf8) } == Array(text.utf8))
        #expect(item[.comment]?.string.map { Array($0.utf8) } == Array(text.utf8))
        #expect(item.data == Data(text.utf8))
    }

    /// A length in front of each part: where one value ends is part of what is compared.
    @Test(arguments: Transport.allCases)
    func partsOfAPrimaryKeyDoNotRunIntoEachOther(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        try keychain.add(genericPassword("ab", [.service: "c"]))
        try keychain.add(genericPassword("a", [.service: "bc"]))
        try keychain.add(genericPassword("", [.service: "abc"]))
        try keychain.add(genericPassword("abc"))
        #expect(try keychain.accounts([.account: "a"]) == ["a"])
        #expect(try keychain.accounts().count == 4)
    }

    @Test(arguments: Transport.allCases, [-1e300, -1e11, 0.25, 1e11, 1e300])
    func everyDateIsStoredAndFound(transport: Transport, seconds: Double) throws {
        let keychain = try transport.makeKeychain()
        let date = AttributeValue.date(Date(timeIntervalSinceReferenceDate: seconds))
        try keychain.add(NewItem(.key, [.startDate: date]))
        #expect(throws: failure(.duplicateItem)) { try keychain.add(NewItem(.key, [.startDate: date])) }
        try keychain.restart()
        let found = try #require(try keychain.items(matching: Query(.key, [.startDate: date])).first)
        #expect(try keychain.items(matching: Query(.key, found.attributes)).count == 1)
    }
}
