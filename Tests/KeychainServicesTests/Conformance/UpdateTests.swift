import Foundation
import KeyManagement
import Testing

@testable import KeychainServices

/// keychain-services 3.4.
@Suite struct UpdateTests {
    /// C1.
    @Test(arguments: Transport.allCases)
    func newDataKeepsEverythingElseButTheModificationDate(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        try keychain.add(genericPassword("me", [.label: "l"], data: "old"))
        let before = try #require(try keychain.items(matching: Query(.genericPassword)).first)
        #expect(try keychain.update(Query(.genericPassword), with: Changes(data: .replace(Data("new".utf8)))) == 1)
        let after = try #require(try keychain.items(matching: Query(.genericPassword)).first)
        #expect(try keychain.secrets(ofAccount: "me") == ["new"])
        #expect(after.persistentReference == before.persistentReference)
        for (key, value) in before.attributes where ![.modificationDate, .sha1].contains(key) {
            #expect(after[key] == value)
        }
        let (old, new) = (try #require(before[.modificationDate]?.date), try #require(after[.modificationDate]?.date))
        #expect(new > old)
    }

    /// Also where the clock stands still or was set back.
    @Test(arguments: Transport.allCases)
    func everyUpdateMakesTheModificationDateGrow(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        try keychain.add(genericPassword("me"))
        var dates: [Date] = []
        for _ in 0..<20 {
            try keychain.update(Query(.genericPassword), with: Changes())
            dates.append(
                try #require(try keychain.items(matching: Query(.genericPassword)).first?[.modificationDate]?.date))
        }
        #expect(zip(dates, dates.dropFirst()).allSatisfy { $1.timeIntervalSince($0) > 0.000_999 })
    }

    @Test(arguments: Transport.allCases)
    func theDatesCannotBeChosen(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        let before = try keychain.add(genericPassword("me"))
        let date = AttributeValue.date(Date(timeIntervalSinceReferenceDate: 1))
        try keychain.update(Query(.genericPassword), with: Changes([.creationDate: date, .modificationDate: date]))
        let after = try #require(try keychain.items(matching: Query(.genericPassword)).first)
        #expect(after[.creationDate] == before[.creationDate])
        #expect(after[.modificationDate] != date)
    }

    /// C9.
    @Test(arguments: Transport.allCases)
    func everyMatchIsChangedAndNothingElse(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        for account in ["a", "b", "c"] { try keychain.add(genericPassword(account, [.service: "s"])) }
        try keychain.add(genericPassword("a", [.service: "other"]))
        #expect(try keychain.update(Query(.genericPassword, [.service: "s"]), with: Changes([.label: "l"])) == 3)
        #expect(try keychain.accounts([.label: "l"]) == ["a", "b", "c"])
    }

    @Test(arguments: Transport.allCases)
    func updateWithoutAMatchChangesNothing(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        try keychain.add(genericPassword("a"))
        #expect(try keychain.update(Query(.genericPassword, [.account: "b"]), with: Changes([.label: "l"])) == 0)
        #expect(try keychain.accounts([.label: "l"]) == [])
    }

    /// C3, C5.
    @Test(arguments: Transport.allCases)
    func aPrimaryKeyCanChangeToOneThatIsFreeOnly(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        try keychain.add(NewItem(.internetPassword, [.server: "old"], data: Data("1".utf8)))
        let query = Query(.internetPassword, [.server: "old"])
        #expect(try keychain.update(query, with: Changes([.server: "new"])) == 1)
        #expect(try keychain.update(query, with: Changes([.server: "new"])) == 0)
        try keychain.add(NewItem(.internetPassword, [.server: "old"], data: Data("2".utf8)))
        #expect(throws: failure(.duplicateItem)) {
            try keychain.update(query, with: Changes([.server: "new", .label: "l"]))
        }
        #expect(try keychain.secrets(query) == ["2"])
        #expect(try keychain.secrets(Query(.internetPassword, [.server: "new"])) == ["1"])
        #expect(try keychain.items(matching: Query(.internetPassword, [.label: "l"])).isEmpty)
    }

    @Test(arguments: Transport.allCases)
    func twoMatchesThatWouldBecomeOneAreBothLeftAlone(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        for account in ["a", "b"] { try keychain.add(genericPassword(account, [.label: "l"])) }
        #expect(throws: failure(.duplicateItem)) {
            try keychain.update(Query(.genericPassword, [.label: "l"]), with: Changes([.account: "c"]))
        }
        #expect(try keychain.accounts([.label: "l"]) == ["a", "b"])
    }

