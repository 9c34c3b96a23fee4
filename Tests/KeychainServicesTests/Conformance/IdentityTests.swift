import Foundation
import KeyManagement
import Testing

@testable import KeychainServices

/// keychain-services 2.6: identities are not stored, they are found.
@Suite struct IdentityTests {
    private static func hash(_ byte: UInt8) -> AttributeValue { .data(Data(repeating: byte, count: 20)) }

    private func key(_ byte: UInt8, _ attributes: Attributes = [:]) -> NewItem {
        NewItem(
            .key,
            Attributes(dictionaryLiteral: (.applicationLabel, Self.hash(byte)), (.keyClass, 1)).merging(attributes),
            data: Data("key \(byte)".utf8))
    }

    private func certificate(_ byte: UInt8, serial: Int64, _ attributes: Attributes = [:]) -> NewItem {
        NewItem(
            .certificate,
            Attributes(dictionaryLiteral: (.publicKeyHash, Self.hash(byte)), (.serialNumber, .number(serial))).merging(
                attributes),
            data: Data("certificate \(serial)".utf8))
    }

    private func labels(_ keychain: KeychainUnderTest, _ attributes: Attributes = [:]) throws -> [AttributeValue?] {
        try keychain.items(matching: Query(.identity, attributes)).map { $0[.label] }
    }

    /// J3.
    @Test(arguments: Transport.allCases)
    func anIdentityAppearsWithItsHalvesAndVanishesWithEither(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        let query = Query(.identity)
        try keychain.add(key(1))
        #expect(try keychain.items(matching: query).isEmpty)
        try keychain.add(certificate(2, serial: 1))
        #expect(try keychain.items(matching: query).isEmpty)
        try keychain.add(certificate(1, serial: 2))
        #expect(try keychain.items(matching: query).count == 1)
        try keychain.delete(Query(.certificate, [.serialNumber: 2]))
        #expect(try keychain.items(matching: query).isEmpty)
        try keychain.add(certificate(1, serial: 2))
        try keychain.delete(Query(.key))
        #expect(try keychain.items(matching: query).isEmpty)
    }

