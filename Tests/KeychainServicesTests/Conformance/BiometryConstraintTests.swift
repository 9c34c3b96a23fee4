import AuthenticationTesting
import Foundation
import KeyManagement
import KeychainServices
import Testing

/// Items that take a finger (keychain-services 4.4, 10.3; case I15), and private keys whose use takes something (4.4, 4.5.2).
@Suite struct BiometryConstraintTests {
    private typealias Flags = AccessControl.Flags

    /// I15.
    @Test(arguments: Transport.allCases)
    func boundItemCannotBeOpenedAfterTheEnrolledSetChanges(transport: Transport) throws {
        let attended = try AttendedKeychain(
            transport, ScriptedReader(.matches, .matches, .matches, .matches, .matches, .matches))
        try attended.add("bound", .biometryCurrentSet)
        try attended.add("any", .biometryAny)
        #expect(attended.asked == 0)
        #expect(try attended.read("bound") == "bound")
        attended.reader.become(.ready(ScriptedReader.otherEnrolledSet))
        let looks = attended.reader.looks
        #expect(throws: failure(.authenticationFailed)) { try attended.read("bound") }
        #expect(throws: failure(.authenticationFailed)) { try attended.update("bound", Changes([.label: "l"])) }
        // Neither does a context in which another finger, or the passcode, has been shown.
        let context = try attended.context()
        try attended.show(.policy(.biometrics), in: context)
        #expect(throws: failure(.authenticationFailed)) { try attended.read("bound", context) }
        #expect(attended.reader.looks == looks + 1 && attended.person.answered.isEmpty)
        #expect(try attended.read("any") == "any")
        #expect(try attended.keychain.values("number", from: "quarantine").isEmpty)
        #expect(throws: failure(.duplicateItem)) { try attended.add(genericPassword("bound")) }
        #expect(try attended.keychain.delete(Query(.genericPassword, [.account: "bound"])) == 1)
    }

    @Test(arguments: Transport.allCases) func withoutAFingerNothingIsBound(transport: Transport) throws {
        let attended = try AttendedKeychain(transport, ScriptedReader(.matches, enrolled: .notEnrolled))
        #expect(throws: failure(.authenticationFailed)) { try attended.add("a", .biometryCurrentSet) }
        #expect(try attended.keychain.accounts() == [])
        // What is not bound may wait for a finger.
        try attended.add("a", .biometryAny)
        #expect(throws: failure(.authenticationFailed)) { try attended.read("a") }
        attended.reader.become(.ready(ScriptedReader.enrolled))
        #expect(try attended.read("a") == "a")
    }

    /// Binding shows no prompt, so it needs no interaction.
    @Test(arguments: Transport.allCases) func bindingNeedsNoInteraction(transport: Transport) throws {
        let attended = try AttendedKeychain(transport, ScriptedReader(.matches))
        try attended.add("a", .biometryCurrentSet, interaction: .fail)
        let silent = try attended.context()
        silent.interactionNotAllowed = true
        try attended.add("b", .biometryCurrentSet, .whenUnlocked, silent)
        #expect(attended.asked == 0)
        #expect(throws: failure(.interactionNotAllowed)) { try attended.read("a", interaction: .fail) }
        #expect(try attended.read("a") == "a")
    }

    @Test(arguments: Transport.allCases) func updateBindsToTheCurrentSet(transport: Transport) throws {
        let attended = try AttendedKeychain(transport, ScriptedReader(.matches, .matches, .matches, .matches))
        try attended.add("a", .biometryAny)
        attended.reader.become(.ready(ScriptedReader.otherEnrolledSet))
        let bound = try AccessControl(protection: .whenUnlocked, flags: .biometryCurrentSet)
        try attended.update("a", Changes([.accessControl: .accessControl(bound)]))
        // What says nothing of the access control keeps what it is bound to.
        try attended.update("a", Changes([.label: "l"]))
        #expect(try attended.read("a") == "a")
        attended.reader.become(.ready(ScriptedReader.enrolled))
        #expect(throws: failure(.authenticationFailed)) { try attended.read("a") }
    }

    @Test(arguments: Transport.allCases) func passcodeCanReplaceAChangedEnrolledSet(transport: Transport) throws {
        let attended = try AttendedKeychain(transport, ScriptedReader(.matches))
        try attended.add("a", [.biometryCurrentSet, .or, .devicePasscode])
        attended.reader.become(.ready(ScriptedReader.otherEnrolledSet))
        #expect(try attended.read("a") == "a")
        #expect(attended.reader.looks == 0 && attended.person.answered == [.passcode])
    }

