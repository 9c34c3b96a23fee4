import AgentProtocol
import Foundation
import Glibc
import KeychainServices
import TestSupport
import Testing

@testable import Agent

/// Keychains that a user moves to the system service: what is taken, and what is not.
@Suite struct ArrivalTests {
    private let directory: TemporaryDirectory
    private let account: AccountDirectory
    private let arrival: Arrival

    init() throws {
        directory = try TemporaryDirectory()
        account = try AccountDirectory(directory("users/7001-alice-1-2"))
        arrival = Arrival(in: account)
    }

    @Test(arguments: [
        "device.key", "keychains/default.keychain", "keychains/my-keys_2.keychain", "audit/00000001.log",
    ])
    func filesOfAUserBelongThere(path: String) { #expect(Arrival.isExpected(path)) }

    @Test(arguments: [
        "", "/device.key", "../device.key", "device.key/", "root.lock", "keychains/default.keychain-wal", "keychains/",
        "keychains/.keychain", "keychains/../../x.keychain", "keychains/a/b.keychain", "keychains//a.keychain",
        "audit/..", "audit/.hidden", "other/file", "keychains/ä.keychain", "audit/a b", "audit/a\0b",
        "keychains/" + String(repeating: "x", count: 250) + ".keychain",
    ])
    func unexpectedPathsAreRefused(path: String) throws {
        #expect(!Arrival.isExpected(path))
        try arrival.begin(by: 1)
        #expect(error { try append("x", path, 0) }?.code == .parameter)
    }

    private func append(_ text: String, _ path: String, _ offset: UInt64) throws {
        try Array(text.utf8).withUnsafeBytes { try arrival.append($0, to: path, at: offset) }
    }

    @Test func partsFollowOneAnother() throws {
        try arrival.begin(by: 1)
        try append("one", "audit/a", 0)
        try append("two", "audit/a", 3)
        #expect(error { try append("four", "audit/a", 9) }?.code == .parameter)
        #expect(error { try append("again", "audit/a", 0) }?.code == .parameter)
        try append("", "audit/b", 0)
        // What is finished is not begun again.
        #expect(error { try append("one", "audit/a", 0) } != nil)
        #expect(try String(contentsOfFile: account.incoming.path + "/audit/a", encoding: .utf8) == "onetwo")
    }

    @Test func laterTransferReplacesAnEarlierOne() throws {
        #expect(!arrival.isBegun(by: 1))
        try arrival.begin(by: 1)
        #expect(arrival.isBegun(by: 1))
        try arrival.begin(by: 2)
        #expect(!arrival.isBegun(by: 1))
    }

    @Test func incompleteTransferIsRefused() throws {
        try arrival.begin(by: 1)
        #expect(error { try arrival.finish() }?.code == .parameter)
        try append("no key", "device.key", 0)
        try append("no keychain", "keychains/default.keychain", 0)
        #expect(error { try arrival.finish() } != nil)
        #expect(access(account.path + "/arrived", F_OK) != 0)
    }

    @Test func arrivedKeychainsAreUsedAfterARestart() throws {
        try arrive()
        // As long as the process serves, nothing changes under it.
        #expect(access(account.root.path, F_OK) != 0)
        try expectArrived()
    }

    /// Ended between any two steps, the next start finishes.
    @Test(arguments: ["root", "before"]) func interruptedReplacementIsFinishedAtTheNextStart(what: String) throws {
        try arrive()
        try FileManager.default.createDirectory(
            atPath: account.path + "/\(what)/keychains", withIntermediateDirectories: true)
        try expectArrived()
        #expect(access(account.path + "/before", F_OK) != 0)
    }

    private func arrive() throws {
        let source = KeychainRoot(path: directory("source"))
        let keychain = try Keychain(
            root: source, accessGroups: AccessGroups(["g"]), passcodeCost: .cheapForTests
        ).forAgent()
        _ = try keychain.add(
            NewItem(.genericPassword, [.account: "a", .accessGroup: "g"], data: Data("secret".utf8)))
        try keychain.copy(to: directory("copy"))
        try arrival.begin(by: 1)
        let copy = try Data(contentsOf: URL(fileURLWithPath: directory("copy")))
        let key = try Data(contentsOf: URL(fileURLWithPath: source.deviceKeyPath))
        try key.withUnsafeBytes { try arrival.append($0, to: "device.key", at: 0) }
        try copy.withUnsafeBytes { try arrival.append($0, to: "keychains/default.keychain", at: 0) }
        try arrival.finish()
    }

    private func expectArrived() throws {
        // The lock of this process, which goes on, would be in the way of the next.
        try FileManager.default.removeItem(atPath: account.path + "/lock")
        let account = try AccountDirectory(account.path)
        let keychain = try Keychain(root: account.root, accessGroups: AccessGroups(["g"])).forAgent()
        let items = try keychain.items(matching: Query(.genericPassword), reading: .data)
        #expect(items.first?.data == Data("secret".utf8))
        keychain.close()
    }

    /// What would be acknowledged now would be replaced in a moment.
    @Test func nothingElseChangesWhileKeychainsArrive() throws {
        let account = account
        let agent = try TestAgent { $0.account = account }
        let keychain = try agent.keychain()
        var mover: RawClient? = try agent.welcomedClient()
        let begin = WireRequest.OneOf_Body.beginArrival(.init())
        #expect(try mover?.ask(begin).reply.count.count == 0)
        #expect(error { try keychain.add("one", "1") }?.code == .notAvailable)
        #expect(error { try keychain.setPasscode(passcode("a passcode")) }?.code == .notAvailable)
        #expect(try agent.welcomedClient().ask(begin).reply.failure.status == -25291)
        #expect(try mover?.ask(.finishArrival(.init())).reply.failure.status == -50)
        // A move that has failed is over, and so is one whose program has gone.
        try keychain.add("one", "1")
        _ = try keychain.delete(Query(.genericPassword))
        #expect(try mover?.ask(begin, id: 3).reply.count.count == 0)
        mover = nil
        while error(of: { try keychain.add("two", "2") }) != nil { sched_yield() }
        #expect(access(account.incoming.path, F_OK) != 0)
        // With an item there none begins.
        #expect(try agent.welcomedClient().ask(begin).reply.failure.status == -25299)
    }

    @Test func anAgentOfAUserTakesNothingOver() throws {
        let agent = try TestAgent()
        let client = try agent.welcomedClient()
        #expect(try client.ask(.beginArrival(.init())).reply.failure.status == -4)
        #expect(try client.ask(.arrivingFile(.init())).reply.failure.status == -50)
        #expect(try client.ask(.finishArrival(.init())).reply.failure.status == -50)
    }
}

/// Whose data it is that the system service keeps.
@Suite struct AccountTests {
    @Test func accountsThatDifferInAnythingAreKeptApart() {
        let accounts = [
            Account(uid: 7001, name: "alice", homeInode: 1, homeBirth: 2),
            Account(uid: 7002, name: "alice", homeInode: 1, homeBirth: 2),
            Account(uid: 7001, name: "bob", homeInode: 1, homeBirth: 2),
            Account(uid: 7001, name: "alice", homeInode: 3, homeBirth: 2),
            Account(uid: 7001, name: "alice", homeInode: 1, homeBirth: 3),
            Account(uid: 7001, name: "alice-1", homeInode: 1, homeBirth: 2),
            Account(uid: 7001, name: "ali/ce", homeInode: 1, homeBirth: 2),
            Account(uid: 7001, name: "..", homeInode: 1, homeBirth: 2),
        ]
        #expect(Set(accounts.map(\.directoryName)).count == accounts.count)
        for account in accounts { #expect(!account.directoryName.contains("/")) }
    }

    @Test func theUserOfThisProcessIsAnAccount() throws {
        #expect(try Account(uid: getuid()).directoryName.hasPrefix("\(getuid())-"))
    }

    @Test func userIDWithoutAnAccountIsRefused() {
        #expect(error { _ = try Account(uid: 3_999_999_999) }?.code == .notAvailable)
    }
}
