import AuthenticationTesting
import Foundation
import KeyManagement
import KeychainServices
import Testing

/// The calls that show prompts, the number of prompts, and the validity of answers (keychain-services 3.11, 4.4, 4.5 and cases I).
@Suite struct ConstraintTests {
    private typealias Flags = AccessControl.Flags
    private static let item = Query(.genericPassword, [.account: "a"])
    /// What a call may want to know of an item: everything, some of it, or only that it is there.
    private static let shapes: [ItemParts] = [[], .attributes, .data, [.attributes, .data]]

    // MARK: - Which calls ask

    /// 4.5.2.
    @Test(arguments: Transport.allCases, shapes) func everySearchAsks(transport: Transport, parts: ItemParts) throws {
        let attended = try AttendedKeychain(transport, ScriptedReader(.matches))
        try attended.add("a", .userPresence)
        #expect(attended.asked == 0)
        let items = try attended.items(Self.item, parts)
        #expect(items.count == 1 && attended.asked == 1)
        #expect(items.first?.data == (parts.contains(.data) ? Data("a".utf8) : nil))
    }

    /// I3: a common idiom is that −25308 means that an item exists.
    @Test(arguments: Transport.allCases, shapes)
    func withoutInteractionEverySearchFails(transport: Transport, parts: ItemParts) throws {
        let attended = try AttendedKeychain(transport, ScriptedReader(.matches))
        for flags in [.userPresence, .biometryAny, .devicePasscode, .companion] as [Flags] {
            try attended.add("a", flags)
            #expect(throws: failure(.interactionNotAllowed)) { try attended.items(Self.item, parts, nil, .fail) }
            let silent = try attended.context()
            silent.interactionNotAllowed = true
            #expect(throws: failure(.interactionNotAllowed)) { try attended.items(Self.item, parts, silent) }
            try attended.keychain.delete(Self.item)
        }
        #expect(try attended.items(Self.item, parts, nil, .fail).isEmpty)
        #expect(attended.asked == 0)
    }

    @Test(arguments: Transport.allCases, shapes)
    func searchCanSkipConstrainedItems(transport: Transport, parts: ItemParts) throws {
        let attended = try AttendedKeychain(transport)
        try attended.add("a", .userPresence)
        try attended.add(genericPassword("b"))
        #expect(try attended.items(Query(.genericPassword), parts, nil, .skip).count == 1)
        #expect(try attended.items(Query(.genericPassword, limit: .one), parts, nil, .skip).count == 1)
        #expect(try attended.items(Self.item, parts, nil, .skip).isEmpty)
        #expect(attended.asked == 0)
    }

    /// 4.5.3.
    @Test(arguments: Transport.allCases) func anUpdateAsksAndADeletionDoesNot(transport: Transport) throws {
        let attended = try AttendedKeychain(transport, ScriptedReader(.matches))
        try attended.add("a", .userPresence)
        let changes = Changes([.label: "l"], data: .replace(Data("new".utf8)))
        #expect(throws: failure(.interactionNotAllowed)) { try attended.update("a", changes, interaction: .fail) }
        #expect(attended.asked == 0)
        #expect(try attended.update("a", changes) == 1)
        #expect(attended.asked == 1)
        #expect(try attended.keychain.delete(Self.item) == 1)
        #expect(attended.asked == 1)
        try attended.add("a", .userPresence, interaction: .fail)
        #expect(try attended.keychain.delete(Self.item, leavesTombstones: true) == 1)
        #expect(attended.asked == 1)
    }

    @Test(arguments: Transport.allCases) func unneededPromptsAreNotShown(transport: Transport) throws {
        let attended = try AttendedKeychain(transport)
        for flags in [[], .privateKeyUsage, .or, .and] as [Flags] {
            try attended.add("a", flags)
            #expect(try attended.read("a", interaction: .fail) == "a")
            try attended.update("a", Changes([.label: "l"]), interaction: .fail)
            try attended.keychain.delete(Self.item)
        }
        try attended.add("a", .userPresence)
        #expect(try attended.read("b") == nil)
        #expect(attended.asked == 0)
    }