    /// What a program is shown of an item says nothing of the enrolled set, and finds the item again.
    @Test(arguments: Transport.allCases) func anAccessControlIsShownAsItWasGiven(transport: Transport) throws {
        let attended = try AttendedKeychain(transport, ScriptedReader(.matches, .matches))
        try attended.add("a", .biometryCurrentSet)
        let item = try #require(try attended.items(Query(.genericPassword), .attributes).first)
        let control = try AccessControl(protection: .whenUnlocked, flags: .biometryCurrentSet)
        #expect(item[.accessControl] == .accessControl(control))
        let query = Query(.genericPassword, [.accessControl: .accessControl(control)])
        #expect(try attended.items(query, .attributes).count == 1)
    }

    // MARK: - Private keys

    private func key(_ flags: Flags) throws -> NewItem {
        let control = try AccessControl(protection: .whenUnlocked, flags: flags)
        let hash = AttributeValue.data(Data(repeating: 1, count: 20))
        return NewItem(
            .key, [.applicationLabel: hash, .keyClass: 1, .accessControl: .accessControl(control)],
            data: Data("key".utf8))
    }

    /// Finding a key and its attributes is free; what it does takes the person.
    @Test(arguments: Transport.allCases, [Flags.userPresence, .devicePasscode, .biometryCurrentSet])
    func aKeyIsFoundAndItsUseAsks(transport: Transport, flags: AccessControl.Flags) throws {
        let attended = try AttendedKeychain(transport, ScriptedReader(.matches))
        try attended.add(key([flags, .privateKeyUsage]))
        for parts in [[], .attributes] as [ItemParts] {
            #expect(try attended.items(Query(.key), parts, nil, .fail).count == 1)
        }
        #expect(throws: failure(.interactionNotAllowed)) { try attended.items(Query(.key), .data, nil, .fail) }
        #expect(attended.asked == 0)
        #expect(try attended.items(Query(.key), .data).first?.data == Data("key".utf8))
        #expect(attended.asked == 1)
    }

    @Test(arguments: Transport.allCases) func aKeyWithoutTheFlagIsAsAnyItem(transport: Transport) throws {
        let attended = try AttendedKeychain(transport, ScriptedReader(.matches))
        try attended.add(key(.userPresence))
        #expect(throws: failure(.interactionNotAllowed)) { try attended.items(Query(.key), .attributes, nil, .fail) }
    }

    @Test(arguments: Transport.allCases) func anIdentityAsksAsItsKeyDoes(transport: Transport) throws {
        let attended = try AttendedKeychain(transport, ScriptedReader(.matches, .matches))
        let certificate = NewItem(
            .certificate, [.publicKeyHash: .data(Data(repeating: 1, count: 20)), .serialNumber: 1],
            data: Data("certificate".utf8))
        try attended.add(certificate)
        try attended.add(key(.userPresence))
        for parts in [.attributes, .data] as [ItemParts] {
            #expect(throws: failure(.interactionNotAllowed)) {
                try attended.items(Query(.identity), parts, nil, .fail)
            }
        }
        #expect(try attended.items(Query(.identity), .attributes, nil, .skip).isEmpty)
        #expect(try attended.items(Query(.identity), [.attributes, .data]).first?.data == Data("key".utf8))
        #expect(attended.asked == 1)
        #expect(try attended.keychain.delete(Query(.identity)) > 0)
        try attended.add(certificate)
        try attended.add(key([.userPresence, .privateKeyUsage]))
        #expect(try attended.items(Query(.identity), .attributes, nil, .fail).count == 1)
        #expect(throws: failure(.interactionNotAllowed)) { try attended.items(Query(.identity), .data, nil, .fail) }
    }

    /// No prompt is shown for a key that is not part of any identity.
    @Test(arguments: Transport.allCases) func aKeyWithoutACertificateIsNoIdentity(transport: Transport) throws {
        let attended = try AttendedKeychain(transport, ScriptedReader(.matches))
        try attended.add(key(.userPresence))
        for parts in [.attributes, .data] as [ItemParts] {
            #expect(try attended.items(Query(.identity), parts, nil, .fail).isEmpty)
        }
    }
}
