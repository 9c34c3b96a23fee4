import Foundation
import KeyManagement
import Testing

@testable import KeychainServices

/// keychain-services 2.5 and 3.2.
@Suite struct AddTests {
    @Test(arguments: Transport.allCases)
    func addedItemIsFound(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        try keychain.add(genericPassword("me", [.service: "mail"], data: "hunter2"))
        #expect(try keychain.secrets(Query(.genericPassword, [.account: "me", .service: "mail"])) == ["hunter2"])
    }

    @Test(arguments: Transport.allCases)
    func aDuplicateIsRefusedAndChangesNothing(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        try keychain.add(genericPassword("me", [.label: "old"], data: "old"))
        let before = try keychain.items(matching: Query(.genericPassword))
        #expect(throws: failure(.duplicateItem)) {
            try keychain.add(genericPassword("me", [.label: "new", .comment: "new", .generic: "new"], data: "new"))
        }
        let after = try keychain.items(matching: Query(.genericPassword))
        #expect(after.map(\.attributes) == before.map(\.attributes))
        #expect(try keychain.secrets(Query(.genericPassword)) == ["old"])
    }

    @Test(arguments: Transport.allCases)
    func noDataIsNotTheSameAsEmptyData(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        try keychain.add(genericPassword("none", data: nil))
        try keychain.add(genericPassword("empty", data: ""))
        let items = try keychain.items(matching: Query(.genericPassword), reading: [.attributes, .data])
        #expect(items.map(\.data) == [nil, Data()])
    }

    @Test(arguments: Transport.allCases)
    func theFirstWritableGroupIsTheDefault(transport: Transport) throws {
        let keychain = try transport.makeKeychain(groups: [
            "com.apple.token", "com.example.first", "com.example.second",
        ])
        #expect(try keychain.add(genericPassword("me"))[.accessGroup] == "com.example.first")
    }

    // MARK: - Protection classes

    @Test(
        arguments: Transport.allCases, [ItemClass.genericPassword, .internetPassword, .key, .certificate])
    func eachClassHasItsDefaultProtection(transport: Transport, itemClass: ItemClass) throws {
        let keychain = try transport.makeKeychain()
        let expected: AttributeValue = itemClass == .certificate ? "dk" : "ak"
        #expect(try keychain.add(NewItem(itemClass))[.accessible] == expected)
        #expect(try keychain.items(matching: Query(itemClass)).map { $0[.accessible] } == [expected])
    }

    @Test(arguments: Transport.allCases)
    func thePushServicesGroupStaysOnTheDeviceByDefault(transport: Transport) throws {
        let keychain = try transport.makeKeychain(groups: ["com.apple.apsd", "com.example.tests"])
        #expect(try keychain.add(genericPassword("one"))[.accessible] == "dku")
        #expect(try keychain.add(genericPassword("two", [.accessGroup: "com.example.tests"]))[.accessible] == "ak")
        #expect(try keychain.add(genericPassword("three", [.accessible: "ck"]))[.accessible] == "ck")
    }

    @Test(arguments: Transport.allCases)
    func anAccessControlBringsItsProtection(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        let control = try accessControl(.afterFirstUnlock)
        let added = try keychain.add(genericPassword("me", [.accessControl: control]))
        #expect(added[.accessible] == "ck" && added[.accessControl] == control)
    }

    @Test(arguments: Transport.allCases)
    func anAccessControlAndAProtectionHaveToAgree(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        let control = try accessControl(.afterFirstUnlock)
        #expect(throws: failure(.parameter)) {
            try keychain.add(genericPassword("me", [.accessControl: control, .accessible: "ak"]))
        }
        try keychain.add(genericPassword("me", [.accessControl: control, .accessible: "ck"]))
    }

    /// 3.1: even one without conditions.
    @Test(arguments: Transport.allCases)
    func anItemWithAnAccessControlCannotBeSynchronizable(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        let control = try accessControl(.whenUnlocked)
        #expect(throws: failure(.parameter)) {
            try keychain.add(genericPassword("me", [.accessControl: control, .synchronizable: 1]))
        }
        try keychain.add(genericPassword("me", [.accessControl: control, .synchronizable: 0]))
    }

    @Test(arguments: Transport.allCases)
    func useOfAPrivateKeyAloneIsNoCondition(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        let control = AttributeValue.accessControl(
            try AccessControl(protection: .whenUnlocked, flags: .privateKeyUsage))
        try keychain.add(NewItem(.key, [.accessControl: control]))
        #expect(try keychain.items(matching: Query(.key)).map { $0[.accessControl] } == [control])
    }

    // MARK: - Dates

    @Test(arguments: Transport.allCases)
    func theDatesOfANewItemAreNowWhateverIsAskedFor(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        let old = AttributeValue.date(Date(timeIntervalSinceReferenceDate: 0))
        let before = Date()
        let item = try keychain.add(genericPassword("me", [.creationDate: old, .modificationDate: old]))
        // Stored in microseconds, which may be a little less than the clock's reading.
        let range = before.addingTimeInterval(-0.000_001)...Date().addingTimeInterval(0.000_001)
        for key in [AttributeKey.creationDate, .modificationDate] {
            #expect(range.contains(try #require(item[key]?.date)))
        }
        #expect(try keychain.items(matching: Query(.genericPassword)).first?[.creationDate] == item[.creationDate])
    }

    // MARK: - Synchronizable and shared

    /// 3.8.
    @Test(arguments: Transport.allCases, [AttributeValue.number(0), "0", "syna"])
    func unsynchronizedIsStoredAsZero(transport: Transport, value: AttributeValue) throws {
        let keychain = try transport.makeKeychain()
        #expect(try keychain.add(genericPassword("me", [.synchronizable: value]))[.synchronizable] == 0)
        #expect(throws: failure(.duplicateItem)) { try keychain.add(genericPassword("me")) }
        #expect(try keychain.accounts() == ["me"])
    }

    @Test(arguments: Transport.allCases, [AttributeValue.number(1), "1"])
    func synchronizableIsStoredAsOne(transport: Transport, value: AttributeValue) throws {
        let keychain = try transport.makeKeychain()
        #expect(try keychain.add(genericPassword("me", [.synchronizable: value]))[.synchronizable] == 1)
        #expect(try keychain.items(matching: Query(.genericPassword, synchronizable: .yes)).count == 1)
    }

    @Test(arguments: Transport.allCases)
    func aSharedItemCannotBeSynchronizable(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        #expect(throws: failure(.parameter)) {
            try keychain.add(genericPassword("me", [.sharingGroup: "family", .synchronizable: 1]))
        }
        try keychain.add(genericPassword("me", [.sharingGroup: "family"]))
    }

    /// 2.2: a group without a name is none.
    @Test(arguments: Transport.allCases)
    func emptySharingGroupMeansNoGroup(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        try keychain.add(genericPassword("me", [.sharingGroup: ""]))
        #expect(throws: failure(.duplicateItem)) { try keychain.add(genericPassword("me")) }
        try keychain.add(genericPassword("both", [.sharingGroup: "", .synchronizable: 1]))
        #expect(try keychain.items(matching: Query(.genericPassword)).map { $0[.sharingGroup] } == [nil])
        #expect(try keychain.accounts([.sharingGroup: ""]) == ["me"])
    }

    @Test(arguments: Transport.allCases)
    func anIdentityIsNotAddedAsSuch(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        #expect(throws: failure(.parameter)) { try keychain.add(NewItem(.identity)) }
    }
}