    /// C11.
    @Test(arguments: Transport.allCases)
    func aReferenceOutlivesEveryChange(transport: Transport) throws {
        let keychain = try transport.makeKeychain(groups: ["com.example.one", "com.example.two"])
        let reference = try keychain.add(genericPassword("a")).persistentReference
        try keychain.add(genericPassword("other"))
        let changes: Attributes = [
            .account: "b", .accessGroup: "com.example.two", .accessible: "cku", .synchronizable: 1,
        ]
        #expect(try keychain.update(Query(reference), with: Changes(changes)) == 1)
        let item = try #require(try keychain.items(matching: Query(reference)).first)
        #expect(item.persistentReference == reference)
        for (key, value) in changes { #expect(item[key] == value) }
        #expect(try keychain.accounts() == ["other"])
    }

    /// C13.
    @Test(arguments: Transport.allCases, ProtectionClass.allCases.filter { $0 != .whenPasscodeSetThisDeviceOnly })
    func theProtectionClassCanChangeToEveryOther(transport: Transport, protection: ProtectionClass) throws {
        let keychain = try transport.makeKeychain()
        try keychain.add(genericPassword("me", data: "kept"))
        try keychain.update(Query(.genericPassword), with: Changes([.accessible: .string(protection.code)]))
        let item = try #require(try keychain.items(matching: Query(.genericPassword)).first)
        #expect(item[.accessible] == .string(protection.code))
        #expect(item[.accessControl] == (try accessControl(protection)))
        #expect(try keychain.secrets(ofAccount: "me") == ["kept"])
        #expect(try keychain.values("protection", from: "item") == [String(protection.rawValue)])
    }

    @Test(arguments: Transport.allCases)
    func anAccessControlAndAProtectionHaveToAgree(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        let changes = Changes([.accessControl: try accessControl(.always), .accessible: "ck"])
        // It is the request that makes no sense: no item is needed to see it.
        #expect(throws: failure(.parameter)) { try keychain.update(Query(.genericPassword), with: changes) }
        try keychain.add(genericPassword("me"))
        #expect(throws: failure(.parameter)) { try keychain.update(Query(.genericPassword), with: changes) }
        #expect(try keychain.accounts([.accessible: "ak"]) == ["me"])
    }

    @Test(arguments: Transport.allCases)
    func anAccessControlReplacesTheProtectionAndBack(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        try keychain.add(genericPassword("me"))
        try keychain.update(Query(.genericPassword), with: Changes([.accessControl: try accessControl(.always)]))
        #expect(try keychain.accounts([.accessible: "dk"]) == ["me"])
        try keychain.update(Query(.genericPassword), with: Changes([.accessible: "ck"]))
        #expect(try keychain.accounts([.accessControl: try accessControl(.afterFirstUnlock)]) == ["me"])
    }

    @Test(arguments: Transport.allCases)
    func anItemWithAnAccessControlCannotBecomeSynchronizable(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        try keychain.add(genericPassword("me", [.accessControl: try accessControl(.always)]))
        #expect(throws: failure(.parameter)) {
            try keychain.update(Query(.genericPassword), with: Changes([.synchronizable: 1]))
        }
    }

    @Test(arguments: Transport.allCases)
    func aConditionIsNeverDroppedSilently(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        try keychain.add(genericPassword("me"))
        let control = AttributeValue.accessControl(try AccessControl(protection: .whenUnlocked, flags: .userPresence))
        try keychain.update(Query(.genericPassword), with: Changes([.accessControl: control]))
        #expect(throws: failure(.interactionNotAllowed)) {
            try keychain.keychain.items(
                matching: Query(.genericPassword), reading: .data, with: Authentication(interaction: .fail))
        }
    }

    @Test(arguments: Transport.allCases)
    func theUserIsSilentlyKept(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        try keychain.add(genericPassword("me"))
        try keychain.update(Query(.genericPassword), with: Changes([.multiUser: .data(Data(count: 16)), .label: "l"]))
        #expect(try keychain.accounts([.multiUser: .data(Data()), .label: "l"]) == ["me"])
    }

    @Test(arguments: Transport.allCases)
    func theSharingGroupCannotChange(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        try keychain.add(genericPassword("me"))
        #expect(throws: failure(.parameter)) {
            try keychain.update(Query(.genericPassword), with: Changes([.sharingGroup: "family"]))
        }
    }

    /// C15.
    @Test(arguments: Transport.allCases)
    func secretPartsChangeOneByOne(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        let (notes, history) = (AttributeValue.data(Data("n".utf8)), AttributeValue.data(Data("h".utf8)))
        try keychain.add(NewItem(.internetPassword, data: Data("p".utf8), secretAttributes: [.notes: notes]))
        try keychain.update(Query(.internetPassword), with: Changes(secretAttributes: [.history: history]))
        let item = try #require(try keychain.items(matching: Query(.internetPassword), reading: .data).first)
        #expect(item.data == Data("p".utf8))
        #expect(item.secretAttributes == [.notes: notes, .history: history])
    }

    @Test(arguments: Transport.allCases)
    func anItemWithoutDataCanGetSome(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        try keychain.add(genericPassword("me", data: nil))
        try keychain.update(Query(.genericPassword), with: Changes([.label: "l"]))
        #expect(try keychain.secrets(ofAccount: "me") == [nil])
        try keychain.update(Query(.genericPassword), with: Changes(data: .replace(Data())))
        #expect(try keychain.secrets(ofAccount: "me") == [""])
    }

    /// What the item was searched by before finds nothing any more, what it is searched by now finds it.
    @Test(arguments: Transport.allCases, [AttributeKey.account, .service, .label, .generic, .comment])
    func searchesFollowTheChange(transport: Transport, key: AttributeKey) throws {
        let keychain = try transport.makeKeychain()
        try keychain.add(NewItem(.genericPassword, [key: "old"]))
        try keychain.update(Query(.genericPassword, [key: "old"]), with: Changes([key: "new"]))
        #expect(try keychain.items(matching: Query(.genericPassword, [key: "old"])).isEmpty)
        #expect(try keychain.items(matching: Query(.genericPassword, [key: "new"])).count == 1)
    }
}
