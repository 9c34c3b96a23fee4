import AsymmetricKeys
import Foundation
import Testing

@testable import KeychainServices

/// The public half that is stored with a key is that of its data, whatever a program of the group says.
@Suite struct PublicHalfTests {
    private static func half(_ stored: StoredKey) -> AttributeValue { .data(Data(stored.key.publicRepresentation)) }

    /// An attacker would get what other programs encrypt for the key.
    @Test(arguments: Transport.allCases) func noUpdateNamesAnother(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        let (victim, attacker) = (try StoredKey(), try StoredKey())
        let added = try keychain.add(victim.item([.publicKey: Self.half(victim)]))
        #expect(added[.publicKey] == Self.half(victim))
        let query = Query(added.persistentReference)
        for changes in [
            Changes([.publicKey: Self.half(attacker)]), Changes([.publicKey: Self.half(attacker), .label: "x"]),
        ] {
            #expect(try keychain.update(query, with: changes) == 1)
            #expect(try keychain.items(matching: query).first?[.publicKey] == Self.half(victim))
        }
    }

    @Test(arguments: Transport.allCases) func anAdditionNamesItsOwnOnly(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        let (stored, attacker) = (try StoredKey(), try StoredKey())
        let foreign = try keychain.add(stored.item([.publicKey: Self.half(attacker), .applicationTag: "a"]))
        #expect(foreign[.publicKey] == nil)
        let noKey = NewItem(.key, [.keyClass: 1, .type: 73, .publicKey: Self.half(attacker)], data: Data([1]))
        #expect(try keychain.add(noKey)[.publicKey] == nil)
        let publicItem = NewItem(
            .key, [.keyClass: 0, .type: 73, .publicKey: Self.half(stored)], data: Data(stored.key.publicRepresentation))
        #expect(try keychain.add(publicItem)[.publicKey] == Self.half(stored))
    }

    @Test(arguments: Transport.allCases) func newDataBringsItsOwnOnly(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        let (old, new) = (try StoredKey(), try StoredKey())
        let query = Query(try keychain.add(old.item([.publicKey: Self.half(old)])).persistentReference)
        for (named, kept) in [(old, nil), (new, Self.half(new))] as [(StoredKey, AttributeValue?)] {
            let changes = Changes([.publicKey: Self.half(named)], data: .replace(new.representation))
            #expect(try keychain.update(query, with: changes) == 1)
            #expect(try keychain.items(matching: query).first?[.publicKey] == kept)
        }
    }
}
