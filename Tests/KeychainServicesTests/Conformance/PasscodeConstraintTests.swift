import AuthenticationTesting
import Foundation
import KeyManagement
import KeychainServices
import Testing

/// Items that take the passcode, and what becomes of them when that changes or goes (keychain-services 4.1, 4.3, 4.4; case I9).
@Suite struct PasscodeConstraintTests {
    private typealias Flags = AccessControl.Flags

    private func makeKeychain(_ transport: Transport) throws -> AttendedKeychain {
        let attended = try AttendedKeychain(transport, ScriptedReader(enrolled: .notEnrolled))
        try attended.add("a", .devicePasscode)
        try attended.add("b", [.devicePasscode, .applicationPassword], .afterFirstUnlock, password(attended))
        try attended.add("c", .applicationPassword, .whenUnlocked, password(attended))
        try attended.add("d", .userPresence, .whenPasscodeSetThisDeviceOnly)
        return attended
    }

    private func password(_ attended: AttendedKeychain) throws -> AuthenticationContext {
        try attended.context(applicationPassword: "p")
    }

    /// All four can be read with their factors, and are not mistaken for damaged items.
    private func expectReadable(_ attended: AttendedKeychain, _ passcode: String) throws {
        attended.person.habits.passcode = .type(passcode)
        let context = try password(attended)
        for account in ["a", "b", "c", "d"] { #expect(try attended.read(account, context) == account) }
        attended.person.habits.passcode = .type("wrong")
        for account in ["a", "b", "d"] {
            #expect(throws: failure(.authenticationFailed)) { try attended.read(account, password(attended)) }
        }
        #expect(try attended.keychain.values("number", from: "quarantine").isEmpty)
    }

    @Test(arguments: Transport.allCases) func thePasscodeOpens(transport: Transport) throws {
        let attended = try makeKeychain(transport)
        try expectReadable(attended, "1234")
    }

    /// A finger shows who it is, and derives nothing.
    @Test(arguments: Transport.allCases) func aFingerIsNoPasscode(transport: Transport) throws {
        let attended = try AttendedKeychain(transport, ScriptedReader(.matches))
        try attended.add("a", .devicePasscode)
        let context = try attended.context()
        try attended.show(.policy(.biometrics), in: context)
        #expect(throws: failure(.interactionNotAllowed)) { try attended.read("a", context, interaction: .fail) }
        #expect(try attended.read("a", context) == "a")
        #expect(attended.reader.looks == 1 && attended.person.answered == [.passcode])
    }

    @Test(arguments: Transport.allCases, [false, true])
    func aChangeOfThePasscodeKeepsEverything(transport: Transport, compromised: Bool) throws {
        let attended = try makeKeychain(transport)
        try attended.keychain.changePasscode(from: "1234", to: "new", compromised: compromised)
        try expectReadable(attended, "new")
        // Again, with pairs and class keys that have retired.
        try attended.keychain.changePasscode(from: "new", to: "newer", compromised: true)
        try expectReadable(attended, "newer")
        try attended.keychain.lock()
        try attended.keychain.unlock("newer")
        try expectReadable(attended, "newer")
    }

    /// An attacker who may know the old passcode may be the one who has shown it. An ordinary change revokes nothing.
    @Test(arguments: Transport.allCases, [false, true])
    func anOldPasscodeShowsNothingAfterItIsKnown(transport: Transport, compromised: Bool) throws {
        let attended = try makeKeychain(transport)
        let context = try attended.context()
        try attended.show(.policy(.deviceOwner), in: context)
        try attended.keychain.changePasscode(from: "1234", to: "new", compromised: compromised)
        try attended.add("e", .userPresence)
        try attended.add("f", .devicePasscode)
        attended.person.habits.passcode = .type("new")
        let before = attended.asked
        for account in ["a", "e", "f"] {
            if compromised {
                #expect(throws: failure(.interactionNotAllowed)) {
                    try attended.read(account, context, interaction: .fail)
                }
            } else {
                #expect(try attended.read(account, context, interaction: .fail) == account)
            }
        }
        for account in ["f", "e", "a"] { #expect(try attended.read(account, context) == account) }
        try attended.show(.policy(.deviceOwner), in: context)
        // Once for all of them.
        #expect(attended.asked == before + (compromised ? 1 : 0))
    }

    /// What is written after a change opens as well, and with the new passcode only.
    @Test(arguments: Transport.allCases) func aChangedItemTakesTheNewPasscode(transport: Transport) throws {
        let attended = try makeKeychain(transport)
        try attended.keychain.changePasscode(from: "1234", to: "new", compromised: true)
        attended.person.habits.passcode = .type("new")
        let context = try password(attended)
        for account in ["a", "b"] {
            #expect(try attended.update(account, Changes([.label: "l"]), context) == 1)
        }
        try expectReadable(attended, "new")
    }

    /// With the first passcode every item gets a new class key, without anybody who shows anything.
    @Test(arguments: Transport.allCases) func theFirstPasscodeKeepsApplicationPasswords(transport: Transport) throws {
        let attended = try AttendedKeychain(transport, passcode: nil)
        try attended.add("a", .applicationPassword, .whenUnlocked, password(attended))
        try attended.add("b", .applicationPassword, .whenUnlocked, attended.context(applicationPassword: "other"))
        let before = attended.asked
        try attended.keychain.setPasscode("1234")
        #expect(attended.asked == before)
        #expect(try attended.keychain.values("number", from: "(SELECT number FROM classkey WHERE current = 0)").isEmpty)
        #expect(try attended.read("a", password(attended)) == "a")
        #expect(try attended.read("b", attended.context(applicationPassword: "other")) == "b")
        #expect(throws: failure(.authenticationFailed)) { try attended.read("b", password(attended)) }
        try attended.keychain.lock()
        #expect(throws: failure(.interactionNotAllowed)) { try attended.read("a", password(attended)) }
        try attended.keychain.unlock("1234")
        #expect(try attended.read("a", password(attended)) == "a")
        #expect(try attended.keychain.values("number", from: "quarantine").isEmpty)
    }

    @Test(arguments: Transport.allCases) func withoutAPasscodeNothingIsStoredForIt(transport: Transport) throws {
        let attended = try AttendedKeychain(transport, passcode: nil)
        for flags in [.devicePasscode, [.devicePasscode, .biometryAny]] as [Flags] {
            #expect(throws: failure(.notAvailable)) { try attended.add("a", flags) }
        }
        #expect(throws: failure(.notAvailable)) { try attended.add("a", .userPresence, .whenPasscodeSetThisDeviceOnly) }
        #expect(try attended.keychain.accounts() == [])
        // Presence can be shown with a finger, now or when one is enrolled.
        try attended.add("a", .userPresence)
        attended.reader.add(.matches)
        #expect(try attended.read("a") == "a")
    }

    /// I9, and what takes the passcode in another class.
    @Test(arguments: Transport.allCases) func itemsThatRequireThePasscodeAreLostWithIt(transport: Transport) throws {
        let attended = try makeKeychain(transport)
        try attended.keychain.removePasscode("1234")
        // akpu: as if it had never been there.
        #expect(try attended.read("d") == nil)
        #expect(throws: failure(.notAvailable)) { try attended.add("d", [], .whenPasscodeSetThisDeviceOnly) }
        // The others are there, and nothing opens them, which is no damage.
        for account in ["a", "b"] {
            #expect(throws: failure(.authenticationFailed)) { try attended.read(account, password(attended)) }
            #expect(throws: failure(.duplicateItem)) { try attended.add(genericPassword(account)) }
        }
        #expect(try attended.read("c", password(attended)) == "c")
        try attended.keychain.setPasscode("1234")
        #expect(try attended.read("d") == nil)
        try attended.add("d", [], .whenPasscodeSetThisDeviceOnly)
        #expect(try attended.read("d") == "d")
        for account in ["a", "b"] {
            #expect(throws: failure(.authenticationFailed)) { try attended.read(account, password(attended)) }
        }
        #expect(try attended.read("c", password(attended)) == "c")
        #expect(try attended.keychain.values("number", from: "quarantine").isEmpty)
        // They can be deleted and stored again.
        for account in ["a", "b"] {
            #expect(try attended.keychain.delete(Query(.genericPassword, [.account: .string(account)])) == 1)
            try attended.add(account, .devicePasscode)
            #expect(try attended.read(account) == account)
        }
    }

    @Test(arguments: Transport.allCases) func oneOfTwoIsEnoughWithOr(transport: Transport) throws {
        let attended = try AttendedKeychain(transport, ScriptedReader(.matches))
        try attended.add("a", [.biometryAny, .or, .devicePasscode])
        #expect(try attended.read("a") == "a")
        #expect(attended.reader.looks == 1 && attended.person.answered.isEmpty)
        attended.reader.become(.notEnrolled)
        #expect(try attended.read("a") == "a")
        #expect(attended.person.answered == [.passcode])
    }

    /// The default, with the flag “and” and without.
    @Test(arguments: Transport.allCases, [[], .and] as [Flags])
    func bothFactorsAreRequiredWithoutOr(transport: Transport, and: AccessControl.Flags) throws {
        let attended = try AttendedKeychain(transport, ScriptedReader(.matches, .matches))
        try attended.add("a", [.biometryAny, .devicePasscode, and])
        #expect(try attended.read("a") == "a")
        #expect(attended.reader.looks == 1 && attended.person.answered == [.passcode])
        let context = try attended.context()
        try attended.show(.policy(.biometrics), in: context)
        #expect(throws: failure(.interactionNotAllowed)) { try attended.read("a", context, interaction: .fail) }
        attended.reader.become(.notEnrolled)
        #expect(throws: failure(.authenticationFailed)) { try attended.read("a") }
    }

    @Test(arguments: Transport.allCases) func noCompanionIsNearby(transport: Transport) throws {
        let attended = try AttendedKeychain(transport, ScriptedReader(.matches))
        try attended.add("a", .companion)
        try attended.add("b", [.companion, .or, .devicePasscode])
        try attended.add("c", [.companion, .biometryAny])
        #expect(throws: failure(.authenticationFailed)) { try attended.read("a") }
        #expect(try attended.read("b") == "b")
        #expect(throws: failure(.authenticationFailed)) { try attended.read("c") }
        #expect(attended.person.answered == [.passcode])
    }
}
