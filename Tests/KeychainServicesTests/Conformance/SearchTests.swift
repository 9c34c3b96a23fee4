import Foundation
import KeyManagement
import Testing

@testable import KeychainServices

/// keychain-services 3.3.
@Suite struct SearchTests {
    /// A1.
    @Test(arguments: Transport.allCases, ItemClass.all)
    func anEmptyKeychainHasNoItems(transport: Transport, itemClass: ItemClass) throws {
        let keychain = try transport.makeKeychain()
        #expect(try keychain.items(matching: Query(itemClass)).isEmpty)
    }

    @Test(arguments: Transport.allCases)
    func aClassHasItsOwnItemsOnly(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        let classes: [ItemClass] = [.genericPassword, .internetPassword, .certificate, .key]
        for itemClass in classes { try keychain.add(NewItem(itemClass, [.label: "same"])) }
        for itemClass in classes {
            #expect(try keychain.items(matching: Query(itemClass, [.label: "same"])).map(\.itemClass) == [itemClass])
        }
    }

    // MARK: - Limits and order

    @Test(arguments: Transport.allCases)
    func itemsComeInTheOrderInWhichTheyWereStored(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        let accounts = ["m", "z", "a", "q", "b"]
        for account in accounts { try keychain.add(genericPassword(account, [.service: "s", .label: "l"])) }
        #expect(try keychain.accounts() == accounts)
        #expect(try keychain.accounts([.service: "s"]) == accounts)
        #expect(try keychain.accounts([.service: "s", .label: "l"]) == accounts)
        // An update keeps the place.
        try keychain.update(Query(.genericPassword, [.account: "z"]), with: Changes([.comment: "changed"]))
        #expect(try keychain.accounts() == accounts)
    }

