import Foundation
import KeyManagement
import Testing

@testable import KeychainServices

/// The passcode of a keychain: keychain-services 4.1.
@Suite struct PasscodeTests {
    private static let classes = ProtectionClass.allCases.filter { $0 != .whenPasscodeSetThisDeviceOnly }

    /// A keychain with one item of every class but `akpu`, named after it.
    private func makeKeychain(_ transport: Transport) throws -> KeychainUnderTest {
        let keychain = try transport.makeKeychain()
        try keychain.add(
            contentsOf: Self.classes.map { genericPassword($0.code, [.accessible: .string($0.code)], data: $0.code) })
        return keychain
    }

    private func expectEverything(in keychain: KeychainUnderTest, sourceLocation: SourceLocation = #_sourceLocation)
        throws
    {
        #expect(
            try keychain.secrets(Query(.genericPassword)) == Self.classes.map(\.code), sourceLocation: sourceLocation)
        #expect(try keychain.values("number", from: "quarantine") == [], sourceLocation: sourceLocation)
    }

    private func retiredKeys(_ keychain: KeychainUnderTest) throws -> [String] {
        try keychain.values("number", from: "(SELECT number FROM classkey WHERE current = 0)")
    }

    @Test(arguments: Transport.allCases)
    func aNewKeychainHasNone(transport: Transport) throws {
        let keychain = try makeKeychain(transport)
        #expect(try keychain.lockState == .noPasscode)
        try keychain.lock()
        #expect(try keychain.lockState == .noPasscode)
        try expectEverything(in: keychain)
        #expect(try !keychain.verify(""))
        #expect(throws: failure(.authenticationFailed)) { try keychain.unlock("") }
        #expect(throws: failure(.authenticationFailed)) { try keychain.removePasscode("") }
        #expect(throws: failure(.authenticationFailed)) { try keychain.changePasscode(from: "", to: "1234") }
    }

    @Test(arguments: Transport.allCases)
    func settingOneKeepsEverythingAndLeavesTheKeychainOpen(transport: Transport) throws {
        let keychain = try makeKeychain(transport)
        let before = try keychain.items(matching: Query(.genericPassword))
        try keychain.setPasscode("1234")
        #expect(try keychain.lockState == .unlocked)
        try expectEverything(in: keychain)
        let after = try keychain.items(matching: Query(.genericPassword))
        #expect(after.map(\.persistentReference) == before.map(\.persistentReference))
        // It is no change of the items.
        #expect(after.map { $0[.modificationDate] } == before.map { $0[.modificationDate] })
        #expect(try retiredKeys(keychain) == [])
    }

    @Test(arguments: Transport.allCases)
    func aSecondFirstOneIsRefused(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        try keychain.setPasscode("1234")
        #expect(throws: failure(.authenticationFailed)) { try keychain.setPasscode("5678") }
        #expect(try keychain.verify("1234"))
    }

    @Test(arguments: Transport.allCases)
    func onlyTheRightOneUnlocks(transport: Transport) throws {
        let keychain = try makeKeychain(transport)
        try keychain.setPasscode("1234")
        try keychain.restart()
        #expect(try keychain.lockState == .beforeFirstUnlock)
        for wrong in ["", "123", "12345", "1234 ", "１２３４"] {
            #expect(throws: failure(.authenticationFailed)) { try keychain.unlock(wrong) }
            #expect(try keychain.lockState == .beforeFirstUnlock)
        }
        try keychain.unlock("1234")
        try expectEverything(in: keychain)
    }

    @Test(arguments: Transport.allCases)
    func verifyingChangesNothing(transport: Transport) throws {
        let keychain = try makeKeychain(transport)
        try keychain.setPasscode("1234")
        try keychain.lock()
        #expect(try keychain.verify("1234"))
        #expect(try !keychain.verify("4321"))
        #expect(try keychain.lockState == .lockedAfterFirstUnlock)
        try keychain.unlock("1234")
        #expect(try !keychain.verify("4321"))
        #expect(try keychain.lockState == .unlocked)
    }

    @Test(arguments: Transport.allCases, ["", "é", "🔑 key\u{0}hole", String(repeating: "long", count: 1000)])
    func everyTextIsAPasscode(transport: Transport, passcode: String) throws {
        let keychain = try makeKeychain(transport)
        try keychain.setPasscode(passcode)
        try keychain.restart()
        #expect(throws: failure(.authenticationFailed)) { try keychain.unlock(passcode + "x") }
        try keychain.unlock(passcode)
        try expectEverything(in: keychain)
    }

