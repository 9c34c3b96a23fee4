import Foundation
import GRDB
import KeychainServices
import Testing

@Suite struct ObservationTests {
    @Test func aChangeOfThisProcessIsSeen() async throws {
        let keychain = try Keychain.inMemory(accessGroups: AccessGroups(["tests"]))
        var changes = keychain.changes().makeAsyncIterator()
        try keychain.add(NewItem(.genericPassword, [.account: "a"]))
        #expect(await changes.next() != nil)
    }

    @Test func aLockIsSeen() async throws {
        let keychain = try Keychain.inMemory(accessGroups: AccessGroups(["tests"]))
        try keychain.setPasscode(SecretBytes(copying: "1234".utf8))
        var changes = keychain.changes().makeAsyncIterator()
        try keychain.lock()
        #expect(await changes.next() != nil)
        #expect(try keychain.lockState() == .lockedAfterFirstUnlock)
    }

    /// The other connection is a plain one of SQLite's: it notifies no process of its write.
    @Test func aChangeThatOnlyTheKernelKnowsOfIsSeen() async throws {
        let temporary = try TemporaryRoot()
        let keychain = try temporary.open()
        try keychain.add(NewItem(.genericPassword, [.account: "a"]))
        var changes = keychain.changes().makeAsyncIterator()
        let other = try DatabaseQueue(path: try #require(keychain.path))
        try await other.writeWithoutTransaction { try $0.execute(sql: "UPDATE classkey SET wraps = wraps + 1") }
        #expect(await changes.next() != nil)
    }
}
