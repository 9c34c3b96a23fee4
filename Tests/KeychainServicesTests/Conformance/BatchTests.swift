import Foundation
import Testing

@testable import KeychainServices

/// Several items in one transaction: all or none.
@Suite struct BatchTests {
    @Test(arguments: Transport.allCases)
    func allItemsAreStoredInOrder(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        let items = (0..<100).map { genericPassword("\($0)", data: "\($0)") } + [NewItem(.internetPassword)]
        let references = try keychain.add(contentsOf: items)
        #expect(references.count == items.count)
        #expect(try keychain.accounts() == (0..<100).map { "\($0)" })
        #expect(
            try keychain.items(matching: Query(.genericPassword)).map(\.persistentReference)
                == Array(references.dropLast()))
        #expect(try keychain.items(matching: Query(references[100])).count == 1)
    }

    @Test(arguments: Transport.allCases)
    func noItemIsNoChange(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        #expect(try keychain.add(contentsOf: []).isEmpty)
    }

    @Test(arguments: Transport.allCases)
    func aDuplicateOfAStoredItemStoresNone(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        try keychain.add(genericPassword("c"))
        #expect(throws: failure(.duplicateItem)) {
            try keychain.add(contentsOf: ["a", "b", "c", "d"].map { genericPassword($0) })
        }
        #expect(try keychain.accounts() == ["c"])
    }

    @Test(arguments: Transport.allCases)
    func aDuplicateWithinTheBatchStoresNone(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        #expect(throws: failure(.duplicateItem)) {
            try keychain.add(contentsOf: ["a", "b", "a"].map { genericPassword($0) })
        }
        #expect(try keychain.accounts() == [])
    }

    @Test(arguments: Transport.allCases)
    func anItemThatMakesNoSenseStoresNone(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        let faults: [(NewItem, KeychainError.Code)] = [
            (genericPassword("x", [.applicationTag: "t"]), .noSuchAttribute),
            (genericPassword("x", [.accessible: "f"]), .parameter),
            (genericPassword("x", [.accessGroup: "foreign"]), .missingEntitlement),
            (genericPassword("x", [.accessible: "akpu"]), .notAvailable), (NewItem(.identity), .parameter),
        ]
        for (item, code) in faults {
            #expect(throws: failure(code)) { try keychain.add(contentsOf: [genericPassword("a"), item]) }
        }
        #expect(try keychain.accounts() == [])
    }

    @Test(arguments: Transport.allCases)
    func aFailureLeavesTheKeychainUsable(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        for _ in 0..<3 {
            #expect(throws: failure(.duplicateItem)) {
                try keychain.add(contentsOf: [genericPassword("a"), genericPassword("a")])
            }
        }
        try keychain.add(contentsOf: [genericPassword("a"), genericPassword("b")])
        try keychain.restart()
        #expect(try keychain.accounts() == ["a", "b"])
    }
}

/// keychain-services 12, "limits".
@Suite struct LimitTests {
    private static let mebibyte = 1 << 20

    @Test(arguments: Transport.allCases)
    func sixteenMebibytesOfSecretAreStored(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        var large = Data((0..<1024).map { UInt8(truncatingIfNeeded: $0 &* 7) })
        while large.count < 16 * Self.mebibyte { large.append(large) }
        try #require(large.count == 16 * Self.mebibyte)
        try keychain.add(NewItem(.genericPassword, data: large))
        try keychain.restart()
        #expect(try keychain.items(matching: Query(.genericPassword), reading: .data).first?.data == large)
        let larger = large + [0]
        #expect(throws: failure(.parameter)) {
            try keychain.add(NewItem(.genericPassword, [.account: "a"], data: larger))
        }
        #expect(throws: failure(.parameter)) {
            try keychain.update(Query(.genericPassword), with: Changes(data: .replace(larger)))
        }
        #expect(try keychain.items(matching: Query(.genericPassword), reading: .data).map(\.data) == [large])
    }

    @Test(arguments: Transport.allCases)
    func allSecretPartsCountTogether(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        let half = Data(count: 8 * Self.mebibyte)
        let item = NewItem(
            .internetPassword, data: half, secretAttributes: [.notes: .data(half), .history: .data(Data([1]))])
        #expect(throws: failure(.parameter)) { try keychain.add(item) }
    }

    @Test(arguments: Transport.allCases)
    func aMebibyteOfAttributesIsTheMost(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        // Some room for the attributes that every item has.
        let large = AttributeValue.string(String(repeating: "x", count: Self.mebibyte - 1000))
        try keychain.add(genericPassword("me", [.comment: large]))
        try keychain.restart()
        #expect(try keychain.items(matching: Query(.genericPassword)).first?[.comment] == large)
        #expect(try keychain.accounts([.comment: large]) == ["me"])
        let larger = AttributeValue.data(Data(count: Self.mebibyte + 1))
        #expect(throws: failure(.parameter)) { try keychain.add(genericPassword("other", [.comment: larger])) }
        #expect(throws: failure(.parameter)) {
            try keychain.update(Query(.genericPassword), with: Changes([.label: larger]))
        }
        #expect(throws: failure(.parameter)) {
            try keychain.update(Query(.genericPassword), with: Changes([.label: large]))
        }
        #expect(try keychain.accounts() == ["me"])
    }

    @Test(arguments: Transport.allCases)
    func aLargeKeyAttributeIsUniqueAndFound(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        let account = String(repeating: "é", count: 200_000)
        try keychain.add(genericPassword(account))
        #expect(throws: failure(.duplicateItem)) { try keychain.add(genericPassword(account)) }
        try keychain.add(genericPassword(account + "x"))
        #expect(try keychain.accounts([.account: .string(account)]).count == 1)
    }
}
