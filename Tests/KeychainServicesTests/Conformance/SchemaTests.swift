import Foundation
import Testing

@testable import KeychainServices

/// keychain-services 2.2 and 2.3.
@Suite struct SchemaTests {
    private static let storedClasses: [ItemClass] = [.genericPassword, .internetPassword, .certificate, .key]

    @Test(arguments: storedClasses)
    func aClassHasTheSpecifiedAttributesAndNoOthers(itemClass: ItemClass) {
        let specified = SpecifiedAttribute.all.filter { $0.itemClass == itemClass }.map(\.key.letters)
        #expect(itemClass.attributes.map(\.key.letters).sorted() == specified.sorted())
    }

    @Test(arguments: SpecifiedAttribute.all)
    func anAttributeTakesTheSpecifiedKindOfValue(line: SpecifiedAttribute) throws {
        let attribute = try #require(line.itemClass.attribute(line.key))
        #expect(attribute.kind == line.kind)
    }

    @Test(arguments: SpecifiedAttribute.all)
    func membershipOfThePrimaryKeyIsAsSpecified(line: SpecifiedAttribute) throws {
        let attribute = try #require(line.itemClass.attribute(line.key))
        #expect(attribute.isInPrimaryKey == line.isInPrimaryKey)
        #expect(line.itemClass.primaryKey.contains { $0.key == line.key } == line.isInPrimaryKey)
    }

    @Test(arguments: SpecifiedAttribute.all)
    func defaultValuesAreAsSpecified(line: SpecifiedAttribute) throws {
        let attribute = try #require(line.itemClass.attribute(line.key))
        #expect(attribute.missingValue == line.defaultValue)
    }

    @Test(arguments: Transport.allCases, SpecifiedAttribute.all)
    func onlyKeyAttributesKeepItemsApart(transport: Transport, line: SpecifiedAttribute) throws {
        let keychain = try transport.makeKeychain(groups: ["com.example.one", "com.example.two"])
        let (one, other) = line.twoValues
        try keychain.add(NewItem(line.itemClass, [line.key: one]))
        if line.isInPrimaryKey {
            try keychain.add(NewItem(line.itemClass, [line.key: other]))
            #expect(try keychain.items(matching: Query(line.itemClass, synchronizable: .any)).count == 2)
        } else {
            #expect(throws: failure(.duplicateItem)) { try keychain.add(NewItem(line.itemClass, [line.key: other])) }
            #expect(try keychain.items(matching: Query(line.itemClass, synchronizable: .any)).count == 1)
        }
    }

    @Test(arguments: Transport.allCases, storedClasses)
    func anItemWithoutAnyAttributeIsLegalAndUnique(transport: Transport, itemClass: ItemClass) throws {
        let keychain = try transport.makeKeychain()
        try keychain.add(NewItem(itemClass))
        #expect(throws: failure(.duplicateItem)) { try keychain.add(NewItem(itemClass)) }
    }

    @Test(arguments: Transport.allCases, SpecifiedAttribute.all.filter { $0.isInPrimaryKey && $0.defaultValue != nil })
    func anAbsentKeyAttributeAndItsDefaultAreTheSame(transport: Transport, line: SpecifiedAttribute) throws {
        let keychain = try transport.makeKeychain()
        let value = try #require(line.defaultValue)
        try keychain.add(NewItem(line.itemClass))
        #expect(throws: failure(.duplicateItem)) { try keychain.add(NewItem(line.itemClass, [line.key: value])) }
        // “sync” is no filter of its own: a query says it apart.
        if line.key != .synchronizable {
            #expect(try keychain.items(matching: Query(line.itemClass, [line.key: value])).count == 1)
        }
    }

    @Test func theClassOfIdentitiesHasTheAttributesOfBothOthers() {
        let both = Set(ItemClass.key.attributes.map(\.key)).union(ItemClass.certificate.attributes.map(\.key))
        #expect(Set(ItemClass.identity.attributes.map(\.key)) == both)
        #expect(ItemClass.identity.composition != nil)
    }

    @Test func classesHaveTheirFourLetters() {
        #expect(ItemClass.all.map(\.code) == ["genp", "inet", "cert", "keys", "idnt"])
        #expect(ItemClass.named("apls") == nil)
        #expect(ItemClass.named("xxxx") == nil)
    }
}