    @Test(arguments: Transport.allCases, [(0, 0), (1, 1), (2, 2), (5, 3)])
    func aLimitIsTheMostThatComes(transport: Transport, expected: (limit: Int, count: Int)) throws {
        let keychain = try transport.makeKeychain()
        for account in ["a", "b", "c"] { try keychain.add(genericPassword(account, [.service: "s", .label: "l"])) }
        let filters: [Attributes] = [[:], [.service: "s"], [.service: "s", .label: "l"]]
        for filter in filters {
            #expect(
                try keychain.accounts(filter, limit: .atMost(expected.limit))
                    == Array(["a", "b", "c"].prefix(expected.count)))
        }
    }

    /// 12: filter first, then limit.
    @Test(arguments: Transport.allCases)
    func theLimitCountsOnlyWhatPassesEveryFilter(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        for (account, comment) in [("a", "no"), ("b", "yes"), ("c", "yes")] {
            try keychain.add(genericPassword(account, [.comment: .string(comment)]))
        }
        #expect(try keychain.accounts([.comment: "yes"], limit: .one) == ["b"])
        #expect(try keychain.accounts([.comment: "no"], limit: .one) == ["a"])
    }

    /// Deleted rows' places are never taken again, so that the order stays the order of storing.
    @Test(arguments: Transport.allCases)
    func anItemAddedAfterADeletionComesLast(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        for account in ["a", "b", "c"] { try keychain.add(genericPassword(account)) }
        try keychain.delete(Query(.genericPassword, [.account: "b"]))
        try keychain.add(genericPassword("b"))
        #expect(try keychain.accounts() == ["a", "c", "b"])
    }

    // MARK: - Filters

    @Test(arguments: Transport.allCases)
    func allFiltersHaveToMatch(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        try keychain.add(genericPassword("a", [.service: "s", .creator: 1]))
        try keychain.add(genericPassword("b", [.service: "s", .creator: 2]))
        try keychain.add(genericPassword("a", [.service: "t", .creator: 1]))
        #expect(try keychain.accounts([.account: "a", .service: "s", .creator: 1]) == ["a"])
        #expect(try keychain.accounts([.account: "a", .service: "s", .creator: 2]) == [])
        #expect(try keychain.accounts([.service: "s"]) == ["a", "b"])
        #expect(try keychain.accounts([.creator: 1]) == ["a", "a"])
    }

    @Test(arguments: Transport.allCases)
    func aFilterMatchesWholeValuesExactly(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        try keychain.add(genericPassword("Account"))
        for other in ["account", "Accoun", "ccount", "Account ", ""] {
            #expect(try keychain.accounts([.account: .string(other)]) == [])
        }
    }

    @Test(
        arguments: Transport.allCases,
        SpecifiedAttribute.all.filter { line in
            !["sync", "tomb", "cdat", "mdat", "sha1", "pubk", "acls"].contains(line.key.letters)
                && !line.key.letters.hasPrefix("bin")
        })
    func everyAttributeIsAFilter(transport: Transport, line: SpecifiedAttribute) throws {
        let keychain = try transport.makeKeychain(groups: ["com.example.one", "com.example.two"])
        let (one, other) = line.twoValues
        let name =
            line.itemClass == .key
            ? AttributeKey.applicationTag : line.itemClass == .certificate ? .serialNumber : .account
        guard line.key != name else { return }
        try keychain.add(NewItem(line.itemClass, [name: "first", line.key: one]))
        try keychain.add(NewItem(line.itemClass, [name: "second", line.key: other]))
        for (value, expected) in [(one, "first"), (other, "second")] {
            let found = try keychain.items(matching: Query(line.itemClass, [line.key: value]))
            #expect(found.map { $0[name].map { $0.matches(.string(expected)) } } == [true])
        }
    }

    @Test(arguments: Transport.allCases)
    func anAttributeThatAnItemLacksDoesNotMatch(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        try keychain.add(genericPassword("a"))
        #expect(try keychain.accounts([.comment: ""]) == [])
        #expect(try keychain.accounts([.label: ""]) == [])
        #expect(try keychain.accounts([.creator: 0]) == [])
    }

    @Test(arguments: Transport.allCases)
    func datesAreComparedExactly(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        let date = Date(timeIntervalSinceReferenceDate: 700_000_000.123_456)
        try keychain.add(NewItem(.key, [.startDate: .date(date)]))
        #expect(try keychain.items(matching: Query(.key, [.startDate: .date(date)])).count == 1)
        let later = AttributeValue.date(date.addingTimeInterval(0.001))
        #expect(try keychain.items(matching: Query(.key, [.startDate: later])).isEmpty)
        #expect(
            try keychain.items(matching: Query(.key, [.endDate: .date(Date(timeIntervalSinceReferenceDate: 0))])).count
                == 1)
    }

    @Test(arguments: Transport.allCases)
    func creationAndModificationDatesAreFilters(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        let dates = try ["a", "b"].map { try keychain.add(genericPassword($0))[.modificationDate] }
        try #require(dates[0] != dates[1])
        #expect(try keychain.accounts([.modificationDate: try #require(dates[1])]) == ["b"])
        #expect(try keychain.accounts([.creationDate: try #require(dates[0])]) == ["a"])
    }

    // MARK: - Hosts

    @Test(arguments: Transport.allCases)
    func aHostMatchesItselfAndItsSubdomains(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        let servers = [
            "example.com", "www.example.com", "a.b.example.com", "badexample.com", "example.com.evil.net", "com",
        ]
        for server in servers { try keychain.add(NewItem(.internetPassword, [.server: .string(server)])) }
        // Kept as bytes, it is no host name.
        try keychain.add(NewItem(.internetPassword, [.account: "bytes", .server: .data(Data("x.example.com".utf8))]))
        var query = Query(.internetPassword)
        query.hostOrSubdomain = "example.com"
        let found = try keychain.items(matching: query).map { $0[.server] }
        #expect(found == ["example.com", "www.example.com", "a.b.example.com"])
        query.limit = .one
        query.hostOrSubdomain = "b.example.com"
        #expect(try keychain.items(matching: query).map { $0[.server] } == ["a.b.example.com"])
    }

    /// 3.3: `m_HostOrSubdomainOfHost` is for internet passwords, else −4.
    @Test(arguments: Transport.allCases, [ItemClass.genericPassword, .certificate, .key, .identity])
    func hostsAreForInternetPasswordsOnly(transport: Transport, itemClass: ItemClass) throws {
        let keychain = try transport.makeKeychain()
        var query = Query(itemClass)
        query.hostOrSubdomain = "example.com"
        #expect(throws: failure(.unimplemented)) { try keychain.items(matching: query) }
    }
}
