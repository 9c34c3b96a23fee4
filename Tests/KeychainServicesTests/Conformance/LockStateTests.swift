import Foundation
import KeyManagement
import Testing

@testable import KeychainServices

/// keychain-services 4.1 to 4.3: every protection class in every lock state.
@Suite struct LockStateTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let state: LockState
        let protection: ProtectionClass
        var testDescription: String { "\(protection.code) \(state)" }

        /// The table of 4.1.
        var isAvailable: Bool {
            switch (state, protection.code) {
            case (.noPasscode, "akpu"): false
            case (.noPasscode, _), (.unlocked, _), (_, "dk"), (_, "dku"): true
            case (.lockedAfterFirstUnlock, "ck"), (.lockedAfterFirstUnlock, "cku"): true
            default: false
            }
        }

        var refusal: KeychainError {
            state == .noPasscode ? failure(.notAvailable) : failure(.interactionNotAllowed)
        }

        static let all = [LockState.noPasscode, .beforeFirstUnlock, .unlocked, .lockedAfterFirstUnlock].flatMap {
            state in
            ProtectionClass.allCases.map { Case(state: state, protection: $0) }
        }
        /// Those in which an item of the class can exist.
        static let withItem = all.filter { $0.state != .noPasscode || $0.protection != .whenPasscodeSetThisDeviceOnly }
    }

    /// A keychain in the given state with one item, “there”, of the class, if it can have one.
    private func makeKeychain(_ transport: Transport, _ sample: Case, holding items: [NewItem]? = nil) throws
        -> KeychainUnderTest
    {
        let keychain = try transport.makeKeychain()
        if sample.state != .noPasscode { try keychain.setPasscode("1234") }
        if sample.state != .noPasscode || sample.protection != .whenPasscodeSetThisDeviceOnly {
            for item in items ?? [item("there", sample)] { try keychain.add(item) }
        }
        switch sample.state {
        case .noPasscode, .unlocked: break
        case .lockedAfterFirstUnlock: try keychain.lock()
        case .beforeFirstUnlock: try keychain.restart()
        }
        #expect(try keychain.lockState == sample.state)
        return keychain
    }

    private func item(_ account: String, _ sample: Case) -> NewItem {
        genericPassword(account, [.accessible: .string(sample.protection.code)])
    }

    /// H1, H7.
    @Test(arguments: Transport.allCases, Case.all)
    func addingRequiresAnAvailableClass(transport: Transport, sample: Case) throws {
        let keychain = try makeKeychain(transport, sample)
        if sample.isAvailable {
            try keychain.add(item("new", sample))
            #expect(try keychain.secrets(ofAccount: "new") == ["secret"])
            #expect(throws: failure(.duplicateItem)) { try keychain.add(item("there", sample)) }
        } else {
            #expect(throws: sample.refusal) { try keychain.add(item("new", sample)) }
            // 3.2: it is not revealed that it would be a duplicate.
            #expect(throws: sample.refusal) { try keychain.add(item("there", sample)) }
            #expect(throws: sample.refusal) { try keychain.add(contentsOf: [item("new", sample)]) }
        }
    }

    /// H3, H5.
    @Test(arguments: Transport.allCases, Case.withItem)
    func searchingRequiresAnAvailableClass(transport: Transport, sample: Case) throws {
        let keychain = try makeKeychain(transport, sample)
        let queries = [
            Query(.genericPassword), Query(.genericPassword, [.account: "there"]), Query(.genericPassword, limit: .one),
        ]
        for query in queries {
            for parts in [[], .attributes, .data, [.attributes, .data]] as [ItemParts] {
                if sample.isAvailable {
                    #expect(try keychain.items(matching: query, reading: parts).count == 1)
                } else {
                    #expect(throws: sample.refusal) { try keychain.items(matching: query, reading: parts) }
                }
            }
        }
        // 4.2: where the columns do not match, the lock is not revealed.
        #expect(try keychain.accounts([.account: "missing"]) == [])
        #expect(try keychain.items(matching: Query(.genericPassword, synchronizable: .yes)).isEmpty)
        #expect(try keychain.items(matching: Query(.internetPassword)).isEmpty)
    }

    @Test(arguments: Transport.allCases, Case.withItem)
    func updatingRequiresAnAvailableClass(transport: Transport, sample: Case) throws {
        let keychain = try makeKeychain(transport, sample)
        let changes = Changes([.label: "changed"], data: .replace(Data("new".utf8)))
        if sample.isAvailable {
            #expect(try keychain.update(Query(.genericPassword), with: changes) == 1)
            #expect(try keychain.secrets(ofAccount: "there") == ["new"])
        } else {
            #expect(throws: sample.refusal) { try keychain.update(Query(.genericPassword), with: changes) }
            try keychain.unlock("1234")
            #expect(try keychain.secrets(ofAccount: "there") == ["secret"])
            #expect(try keychain.accounts([.label: "changed"]) == [])
        }
    }

    @Test(arguments: Transport.allCases, Case.withItem)
    func deletingIsPossibleInEveryLockState(transport: Transport, sample: Case) throws {
        let keychain = try makeKeychain(transport, sample)
        #expect(try keychain.delete(Query(.genericPassword, [.account: "missing"])) == 0)
        #expect(try keychain.delete(Query(.genericPassword, [.account: "there"])) == 1)
        #expect(try keychain.values("number", from: "item") == [])
    }

    /// H9.
    @Test(arguments: Transport.allCases, Case.withItem.filter { $0.state != .noPasscode })
    func unlockingBringsEverythingBack(transport: Transport, sample: Case) throws {
        let keychain = try makeKeychain(transport, sample)
        try keychain.unlock("1234")
        #expect(try keychain.lockState == .unlocked)
        #expect(try keychain.secrets(ofAccount: "there") == ["secret"])
        #expect(throws: failure(.duplicateItem)) { try keychain.add(item("there", sample)) }
        #expect(try keychain.values("number", from: "quarantine") == [])
    }

    // MARK: - Several items

    private static let locked = Case(state: .lockedAfterFirstUnlock, protection: .whenUnlocked)

    private func makeMixed(_ transport: Transport, _ classes: [String]) throws -> KeychainUnderTest {
        try makeKeychain(
            transport, Self.locked,
            holding: classes.enumerated().map {
                genericPassword(
                    "\($0.offset)", [.accessible: .string($0.element), .service: "s", .label: .string($0.element)])
            })
    }

    @Test(arguments: Transport.allCases)
    func oneLockedHitFailsTheWholeSearch(transport: Transport) throws {
        let keychain = try makeMixed(transport, ["ck", "ak", "dk"])
        #expect(throws: failure(.interactionNotAllowed)) { try keychain.accounts([.service: "s"]) }
        #expect(throws: failure(.interactionNotAllowed)) {
            try keychain.update(Query(.genericPassword, [.service: "s"]), with: Changes([.comment: "c"]))
        }
        #expect(try keychain.accounts([.label: "ck"]) == ["0"])
        #expect(try keychain.accounts([.label: "dk"]) == ["2"])
        try keychain.unlock("1234")
        #expect(try keychain.accounts([.comment: "c"]) == [])
    }

    @Test(arguments: Transport.allCases)
    func aSearchThatIsDoneBeforeALockedItemSucceeds(transport: Transport) throws {
        let keychain = try makeMixed(transport, ["ck", "dk", "ak"])
        #expect(try keychain.accounts([.service: "s"], limit: .one) == ["0"])
        #expect(try keychain.accounts(limit: .atMost(2)) == ["0", "1"])
        #expect(throws: failure(.interactionNotAllowed)) { try keychain.accounts(limit: .atMost(3)) }
    }

    @Test(arguments: Transport.allCases)
    func aLockedItemOfAForeignGroupIsNoHit(transport: Transport) throws {
        let keychain = try makeMixed(transport, ["ak"])
        #expect(try keychain.seen(by: "com.example.other").items(matching: Query(.genericPassword)).isEmpty)
    }

    /// keychain-services 12: what the tags do not decide counts as a hit.
    @Test(arguments: Transport.allCases)
    func aLockedItemCountsForFiltersThatNeedItsContents(transport: Transport) throws {
        let keychain = try makeMixed(transport, ["ak"])
        #expect(throws: failure(.interactionNotAllowed)) {
            try keychain.accounts([.service: "s", .comment: "unknown"])
        }
        #expect(try keychain.accounts([.service: "t", .comment: "unknown"]) == [])
    }

    @Test(arguments: Transport.allCases)
    func aClassIsDeletedLockedAndUnlockedTogether(transport: Transport) throws {
        let keychain = try makeMixed(transport, ["ak", "ck", "dk"])
        #expect(try keychain.delete(Query(.genericPassword)) == 3)
    }

    /// To delete what may not be meant would lose data; to say that nothing was found would be wrong.
    @Test(arguments: Transport.allCases)
    func nothingIsDeletedThatCannotBeJudged(transport: Transport) throws {
        let keychain = try makeMixed(transport, ["ck", "ak"])
        #expect(throws: failure(.interactionNotAllowed)) {
            try keychain.delete(Query(.genericPassword, [.service: "s", .comment: "unknown"]))
        }
        try keychain.unlock("1234")
        #expect(try keychain.accounts() == ["0", "1"])
    }

    /// A port has no tag of its own, and yet a primary key that is named whole leaves no doubt.
    @Test(arguments: Transport.allCases)
    func aLockedItemIsDeletedByItsPrimaryKey(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        try keychain.setPasscode("1234")
        let site: Attributes = [.server: "example.com", .port: 443, .protocol: "htps"]
        try keychain.add(NewItem(.internetPassword, site.merging([.account: "a"])))
        try keychain.add(NewItem(.internetPassword, site.merging([.account: "b", .path: "/x"])))
        try keychain.add(NewItem(.internetPassword, site.merging([.account: "c", .port: 80])))
        try keychain.lock()
        #expect(try keychain.delete(Query(.internetPassword, site.merging([.account: "a"]))) == 1)
        // These may be meant or not.
        for account in ["b", "c"] {
            #expect(throws: failure(.interactionNotAllowed)) {
                try keychain.delete(Query(.internetPassword, site.merging([.account: .string(account)])))
            }
        }
        #expect(try keychain.delete(Query(.internetPassword, site.merging([.account: "b", .path: "/x"]))) == 1)
        try keychain.unlock("1234")
        #expect(try keychain.items(matching: Query(.internetPassword)).map { $0[.account] } == ["c"])
    }

    @Test(arguments: Transport.allCases)
    func aLockedItemIsDeletedByItsReference(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        try keychain.setPasscode("1234")
        let reference = try keychain.add(genericPassword("me")).persistentReference
        try keychain.lock()
        #expect(throws: failure(.interactionNotAllowed)) { try keychain.items(matching: Query(reference)) }
        #expect(try keychain.delete(Query(reference)) == 1)
    }

    /// A change of class needs the keys of both.
    @Test(arguments: Transport.allCases)
    func anItemCannotMoveToALockedClass(transport: Transport) throws {
        let keychain = try makeMixed(transport, ["dk"])
        #expect(throws: failure(.interactionNotAllowed)) {
            try keychain.update(Query(.genericPassword), with: Changes([.accessible: "ak"]))
        }
        #expect(try keychain.accounts([.accessible: "dk"]) == ["0"])
    }
}
