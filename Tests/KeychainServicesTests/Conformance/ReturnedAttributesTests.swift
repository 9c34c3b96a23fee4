import Foundation
import KeyManagement
import Testing

@testable import KeychainServices

/// keychain-services 2.4: what a search gives back, and that it is good for another search.
@Suite struct ReturnedAttributesTests {
    private func letters(_ item: Item?) -> Set<String> { Set(item?.attributes.map(\.key.letters) ?? []) }

    @Test(arguments: Transport.allCases)
    func aGenericPasswordHasTheTypicalAttributes(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        try keychain.add(NewItem(.genericPassword))
        let item = try #require(try keychain.items(matching: Query(.genericPassword)).first)
        #expect(
            letters(item) == ["acct", "svce", "agrp", "pdmn", "cdat", "mdat", "sync", "tomb", "musr", "accc", "sha1"])
        #expect(item[.account] == "" && item[.service] == "")
        #expect(item[.synchronizable] == 0 && item[.tombstone] == 0)
        #expect(item[.multiUser] == .data(Data()))
        #expect(item[.sha1]?.data?.count == 20)
        #expect(item[.accessControl] == (try accessControl(.whenUnlocked)))
        #expect(item[.accessible] == "ak" && item[.accessGroup] == .string(KeychainUnderTest.group))
    }

    @Test(arguments: Transport.allCases, SpecifiedAttribute.all.filter(\.isInPrimaryKey))
    func keyAttributesComeBackWithTheirDefaults(transport: Transport, line: SpecifiedAttribute) throws {
        let keychain = try transport.makeKeychain()
        try keychain.add(NewItem(line.itemClass))
        let item = try #require(try keychain.items(matching: Query(line.itemClass)).first)
        #expect(item[line.key] == (line.key == .accessGroup ? .string(KeychainUnderTest.group) : line.defaultValue))
    }

    @Test(arguments: Transport.allCases)
    func attributesThatWereSetComeBackAsTheyWere(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        let attributes: Attributes = [
            .label: .data(Data([0, 255])), .itemDescription: 5, .comment: .real(1.5), .generic: "g", .creator: 7,
            .type: "text",
            .invisible: 1, .negative: 0, .alias: "", .syncViewHint: "hint", .tokenID: "token",
        ]
        try keychain.add(NewItem(.genericPassword, attributes))
        let item = try #require(try keychain.items(matching: Query(.genericPassword)).first)
        for (key, value) in attributes { #expect(item[key] == value) }
    }

    @Test(arguments: Transport.allCases)
    func secretPartsComeOnlyWithTheData(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        let notes = AttributeValue.data(Data("notes".utf8))
        try keychain.add(
            NewItem(.internetPassword, [.server: "a"], data: Data("p".utf8), secretAttributes: [.notes: notes]))
        let query = Query(.internetPassword)
        let bare = try #require(try keychain.items(matching: query).first)
        #expect(bare.data == nil && bare.secretAttributes.isEmpty && bare[.notes] == nil)
        let full = try #require(try keychain.items(matching: query, reading: [.attributes, .data]).first)
        #expect(full.data == Data("p".utf8) && full.secretAttributes == [.notes: notes] && full[.notes] == nil)
    }

    @Test(arguments: Transport.allCases)
    func additionReturnsNoImpliedAccessControl(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        #expect(try keychain.add(genericPassword("one"))[.accessControl] == nil)
        let control = try accessControl(.whenUnlocked)
        #expect(try keychain.add(genericPassword("two", [.accessControl: control]))[.accessControl] == control)
    }

    /// The A flag of 2.2: additions return all but these.
    @Test(arguments: ItemClass.all)
    func additionsReturnNeitherUserNorTombstone(itemClass: ItemClass) {
        let hidden = itemClass.attributes.filter { $0.visibility == .searchOnly }.map(\.key.letters)
        #expect(Set(hidden) == ["tomb", "musr"])
    }

    /// 2.4, A15.
    @Test(arguments: Transport.allCases)
    func foundAttributesAreAQueryForTheSameItem(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        try keychain.add(genericPassword("one", [.label: "l", .comment: 5, .creator: 9]))
        try keychain.add(genericPassword("two", [.accessControl: try accessControl(.always)]))
        for item in try keychain.items(matching: Query(.genericPassword)) {
            var attributes = item.attributes
            attributes[.sha1] = nil
            let found = try keychain.items(matching: Query(.genericPassword, attributes))
            #expect(found.map(\.persistentReference) == [item.persistentReference])
        }
    }

    @Test(arguments: Transport.allCases, ["accc", "tomb", "musr", "cdat", "mdat", "pdmn", "sync", "sha1", "agrp"])
    func everyComputedAttributeIsAFilter(transport: Transport, letters: String) throws {
        let keychain = try transport.makeKeychain()
        try keychain.add(genericPassword("me"))
        let item = try #require(try keychain.items(matching: Query(.genericPassword)).first)
        let value = try #require(item[key(letters)])
        #expect(try keychain.accounts([key(letters): value]) == ["me"])
    }

    @Test(arguments: Transport.allCases)
    func theDigestDiffersWheneverSomethingDoes(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        var digests: [AttributeValue?] = [try keychain.add(genericPassword("me", data: "a"))[.sha1]]
        for changes in [Changes(data: .replace(Data("b".utf8))), Changes([.label: "l"])] {
            try keychain.update(Query(.genericPassword), with: changes)
            digests.append(try keychain.items(matching: Query(.genericPassword)).first?[.sha1])
        }
        #expect(Set(digests).count == 3)
    }
}
