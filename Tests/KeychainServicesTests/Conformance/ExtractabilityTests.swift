import AuthenticationTesting
import Foundation
import KeyManagement
import Secrets
import Testing

@testable import KeychainServices

/// The data of a private key that is not extractable comes out of nothing (keychain-services 2.8).
@Suite struct ExtractabilityTests {
    private let stored: StoredKey

    init() throws { stored = try StoredKey() }

    /// Asks for the data in every way that a search has.
    private func expectWithheld(_ keychain: Keychain, _ reference: PersistentReference) throws {
        for query in [
            Query(reference), Query(.key), Query(.key, limit: .one), Query(.key, [.applicationTag: "tag"]),
            Query(.key, [.extractable: 0, .keyClass: 1]),
        ] {
            #expect(throws: failure(.dataNotAvailable)) { try keychain.items(matching: query, reading: .data) }
            let found = try keychain.items(matching: query, reading: [.attributes, .data])
            #expect(found.count == 1 && found.first?.data == nil && found.first?.secretAttributes.isEmpty == true)
            #expect(found.first?[.extractable]?.isFalse == true && found.first?[.applicationTag] == "tag")
            #expect(try keychain.items(matching: query, reading: []).count == 1)
        }
        #expect(try stored.hasMade(keychain.use(reference, for: stored.signing)))
    }

