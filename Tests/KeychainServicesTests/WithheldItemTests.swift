import Foundation
import KeyManagement
import Testing

@testable import KeychainServices

/// A search that shows that there are items which require authentication, and nothing else of them.
@Suite struct WithheldItemTests {
    private let temporary: TemporaryRoot
    private let keychain: Keychain
    private let context = AuthenticationContext()

    init() throws {
        temporary = try TemporaryRoot()
        keychain = try temporary.open()
        let control = try AccessControl(protection: .afterFirstUnlock, flags: .applicationPassword)
        try context.setApplicationPassword(secret("p"))
        try keychain.add(genericPassword("open", data: "secret 1"))
        try keychain.add(
            genericPassword("guarded", [.accessControl: .accessControl(control)], data: "secret 2"),
            with: Authentication(context))
    }

    private func found(
        _ parts: ItemParts, _ context: AuthenticationContext? = nil, limit: Query.Limit = .all
    ) throws -> [Item] {
        try keychain.items(
            matching: Query(.genericPassword, limit: limit), reading: parts,
            with: Authentication(context, interaction: .withhold))
    }

    @Test func ofTheItemOnlyGroupAndAccessControlAreShown() throws {
        let items = try found([.attributes, .data])
        #expect(items.map(\.isWithheld) == [false, true])
        let withheld = try #require(items.last)
        #expect(Set(withheld.attributes.map(\.key)) == [.accessGroup, .accessControl])
        #expect(withheld[.accessControl]?.accessControl?.flags == .applicationPassword)
        #expect(withheld.data == nil && withheld.secretAttributes.isEmpty)
        #expect(items.first?.data == Data("secret 1".utf8))
    }

    @Test func withWhatItAsksForItIsShown() throws {
        let items = try found([.attributes, .data], context)
        #expect(items.map(\.isWithheld) == [false, false])
        #expect(items.last?.data == Data("secret 2".utf8))
    }

    @Test func itCountsForTheLimitAndIsFoundByItsReference() throws {
        #expect(try found(.attributes, limit: .atMost(1)).count == 1)
        let reference = try #require(try found(.attributes).last).persistentReference
        let one = try keychain.items(matching: Query(reference), with: Authentication(interaction: .withhold))
        #expect(one.map(\.isWithheld) == [true])
        #expect(try found([]).allSatisfy { $0.attributes.isEmpty })
    }

    @Test func anItemThatTheQueryDoesNotMatchIsNotShown() throws {
        let query = Query(.genericPassword, [.account: "open"])
        let items = try keychain.items(matching: query, with: Authentication(interaction: .withhold))
        #expect(items.map(\.isWithheld) == [false])
    }

    @Test func aChangeLeavesItAsItIs() throws {
        let reference = try #require(try found(.attributes).last).persistentReference
        let changes = Changes([.label: "new"], data: .replace(Data("other".utf8)))
        let count = try keychain.update(
            Query(reference), with: changes, authentication: Authentication(interaction: .withhold))
        #expect(count == 0)
        #expect(try found(.data, context).last?.data == Data("secret 2".utf8))
    }
}
