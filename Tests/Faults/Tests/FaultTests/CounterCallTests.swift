import Foundation
import TestSupport
import Testing

/// What the commit counter costs: one write for a change, after the change is durable and before the next writer's turn, and no wait for
/// the disk.
@Suite(.serialized) struct CounterCallTests {
    private static let lock = "default.keychain.lock"
    private static let log = "default.keychain-wal"
    /// Where the counter is in the lock file; before it is the name of the holder.
    private static let counter = "pwrite \(lock) 256"
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private var variables: [String: String] {
        [
            "LD_PRELOAD": BuiltPrograms.path("libFaultShim.so"), "FAULT_DIRECTORY": directory("home"),
            "FAULT_TRACE": directory("trace"), "CHATELAINE_HOME": directory("home"),
        ]
    }

    /// The calls that were traced since this was last called.
    private func calls() throws -> [String] {
        defer { try? Data().write(to: URL(fileURLWithPath: directory("trace"))) }
        return try String(contentsOfFile: directory("trace"), encoding: .utf8).split(separator: "\n").map(String.init)
    }

    /// Expects the counter to be written `count` times before the lock is given up, the first time as soon as the log is durable, and the
    /// lock file never to be synchronised.
    ///
    /// - Returns: the calls from the first write of the counter to the end of the lock, without these two.
    private func expectCounted(_ count: Int, in calls: [String]) throws -> [String] {
        let place = Comment(rawValue: calls.joined(separator: ", "))
        #expect(calls.filter { $0 == Self.counter }.count == count, place)
        #expect(!calls.contains { $0.hasPrefix("sync \(Self.lock) ") }, place)
        let first = try #require(calls.firstIndex(of: Self.counter), place)
        #expect(calls[..<first].last == "sync \(Self.log) 0", place)
        let locked = try #require(calls.firstIndex { $0.hasPrefix("lock \(Self.lock) ") }, place)
        let unlocked = try #require(calls.lastIndex { $0.hasPrefix("unlock \(Self.lock) ") }, place)
        try #require(locked < first && first < unlocked, place)
        return Array(calls[first + 1..<unlocked])
    }

    @Test func aChangeCostsOneWriteAndNoFurtherSync() throws {
        let helper = try Helper(["write-in-turn", directory("home"), "0"], environment: variables)
        defer { helper.closeInput() }
        try helper.expect("open")
        for number in 1...3 {
            _ = try calls()
            helper.send()
            try helper.expect("\(number)")
            #expect(try expectCounted(1, in: calls()) == [])
        }
    }

    /// It has moved the log to the file, which the counter says as well, under the same lock.
    @Test func aCommandWritesItOnceMoreWhenItHasMovedTheLog() throws {
        for secret in ["one", "two"] {
            try Data().write(to: URL(fileURLWithPath: directory("trace")))
            let status = try ChildProcess.run(
                [BuiltPrograms.path("chatelaine"), "set", "mail", "kim"],
                variables: ProcessInfo.processInfo.environment.merging(variables) { $1 }, input: secret
            ).status
            #expect(status == 0)
            let calls = try calls()
            let afterwards = try expectCounted(2, in: calls)
            #expect(afterwards.suffix(2) == ["sync default.keychain 0", Self.counter], "\(calls)")
        }
    }
}