    @Test(arguments: Transport.allCases, [false, true])
    func aChangeKeepsEverythingAndEndsTheOldOne(transport: Transport, compromised: Bool) throws {
        let keychain = try makeKeychain(transport)
        try keychain.setPasscode("old")
        try keychain.changePasscode(from: "old", to: "new", compromised: compromised)
        #expect(try keychain.lockState == .unlocked)
        try expectEverything(in: keychain)
        try keychain.restart()
        #expect(throws: failure(.authenticationFailed)) { try keychain.unlock("old") }
        try keychain.unlock("new")
        try expectEverything(in: keychain)
        #expect(try retiredKeys(keychain) == [])
    }

    /// A change does not require an unlocked keychain: the old passcode is requested anyway.
    @Test(arguments: Transport.allCases, [false, true])
    func aChangeWorksFromTheLockedState(transport: Transport, compromised: Bool) throws {
        let keychain = try makeKeychain(transport)
        try keychain.setPasscode("old")
        try keychain.restart()
        try keychain.changePasscode(from: "old", to: "new", compromised: compromised)
        try expectEverything(in: keychain)
    }

    @Test(arguments: Transport.allCases, [false, true])
    func aChangeWithTheWrongOneChangesNothing(transport: Transport, compromised: Bool) throws {
        let keychain = try makeKeychain(transport)
        try keychain.setPasscode("old")
        #expect(throws: failure(.authenticationFailed)) {
            try keychain.changePasscode(from: "wrong", to: "new", compromised: compromised)
        }
        #expect(try keychain.verify("old"))
        #expect(try !keychain.verify("new"))
    }

    /// A plain change wraps the class keys again and leaves the items alone; a compromised one makes new class keys.
    @Test(arguments: Transport.allCases)
    func onlyACompromisedOneMakesNewClassKeys(transport: Transport) throws {
        let keychain = try makeKeychain(transport)
        try keychain.setPasscode("a")
        let first = try keychain.values("classkey", from: "item")
        try keychain.changePasscode(from: "a", to: "b")
        #expect(try keychain.values("classkey", from: "item") == first)
        try keychain.changePasscode(from: "b", to: "c", compromised: true)
        for (index, (old, new)) in zip(first, try keychain.values("classkey", from: "item")).enumerated() {
            #expect((old == new) == (Self.classes[index].availability == .always))
        }
    }

    @Test(arguments: Transport.allCases)
    func removingItOpensTheKeychain(transport: Transport) throws {
        let keychain = try makeKeychain(transport)
        try keychain.setPasscode("1234")
        try keychain.restart()
        #expect(throws: failure(.authenticationFailed)) { try keychain.removePasscode("wrong") }
        #expect(try keychain.lockState == .beforeFirstUnlock)
        try keychain.removePasscode("1234")
        #expect(try keychain.lockState == .noPasscode)
        try expectEverything(in: keychain)
        try keychain.restart()
        try expectEverything(in: keychain)
    }

    // MARK: - The class that needs a passcode

    private static let needy = genericPassword("me", [.accessible: "akpu"])

    /// I9, 4.3.
    @Test(arguments: Transport.allCases)
    func itemsThatNeedAPasscodeLiveAndDieWithIt(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        #expect(throws: failure(.notAvailable)) { try keychain.add(Self.needy) }
        try keychain.setPasscode("1234")
        try keychain.add(Self.needy)
        #expect(try keychain.keychain.countOfItemsThatNeedPasscode() == 1)
        #expect(try keychain.secrets(ofAccount: "me") == ["secret"])
        try keychain.removePasscode("1234")
        #expect(try keychain.accounts() == [])
        #expect(throws: failure(.notAvailable)) { try keychain.add(Self.needy) }
        try keychain.setPasscode("1234")
        #expect(try keychain.accounts() == [])
        try keychain.add(Self.needy)
        #expect(try keychain.secrets(ofAccount: "me") == ["secret"])
    }

    @Test(arguments: Transport.allCases, [false, true])
    func itemsThatNeedAPasscodeOutliveItsChange(transport: Transport, compromised: Bool) throws {
        let keychain = try transport.makeKeychain()
        try keychain.setPasscode("old")
        try keychain.add(Self.needy)
        try keychain.changePasscode(from: "old", to: "new", compromised: compromised)
        try keychain.restart()
        try keychain.unlock("new")
        #expect(try keychain.secrets(ofAccount: "me") == ["secret"])
    }

    @Test(arguments: Transport.allCases)
    func anItemCannotMoveToTheClassThatNeedsAPasscodeWithoutOne(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        try keychain.add(genericPassword("me"))
        let changes = Changes([.accessible: "akpu"])
        #expect(throws: failure(.notAvailable)) { try keychain.update(Query(.genericPassword), with: changes) }
        #expect(try keychain.secrets(ofAccount: "me") == ["secret"])
        try keychain.setPasscode("1234")
        #expect(try keychain.update(Query(.genericPassword), with: changes) == 1)
    }
}