    @Test(arguments: Transport.allCases)
    func anIdentityHasTheKeysSecretAndTheCertificatesAttributesFirst(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        try keychain.add(key(1, [.label: "key", .applicationTag: "tag", .accessible: "ck"]))
        let certificate = try keychain.add(certificate(1, serial: 1, [.label: "certificate"]))
        let identity = try #require(
            try keychain.items(matching: Query(.identity), reading: [.attributes, .data]).first)
        #expect(identity.data == Data("key 1".utf8))
        #expect(identity[.label] == "certificate" && identity[.accessible] == "dk")
        #expect(identity[.applicationTag] == "tag" && identity[.keyClass] == 1)
        #expect(identity[.creationDate] == certificate[.creationDate])
        #expect(
            identity.persistentReference.data == Data("idnt".utf8) + certificate.persistentReference.data.dropFirst(4))
        #expect(try keychain.items(matching: Query(identity.persistentReference)).count == 1)
    }

    /// Both halves are changed, or neither: here the key would be the twin of another.
    @Test(arguments: Transport.allCases)
    func bothHalvesOfAnIdentityChangeOrNeither(transport: Transport) throws {
        let keychain = try transport.makeKeychain(groups: ["one", "two"])
        try keychain.add(key(1))
        try keychain.add(certificate(1, serial: 1))
        try keychain.add(key(1, [.accessGroup: "two"]))
        #expect(throws: KeychainError(.duplicateItem, "")) {
            try keychain.update(
                Query(.identity, [.accessGroup: "one"]), with: Changes([.accessGroup: "two", .label: "moved"]))
        }
        let certificates = try keychain.items(matching: Query(.certificate))
        #expect(certificates.map { $0[.accessGroup] } == ["one"] && certificates.first?[.label] != "moved")
    }

    /// keychain-services 12: public halves make no identities.
    @Test(arguments: Transport.allCases, [0, 2])
    func onlyPrivateKeysCount(transport: Transport, keyClass: Int64) throws {
        let keychain = try transport.makeKeychain()
        try keychain.add(key(1, [.keyClass: .number(keyClass), .private: 1]))
        try keychain.add(certificate(1, serial: 1))
        #expect(try keychain.items(matching: Query(.identity)).isEmpty)
    }

    @Test(arguments: Transport.allCases)
    func severalCertificatesMakeSeveralIdentities(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        try keychain.add(key(1))
        for serial in 1...3 {
            try keychain.add(certificate(1, serial: Int64(serial), [.label: .number(Int64(serial))]))
        }
        #expect(try labels(keychain) == [1, 2, 3])
        #expect(try keychain.items(matching: Query(.identity, limit: .atMost(2))).count == 2)
        #expect(try keychain.items(matching: Query(.identity, limit: .atMost(0))).isEmpty)
    }

    @Test(arguments: Transport.allCases)
    func filtersAreAboutTheHalfThatTheyBelongTo(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        try keychain.add(key(1, [.label: "key", .applicationTag: "tag", .accessible: "ck"]))
        try keychain.add(certificate(1, serial: 1, [.label: "certificate", .issuer: "issuer", .subjectKeyID: "skid"]))
        let ofCertificate: [Attributes] = [
            [.label: "certificate"], [.serialNumber: 1], [.issuer: "issuer"], [.subjectKeyID: "skid"],
        ]
        let ofKey: [Attributes] = [[.applicationTag: "tag"], [.accessible: "ck"], [.applicationLabel: Self.hash(1)]]
        for attributes in ofCertificate + ofKey { #expect(try labels(keychain, attributes) == ["certificate"]) }
        for attributes in [[.label: "key"], [.accessible: "dk"], [.serialNumber: 2], [.tokenID: "t"]] as [Attributes] {
            #expect(try labels(keychain, attributes) == [])
        }
    }

    /// J5.
    @Test(arguments: Transport.allCases)
    func anIdentityIsFoundByItsCertificatesLabel(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        try keychain.add(key(1, [.label: "old"]))
        try keychain.add(certificate(1, serial: 1, [.label: "old"]))
        try keychain.update(Query(.key), with: Changes([.label: "new"]))
        #expect(try labels(keychain, [.label: "old"]) == ["old"])
        try keychain.update(Query(.certificate), with: Changes([.label: "new"]))
        #expect(try labels(keychain, [.label: "old"]) == [])
        #expect(try labels(keychain, [.label: "new"]) == ["new"])
    }

    @Test(arguments: Transport.allCases)
    func bothHalvesHaveToBeInThePrograms(transport: Transport) throws {
        let keychain = try transport.makeKeychain(groups: ["one", "two"])
        try keychain.add(key(1, [.accessGroup: "one"]))
        try keychain.add(certificate(1, serial: 1, [.accessGroup: "two"]))
        #expect(try keychain.items(matching: Query(.identity)).count == 1)
        #expect(try keychain.seen(by: "one").items(matching: Query(.identity)).isEmpty)
        #expect(try keychain.seen(by: "two").items(matching: Query(.identity)).isEmpty)
    }

    @Test(arguments: Transport.allCases)
    func aLockedKeyLocksTheIdentity(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        try keychain.setPasscode("1234")
        try keychain.add(key(1))
        try keychain.add(certificate(1, serial: 1))
        try keychain.lock()
        #expect(throws: failure(.interactionNotAllowed)) { try keychain.items(matching: Query(.identity)) }
        #expect(try keychain.items(matching: Query(.certificate)).count == 1)
    }

    // MARK: - Changing and deleting

    @Test(arguments: Transport.allCases)
    func theClassAloneMeansBothHalves(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        try keychain.add(key(1))
        try keychain.add(certificate(1, serial: 1))
        #expect(try keychain.update(Query(.identity), with: Changes([.label: "l"])) > 0)
        #expect(try keychain.items(matching: Query(.key, [.label: "l"])).count == 1)
        #expect(try keychain.items(matching: Query(.certificate, [.label: "l"])).count == 1)
        #expect(try keychain.delete(Query(.identity, [.label: "l"])) > 0)
        #expect(try keychain.items(matching: Query(.key)).isEmpty)
        #expect(try keychain.items(matching: Query(.certificate)).isEmpty)
    }

    /// What one half cannot have matches none of its items: a key's tag must not delete every certificate there is.
    @Test(arguments: Transport.allCases)
    func anAttributeOfOneHalfSparesTheOthersItems(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        try keychain.add(key(1, [.applicationTag: "tag"]))
        try keychain.add(key(2))
        try keychain.add(certificate(2, serial: 1, [.label: "keep"]))
        try keychain.update(Query(.identity, [.applicationTag: "tag"]), with: Changes([.label: "changed"]))
        #expect(try keychain.items(matching: Query(.key, [.label: "changed"])).count == 1)
        #expect(try keychain.items(matching: Query(.certificate, [.label: "keep"])).count == 1)
        try keychain.delete(Query(.identity, [.applicationTag: "tag"]))
        #expect(try keychain.items(matching: Query(.certificate)).count == 1)
        #expect(try keychain.items(matching: Query(.key)).count == 1)
        try keychain.delete(Query(.identity, [.serialNumber: 9]))
        #expect(try keychain.items(matching: Query(.certificate)).count == 1)
        #expect(try keychain.items(matching: Query(.key)).count == 1)
    }

    /// J7.
    @Test(arguments: Transport.allCases)
    func keyIsDeletedWithItsLastCertificate(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        try keychain.add(key(1))
        try keychain.add(key(2))
        for serial in 1...2 { try keychain.add(certificate(1, serial: Int64(serial))) }
        let references = try keychain.items(matching: Query(.identity)).map(\.persistentReference)
        try #require(references.count == 2)
        try keychain.delete(Query(references[0]))
        #expect(try keychain.items(matching: Query(.identity)).map(\.persistentReference) == [references[1]])
        #expect(try keychain.items(matching: Query(.key)).count == 2)
        try keychain.delete(Query(references[1]))
        #expect(try keychain.items(matching: Query(.identity)).isEmpty)
        #expect(try keychain.items(matching: Query(.certificate)).isEmpty)
        #expect(try keychain.items(matching: Query(.key)).map { $0[.applicationLabel] } == [Self.hash(2)])
    }
}
