import Dispatch
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import KeychainServices

/// Many writers at once: nothing is lost, and one of several that want the same place gets it.
@Suite(.serialized) struct CrowdTests {
    @Test func eightProcessesLoseNothing() throws {
        let directory = try TemporaryDirectory()
        let root = directory("root")
        let each = Rounds.of(1000, "adds by each of 8 processes")
        let helpers = try (0..<8).map { try Helper(["add-many", root, "process \($0)", "\(each)"]) }
        for helper in helpers { try helper.expect("open") }
        for helper in helpers { helper.send() }
        for helper in helpers {
            #expect(helper.remainingLines() == ["done"])
            #expect(helper.exitCode == 0)
        }
        let expected = (0..<8).flatMap { process in
            (0..<each).map { ("process \(process) \($0)", "secret of process \(process) \($0)") }
        }
        #expect(try openFresh(root).secrets() == Dictionary(uniqueKeysWithValues: expected))
        #expect(try integrity(root) == "ok")
    }

    /// A reader takes its snapshot after it has read the counter, and writers count after their commit: no reader ever misses a change.
    @Test func sixteenWritersGiveReadersNoAlarm() throws {
        let directory = try TemporaryDirectory()
        let root = directory("root")
        let each = Rounds.of(200, "adds by each of 16 processes")
        let helpers = try (0..<16).map { try Helper(["add-many", root, "process \($0)", "\(each)"]) }
        for helper in helpers { try helper.expect("open") }
        let reader = try openFresh(root)
        for helper in helpers { helper.send() }
        // While they write, and with new connections too.
        for round in 0..<each {
            let count = try reader.items(matching: Query(.genericPassword)).count
            if round % 10 == 0 { #expect(try openFresh(root).items(matching: Query(.genericPassword)).count >= count) }
        }
        for helper in helpers {
            #expect(helper.remainingLines() == ["done"])
            #expect(helper.exitCode == 0)
        }
        #expect(try reader.items(matching: Query(.genericPassword)).count == 16 * each)
        reader.close()
        #expect(try Doctor(root: KeychainRoot(path: root)).examine().isHealthy)
    }

    /// Eight processes that make the keychain at the same moment all get the same one.
    @Test func processesThatCreateTheKeychainTogetherShareIt() throws {
        let directory = try TemporaryDirectory()
        for round in 0..<Rounds.of(20, "creation by 8 processes") {
            let root = directory("root-\(round)")
            let helpers = try (0..<8).map { try Helper(["add-many", root, "process \($0)", "1"]) }
            for helper in helpers { helper.send() }
            for helper in helpers { #expect(helper.remainingLines() == ["open", "done"]) }
            #expect(try openFresh(root).secrets().count == 8)
        }
    }

    @Test func oneOfEightThreadsAddsAPrimaryKey() throws {
        let directory = try TemporaryDirectory()
        let keychain = try openFresh(directory("root"))
        for round in 0..<Rounds.of(100, "the same primary key by 8 threads") {
            let codes = Mutex<[Int32]>([])
            DispatchQueue.concurrentPerform(iterations: 8) { thread in
                var code: Int32 = 0
                do { try keychain.add("account \(round)", "secret of \(thread)") } catch let error as KeychainError {
                    code = error.code.rawValue
                } catch { code = 1 }
                codes.withLock { [code] in $0.append(code) }
            }
            #expect(codes.withLock { $0.sorted() } == Array(repeating: -25299, count: 7) + [0])
        }
    }

    /// A reader is never kept waiting by a writer in the middle of its work, and sees what was there before.
    @Test func readerDoesNotWaitForAWriter() throws {
        let directory = try TemporaryDirectory()
        let root = directory("root")
        let keychain = try openFresh(root)
        try keychain.add("one", "1")
        let holder = try Helper(["hold", root])
        try holder.expect("holding")
        #expect(try keychain.secret("one") == "1")
        #expect(try openFresh(root).secret("one") == "1")
        holder.send()
        try holder.expect("released")
    }

    @Test func writerThatTimesOutNamesTheLockHolder() throws {
        let directory = try TemporaryDirectory()
        let root = directory("root")
        let holder = try Helper(["hold", root])
        try holder.expect("holding")
        let file = KeychainFile(root: KeychainRoot(path: root), name: "default")
        let store = try Store(file: file, passcodeCost: .cheapForTests, lockTimeout: .milliseconds(50))
        let keychain = Keychain(store: store, accessGroups: groups)
        do {
            try keychain.add("one", "1")
            Issue.record("the write did not wait")
        } catch {
            #expect(error.code == .notAvailable)
            #expect(error.reason.contains("\(holder.process.id)"), "\(error)")
            #expect(error.reason.contains("fault-helper"), "\(error)")
        }
        holder.send()
        try holder.expect("released")
        #expect(holder.exitCode == 0)
        // The thread that went on waiting has given its turn back.
        try openFresh(root).add("one", "1")
        #expect(try keychain.secret("one") == "1")
    }

    /// A waiting writer gets the turn of a writer that was killed.
    @Test func killedWriterGivesItsTurnBack() throws {
        let directory = try TemporaryDirectory()
        let root = directory("root")
        let holder = try Helper(["hold", root])
        try holder.expect("holding")
        holder.kill()
        let keychain = try openFresh(root)
        try keychain.add("one", "1")
        #expect(try keychain.secret("one") == "1")
    }
}
