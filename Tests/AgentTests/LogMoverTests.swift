import Agent
import Foundation
import Glibc
import KeychainServices
import TestSupport
import Testing

/// When the agent moves what programs have changed from the log to the keychain's file.
@Suite struct LogMoverTests {
    private let directory: TemporaryDirectory
    private var log: String { directory("data/keychains/default.keychain-wal") }

    init() throws { directory = try TemporaryDirectory() }

    /// - Parameter second: nanoseconds.
    private func agent(isCommandLine: Bool, second: UInt64) throws -> TestAgent {
        let keychain = try Keychain(
            root: KeychainRoot(path: directory("data")), accessGroups: AccessGroups(["*"]),
            passcodeCost: .cheapForTests)
        var gate = OpenGate()
        gate.isCommandLine = isCommandLine
        return try TestAgent(keychain, in: directory, gate: gate) { $0.second = second }
    }

    private func size() throws -> Int {
        try #require(try FileManager.default.attributesOfItem(atPath: log)[.size] as? Int)
    }

    /// A pause of which no test sees the end.
    private static let long: UInt64 = 3600 * 1_000_000_000

    @Test func theCommandLineGetsItsAnswerWhenTheLogIsEmpty() throws {
        let agent = try agent(isCommandLine: true, second: Self.long)
        let keychain = try agent.keychain()
        for account in ["one", "two"] {
            try keychain.add(account, "secret")
            #expect(try size() == 0)
        }
        let query = Query(.genericPassword, [.account: "one", .service: "agent"])
        try keychain.update(query, with: Changes(data: .replace(Data("other".utf8))))
        #expect(try size() == 0)
        try keychain.delete(query)
        #expect(try size() == 0)
    }

    /// Its changes are moved together: it does not wait for the disk twice more for each.
    @Test func anotherProgramDoesNotPayForEachChange() throws {
        let agent = try agent(isCommandLine: false, second: Self.long)
        let keychain = try agent.keychain()
        var last = 0
        for number in 0..<20 {
            try keychain.add("\(number)", "secret")
            let size = try size()
            #expect(size > last)
            last = size
        }
    }

    /// No further request comes.
    @Test(.timeLimit(.minutes(60))) func thePauseAfterAChangeMovesIt() throws {
        let agent = try agent(isCommandLine: false, second: 50_000_000)
        let keychain = try agent.keychain()
        try keychain.add("first", "secret")
        let changes = inotify_init1(Int32(IN_CLOEXEC))
        try #require(changes >= 0)
        defer { close(changes) }
        try #require(inotify_add_watch(changes, log, UInt32(IN_MODIFY)) >= 0)
        try keychain.add("second", "secret")
        var events = [UInt8](repeating: 0, count: 4096)
        while try size() > 0 { try #require(read(changes, &events, events.count) > 0) }
    }
}