    @Test(arguments: Transport.allCases, [0, .real(0), "no"] as [AttributeValue])
    func theDataIsNotReturned(transport: Transport, value: AttributeValue) throws {
        let keychain = try transport.makeKeychain()
        let added = try keychain.add(stored.item(extractable: value))
        #expect(added.data == nil && added[.keyClass] == 1)
        // A search for the number finds the number.
        if value == 0 { try expectWithheld(keychain.keychain, added.persistentReference) }
        #expect(throws: failure(.dataNotAvailable)) {
            try keychain.items(matching: Query(added.persistentReference), reading: .data)
        }
    }

    /// The control.
    @Test(arguments: Transport.allCases, [nil, 1, .real(1), 2] as [AttributeValue?])
    func anExtractableKeyIsReturned(transport: Transport, value: AttributeValue?) throws {
        let keychain = try transport.makeKeychain()
        #expect(try keychain.add(stored.item(extractable: value)).data == stored.representation)
        #expect(try keychain.items(matching: Query(.key), reading: .data).first?.data == stored.representation)
    }

    /// A public key has nothing to hide, and a symmetric one nothing that could use it where it is.
    @Test(arguments: Transport.allCases) func theAttributeIsThatOfPrivateKeys(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        for keyClass in [0, 2] as [AttributeValue] {
            let item = try keychain.add(stored.item([.keyClass: keyClass]))
            #expect(item.data == stored.representation)
            let found = try keychain.items(matching: Query(item.persistentReference), reading: .data)
            #expect(found.first?.data == stored.representation)
        }
    }

    @Test(arguments: Transport.allCases) func anIdentityDoesNotGiveItEither(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        try keychain.add(stored.item())
        let label = AttributeValue.data(Data(try stored.key.publicKey().label()))
        try keychain.add(NewItem(.certificate, [.publicKeyHash: label], data: Data([1])))
        let found = try keychain.items(matching: Query(.identity), reading: [.attributes, .data])
        #expect(found.count == 1 && found.first?.data == nil)
        #expect(throws: failure(.dataNotAvailable)) { try keychain.items(matching: Query(.identity), reading: .data) }
        // A change of the identity is one of the certificate as well, which has no such attribute.
        #expect(throws: failure(.noSuchAttribute)) {
            try keychain.update(Query(.identity), with: Changes([.extractable: 1]))
        }
    }

    @Test func aTransactionDoesNotGiveIt() throws {
        let temporary = try TemporaryRoot()
        let keychain = try temporary.open()
        try keychain.add(stored.item())
        let local = try #require(try keychain.service() as? LocalKeychain)
        #expect(throws: failure(.dataNotAvailable)) {
            try local.transaction { try $0.items(matching: Query(.key)) }
        }
        #expect(throws: failure(.parameter)) {
            try local.transaction { try $0.update(Query(.key), with: Changes([.extractable: 1])) }
        }
    }

    @Test(arguments: Transport.allCases) func noUpdateMakesItExtractable(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        let reference = try keychain.add(stored.item()).persistentReference
        for attributes in [
            [.extractable: 1], [.extractable: .real(1)], [.extractable: 7], [.keyClass: 0], [.keyClass: 2],
            [.keyClass: "other"], [.keyClass: .real(1)], [.extractable: 1, .keyClass: 2, .label: "l"],
        ] as [Attributes] {
            #expect(throws: failure(.parameter)) { try keychain.update(Query(.key), with: Changes(attributes)) }
            #expect(throws: failure(.parameter)) {
                try keychain.update(Query(reference), with: Changes(attributes, data: .replace(Data([1]))))
            }
        }
        // Everything else may change.
        #expect(try keychain.update(Query(.key), with: Changes([.label: "l", .extractable: 0, .keyClass: 1])) == 1)
        try expectWithheld(keychain.keychain, reference)
        #expect(try keychain.items(matching: Query(.key)).first?[.label] == "l")
    }

    /// What a search gives is no way to another item with the same data.
    @Test(arguments: Transport.allCases) func aCopyOfTheAttributesHasNoData(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        let reference = try keychain.add(stored.item()).persistentReference
        let found = try #require(try keychain.items(matching: Query(.key), reading: [.attributes, .data]).first)
        var attributes = found.attributes
        attributes[.extractable] = 1
        attributes[.applicationTag] = "another tag"
        for key in [.accessControl, .sha1] as [AttributeKey] { attributes[key] = nil }
        let copy = try keychain.add(NewItem(.key, attributes, data: found.data))
        #expect(copy.data == nil)
        #expect(try keychain.items(matching: Query(copy.persistentReference), reading: .data).first?.data == nil)
        #expect(throws: failure(.parameter)) {
            _ = try keychain.keychain.use(copy.persistentReference, for: stored.signing)
        }
        try keychain.delete(Query(copy.persistentReference))
        try expectWithheld(keychain.keychain, reference)
    }

    /// A private key that was extractable can become one that is not, once.
    @Test(arguments: Transport.allCases) func anExtractableKeyCanBeClosed(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        let reference = try keychain.add(stored.item(extractable: nil)).persistentReference
        #expect(try keychain.update(Query(reference), with: Changes([.extractable: 0])) == 1)
        try expectWithheld(keychain.keychain, reference)
    }

    // MARK: - What lasts

    @Test(arguments: Transport.allCases) func itHoldsAfterARestartAndNewClassKeys(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        let reference = try keychain.add(stored.item()).persistentReference
        try keychain.restart()
        try expectWithheld(keychain.keychain, reference)
        try keychain.setPasscode("1234")
        try keychain.changePasscode(from: "1234", to: "12345", compromised: true)
        try expectWithheld(keychain.keychain, reference)
        try keychain.restart()
        try keychain.unlock("12345")
        try expectWithheld(keychain.keychain, reference)
    }

    /// A copy of the file, which another device recovers.
    @Test func itHoldsInARecoveredCopy() throws {
        let (made, other) = (try TemporaryRoot(), try TemporaryRoot())
        let keychain = try made.open()
        let reference = try keychain.add(stored.item()).persistentReference
        let recoveryKey = try keychain.makeRecoveryKey()
        keychain.close()
        try FileManager.default.createDirectory(
            atPath: other.root.path + "/keychains", withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            atPath: made.root.keychainPath(named: "default"), toPath: other.root.keychainPath(named: "default"))
        try KeychainRecovery.recover(other.root, recoveryKey: recoveryKey)
        try expectWithheld(other.open(), reference)
    }

    /// The data is no reason to ask: nobody gets it.
    @Test(arguments: Transport.allCases) func nobodyIsAskedForWhatIsNotGiven(transport: Transport) throws {
        let attended = try AttendedKeychain(transport, ScriptedReader(.matches))
        let control = try AccessControl(protection: .whenUnlocked, flags: [.userPresence, .privateKeyUsage])
        try attended.add(stored.item([.accessControl: .accessControl(control)]))
        let found = try attended.items(Query(.key), [.attributes, .data])
        #expect(found.count == 1 && found.first?.data == nil && attended.asked == 0)
        #expect(throws: failure(.dataNotAvailable)) { try attended.items(Query(.key), .data) }
        #expect(attended.asked == 0)
    }

    /// Who may not see that an item is there does not see it by this error.
    @Test(arguments: Transport.allCases) func aGuardedKeyIsNotBetrayed(transport: Transport) throws {
        let attended = try AttendedKeychain(transport, ScriptedReader(.matches))
        let control = try AccessControl(protection: .whenUnlocked, flags: .userPresence)
        try attended.add(stored.item([.accessControl: .accessControl(control)]))
        #expect(throws: failure(.interactionNotAllowed)) { try attended.items(Query(.key), .data, nil, .fail) }
        #expect(try attended.items(Query(.key), .data, nil, .skip).isEmpty)
    }
}
