import Foundation
import Testing

@testable import KeychainServices

/// keychain-services 3.7.
@Suite struct PersistentReferenceTests {
    /// E1.
    @Test(arguments: Transport.allCases, [ItemClass.genericPassword, .internetPassword, .certificate, .key])
    func aReferenceIsTheClassAndAnID(transport: Transport, itemClass: ItemClass) throws {
        let keychain = try transport.makeKeychain()
        let item = try keychain.add(NewItem(itemClass))
        let data = item.persistentReference.data
        #expect(data.count == 20)
        #expect(data.prefix(4) == Data(itemClass.code.utf8))
        #expect(try PersistentReference(data: data) == item.persistentReference)
        #expect(
            try keychain.items(matching: Query(PersistentReference(data: data))).map(\.persistentReference.data) == [
                data
            ])
    }

    /// E7.
    @Test(arguments: [
        ("", 0), ("genp", 0), ("genp", 1), ("genp", 7), ("genp", 9), ("genp", 15), ("genp", 17), ("abcd", 16),
        ("apls", 8),
        ("GENP", 16), ("", 20),
    ])
    func otherBytesAreNoReference(prefix: String, zeros: Int) {
        let data = Data(prefix.utf8) + Data(count: zeros)
        #expect(throws: failure(.parameter)) { try PersistentReference(data: data) }
    }

    /// The data may be part of something larger, whose indices do not start at 0.
    @Test func aReferenceIsReadFromASlice() throws {
        let whole = Data([1, 2, 3]) + Data("keys".utf8) + Data(repeating: 7, count: 16)
        #expect(try PersistentReference(data: whole.dropFirst(3)).data == whole.dropFirst(3))
    }

    @Test(arguments: Transport.allCases)
    func anUnknownReferenceFindsNothing(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        try keychain.add(genericPassword("me"))
        let unknown = PersistentReference(itemClass: .genericPassword, id: .makeRandom())
        #expect(try keychain.items(matching: Query(unknown)).isEmpty)
        #expect(try keychain.update(Query(unknown), with: Changes([.label: "l"])) == 0)
        #expect(try keychain.delete(Query(unknown)) == 0)
        #expect(try keychain.accounts() == ["me"])
    }

    /// The id alone does not say which class it is of.
    @Test(arguments: Transport.allCases)
    func aReferenceOfAnotherClassFindsNothing(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        let data = try keychain.add(genericPassword("me")).persistentReference.data
        let other = try PersistentReference(data: Data("inet".utf8) + data.dropFirst(4))
        #expect(try keychain.items(matching: Query(other)).isEmpty)
    }

    /// E9.
    @Test(arguments: Transport.allCases)
    func aReferenceOfTheOldFormFindsItsRow(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        for account in ["a", "b"] { try keychain.add(genericPassword(account)) }
        let number = try #require(try keychain.values("number", from: "item").last.flatMap { Int64($0) })
        let data = Data("genp".utf8) + withUnsafeBytes(of: number.bigEndian) { Data($0) }
        let reference = try PersistentReference(data: data)
        #expect(reference.data == data)
        let found = try keychain.items(matching: Query(reference))
        #expect(found.map { $0[.account] } == ["b"])
        #expect(found.first?.persistentReference.data.count == 20)
        #expect(try keychain.update(Query(reference), with: Changes([.label: "l"])) == 1)
        #expect(try keychain.accounts([.label: "l"]) == ["b"])
        #expect(try keychain.delete(Query(reference)) == 1)
        #expect(try keychain.accounts() == ["a"])
    }

    @Test(arguments: Transport.allCases, [Int64.min, -1, 0, 2, .max])
    func aReferenceOfTheOldFormToNoRowFindsNothing(transport: Transport, number: Int64) throws {
        let keychain = try transport.makeKeychain()
        try keychain.add(genericPassword("me"))
        let data = Data("genp".utf8) + withUnsafeBytes(of: number.bigEndian) { Data($0) }
        #expect(try keychain.items(matching: Query(PersistentReference(data: data))).isEmpty)
    }

    @Test(arguments: Transport.allCases)
    func aReferenceToAForeignGroupsItemFindsNothing(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        let reference = try keychain.add(genericPassword("me")).persistentReference
        let number = try #require(try keychain.values("number", from: "item").first.flatMap { Int64($0) })
        let old = try PersistentReference(data: Data("genp".utf8) + withUnsafeBytes(of: number.bigEndian) { Data($0) })
        let other = try keychain.seen(by: "com.example.other")
        for reference in [reference, old] {
            #expect(try other.items(matching: Query(reference)).isEmpty)
            #expect(try other.update(Query(reference), with: Changes([.label: "l"])) == 0)
            #expect(try other.delete(Query(reference)) == 0)
        }
        #expect(try keychain.accounts() == ["me"])
    }

    /// 3.8: a reference asks for no filter.
    @Test(arguments: Transport.allCases)
    func aReferenceFindsASynchronizableItem(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        let reference = try keychain.add(genericPassword("me", [.synchronizable: 1])).persistentReference
        #expect(try keychain.items(matching: Query(reference)).count == 1)
    }

    /// E5.
    @Test(arguments: Transport.allCases)
    func deletingByReferenceLeavesTheOthers(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        let references = try ["a", "b"].map { try keychain.add(genericPassword($0)).persistentReference }
        #expect(try keychain.delete(Query(references[0])) == 1)
        #expect(try keychain.items(matching: Query(references[0])).isEmpty)
        #expect(try keychain.items(matching: Query(references[1])).map { $0[.account] } == ["b"])
    }

    @Test(arguments: Transport.allCases)
    func aReferenceOutlivesARestart(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        let data = try keychain.add(genericPassword("me")).persistentReference.data
        try keychain.restart()
        #expect(try keychain.items(matching: Query(PersistentReference(data: data))).map { $0[.account] } == ["me"])
    }
}