    /// A search that has its limit before it gets to an item asks for nothing of it.
    @Test(arguments: Transport.allCases) func searchAsksOnlyForItemsThatItReaches(transport: Transport) throws {
        let attended = try AttendedKeychain(transport)
        try attended.add(genericPassword("b"))
        try attended.add("a", .userPresence)
        #expect(try attended.items(Query(.genericPassword, limit: .one), .data, nil, .fail).count == 1)
        #expect(throws: failure(.interactionNotAllowed)) {
            try attended.items(Query(.genericPassword), .attributes, nil, .fail)
        }
    }

    /// 4.2: that something is locked is said before anybody is asked.
    @Test(arguments: Transport.allCases, [Flags.userPresence, .devicePasscode, .applicationPassword])
    func lockedKeychainShowsNoPrompt(transport: Transport, flags: AccessControl.Flags) throws {
        let attended = try AttendedKeychain(transport, ScriptedReader(.matches))
        try attended.add("a", flags)
        let before = attended.asked
        try attended.keychain.lock()
        for parts in Self.shapes {
            #expect(throws: failure(.interactionNotAllowed)) { try attended.items(Self.item, parts) }
        }
        #expect(throws: failure(.interactionNotAllowed)) { try attended.update("a", Changes([.label: "l"])) }
        #expect(throws: failure(.interactionNotAllowed)) { try attended.add("b", .userPresence) }
        #expect(attended.asked == before)
        #expect(try attended.keychain.delete(Self.item) == 1)
    }

    // MARK: - Contexts

    @Test(arguments: Transport.allCases) func oneContextAsksOnce(transport: Transport) throws {
        let attended = try AttendedKeychain(transport, ScriptedReader(.matches))
        for account in ["a", "b", "c"] { try attended.add(account, .userPresence) }
        let context = try attended.context()
        #expect(try attended.items(Query(.genericPassword), .data, context).count == 3)
        #expect(try attended.read("a", context) == "a")
        #expect(try attended.update("b", Changes([.label: "l"]), context) == 1)
        // What has been shown needs no interaction any more.
        #expect(try attended.read("c", context, interaction: .fail) == "c")
        context.interactionNotAllowed = true
        #expect(try attended.read("c", context) == "c")
        #expect(attended.asked == 1)
    }

    @Test(arguments: Transport.allCases) func authenticationCountsForOneContextOnly(transport: Transport) throws {
        let attended = try AttendedKeychain(transport, ScriptedReader(.matches, .matches, .matches))
        try attended.add("a", .userPresence)
        for _ in 0..<2 { #expect(try attended.read("a") == "a") }
        #expect(try attended.read("a", attended.context()) == "a")
        #expect(attended.asked == 3)
        #expect(throws: failure(.interactionNotAllowed)) {
            try attended.read("a", attended.context(), interaction: .fail)
        }
    }

    @Test(arguments: Transport.allCases) func anInvalidatedContextIsGoodForNothing(transport: Transport) throws {
        let attended = try AttendedKeychain(transport, ScriptedReader(.matches, .matches))
        try attended.add("a", .userPresence)
        try attended.add(genericPassword("plain"))
        let context = try attended.context()
        #expect(try attended.read("a", context) == "a")
        context.invalidate()
        #expect(throws: failure(.authenticationFailed)) { try attended.read("a", context) }
        #expect(attended.asked == 1)
    }

    /// 4.5.1: what was evaluated beforehand is as good.
    @Test(arguments: Transport.allCases) func earlierAuthenticationCounts(transport: Transport) throws {
        let attended = try AttendedKeychain(transport, ScriptedReader(.matches, .matches))
        try attended.add("a", .userPresence)
        let context = try attended.context()
        try attended.show(.policy(.deviceOwner), in: context)
        #expect(try attended.read("a", context, interaction: .fail) == "a")
        let other = try attended.context()
        try attended.show(.accessControl(AccessControl(protection: .always, flags: .biometryAny)), in: other)
        #expect(try attended.read("a", other, interaction: .fail) == "a")
        #expect(attended.asked == 2)
    }

    /// A context that was silent once is not silent for ever.
    @Test(arguments: Transport.allCases) func interactionCanBeAllowedAgain(transport: Transport) throws {
        let attended = try AttendedKeychain(transport, ScriptedReader(.matches))
        try attended.add("a", .userPresence)
        let context = try attended.context()
        context.interactionNotAllowed = true
        #expect(throws: failure(.interactionNotAllowed)) { try attended.show(.policy(.deviceOwner), in: context) }
        context.interactionNotAllowed = false
        #expect(try attended.read("a", context) == "a")
        #expect(attended.asked == 1)
    }

    // MARK: - Answers

    /// I5.
    @Test(arguments: Transport.allCases) func cancelledPromptIsUserCanceled(transport: Transport) throws {
        let attended = try AttendedKeychain(transport)
        try attended.add("a", .userPresence)
        attended.person.habits.finger = .cancel
        #expect(throws: failure(.userCanceled)) { try attended.read("a") }
        #expect(throws: failure(.userCanceled)) { try attended.update("a", Changes([.label: "l"])) }
        attended.person.habits.finger = .fallBack
        attended.person.habits.passcode = .cancel
        #expect(throws: failure(.userCanceled)) { try attended.read("a") }
    }

    @Test(arguments: Transport.allCases) func wrongPersonIsRefused(transport: Transport) throws {
        let attended = try AttendedKeychain(transport, ScriptedReader(.mismatches, .mismatches, .mismatches))
        try attended.add("a", .biometryAny)
        #expect(throws: failure(.authenticationFailed)) { try attended.read("a") }
        try attended.add("b", .devicePasscode)
        attended.person.habits.passcode = .type("wrong")
        #expect(throws: failure(.authenticationFailed)) { try attended.read("b") }
        #expect(attended.person.answered == [.passcode, .passcode, .passcode])
    }

    @Test(arguments: Transport.allCases) func missingPromptIsReported(transport: Transport) throws {
        let attended = try AttendedKeychain(
            transport, ScriptedReader(.matches, enrolled: .notEnrolled), isAttended: false)
        try attended.add("a", .userPresence)
        #expect(throws: failure(.interactionNotAllowed)) { try attended.read("a") }
        attended.reader.become(.ready(ScriptedReader.enrolled))
        #expect(try attended.read("a") == "a")
    }

    /// After fingers that did not match as well: a finger needs no visible prompt, but a passcode does.
    @Test(arguments: Transport.allCases) func failedFingerWithoutAPromptIsReported(transport: Transport) throws {
        let attended = try AttendedKeychain(
            transport, ScriptedReader(.mismatches, .mismatches, .mismatches), isAttended: false)
        try attended.add("a", .userPresence)
        #expect(throws: failure(.interactionNotAllowed)) { try attended.read("a") }
        #expect(attended.reader.looks == 3)
    }

    @Test(arguments: Transport.allCases) func eachItemAsksForItsOwn(transport: Transport) throws {
        let attended = try AttendedKeychain(transport, ScriptedReader(.matches))
        try attended.add("a", .biometryAny)
        try attended.add("b", .devicePasscode)
        try attended.add("c", [.biometryAny, .devicePasscode])
        #expect(try attended.items(Query(.genericPassword)).count == 3)
        #expect(attended.reader.looks == 1 && attended.person.answered == [.passcode])
    }

    // MARK: - Other rules

    /// 4.5.7.
    @Test(arguments: Transport.allCases) func nothingConstrainedIsSynchronized(transport: Transport) throws {
        let attended = try AttendedKeychain(transport, ScriptedReader(.matches))
        let control = try AccessControl(protection: .whenUnlocked, flags: .userPresence)
        #expect(throws: failure(.parameter)) {
            try attended.add(
                genericPassword("a", [.accessControl: .accessControl(control), .synchronizable: 1]))
        }
        try attended.add("a", .userPresence)
        #expect(throws: failure(.parameter)) { try attended.update("a", Changes([.synchronizable: 1])) }
        #expect(try attended.keychain.items(matching: Query(.genericPassword, synchronizable: .yes)).isEmpty)
    }

    @Test(arguments: Transport.allCases) func anotherItemInItsPlaceIsADuplicate(transport: Transport) throws {
        let attended = try AttendedKeychain(transport)
        for flags in [.userPresence, .devicePasscode, .applicationPassword, [.userPresence, .applicationPassword]]
            as [Flags]
        {
            try attended.add("a", flags)
            let before = attended.asked
            #expect(throws: failure(.duplicateItem)) { try attended.add(genericPassword("a")) }
            #expect(throws: failure(.duplicateItem)) { try attended.add("a", .userPresence) }
            #expect(attended.asked == before)
            #expect(try attended.keychain.values("number", from: "quarantine").isEmpty)
            try attended.keychain.delete(Self.item)
        }
    }

    @Test(arguments: Transport.allCases) func anAccessControlChangesIntoAnother(transport: Transport) throws {
        let attended = try AttendedKeychain(transport, ScriptedReader(.matches, .matches, .matches))
        try attended.add("a", .userPresence)
        func change(_ flags: Flags, _ protection: ProtectionClass = .whenUnlocked) throws {
            let control = try AccessControl(protection: protection, flags: flags)
            #expect(try attended.update("a", Changes([.accessControl: .accessControl(control)])) == 1)
        }
        try change(.devicePasscode)
        #expect(attended.reader.looks == 1)
        #expect(try attended.read("a") == "a")
        #expect(attended.person.answered == [.passcode])
        try change(.biometryAny, .afterFirstUnlock)
        #expect(attended.person.answered == [.passcode, .passcode])
        #expect(try attended.read("a") == "a")
        #expect(attended.reader.looks == 2)
        try change([])
        #expect(attended.reader.looks == 3)
        #expect(try attended.read("a", interaction: .fail) == "a")
    }

    /// A protection class alone is an access control without conditions.
    @Test(arguments: Transport.allCases) func aProtectionClassTakesConditionsAway(transport: Transport) throws {
        let attended = try AttendedKeychain(transport, ScriptedReader(.matches))
        try attended.add(
            "a", [.userPresence, .applicationPassword], .whenUnlocked, attended.context(applicationPassword: "p"))
        try attended.update("a", Changes([.accessible: "ck"]), attended.context(applicationPassword: "p"))
        #expect(try attended.read("a", interaction: .fail) == "a")
    }
}
