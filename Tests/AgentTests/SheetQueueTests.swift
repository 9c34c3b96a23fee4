import AccessPolicy
import AgentProtocol
import Foundation
import Glibc
import KeychainServices
import Secrets
import Synchronization
import TestSupport
import Testing

@testable import Agent

/// Whose sheet is shown when, by whom, and who is told no.
@Suite struct SheetQueueTests {
    private let clock = Clock()
    private let queue: SheetQueue

    init() {
        let clock = clock
        queue = SheetQueue { clock.now.withLock { $0 } }
    }

    /// Seconds, as the test says.
    private final class Clock: Sendable {
        let now = Mutex(1000.0)
    }

    /// A program that asks, on a thread of its own.
    private final class Asking: Sendable {
        private let ended = DispatchSemaphore(value: 0)
        private let outcome = Mutex<SheetQueue.Outcome?>(nil)
        private let ends: DescriptorPair

        init(
            _ name: String, _ queue: SheetQueue, hasTerminal: Bool = true, session: String = "", isRoots: Bool = false
        ) throws {
            ends = try DescriptorPair()
            let request = SheetQueue.ReceivedRequest(
                try SheetQueueTests.program(name, hasTerminal, session, isRoots), .with { $0.operation = .find },
                SecretBytes(zeros: 0))
            Thread.detachNewThread { [self] in
                let result = queue.show(request, on: self.ends.second)
                outcome.withLock { $0 = result }
                ended.signal()
            }
        }

        deinit {
            close(ends.first)
            close(ends.second)
        }

        func hangUp() { shutdown(ends.first, Int32(SHUT_RDWR)) }

        /// What it gets; waits for it.
        func reply() throws -> WirePasswordManagerReply {
            try #require(ended.wait(timeout: .now() + 300) == .success)
            return try #require(outcome.withLock { $0 }).message
        }

        func code() throws -> UInt32? {
            if case .refusal(let refusal)? = try reply().outcome { refusal.code } else { nil }
        }
    }

    private static func program(
        _ name: String, _ hasTerminal: Bool, _ session: String, _ isRoots: Bool
    ) throws -> Program {
        let subject: Subject = isRoots ? try .system(path: "/usr/bin/\(name)") : .unidentified
        return program(name, hasTerminal, subject, session)
    }

    private static func program(
        _ name: String, _ hasTerminal: Bool = true, _ subject: Subject = .unidentified, _ session: String = ""
    ) -> Program {
        let terminal = TerminalGrant.Terminal(uid: 1, sessionID: 1, leaderStart: 1, device: 1)
        return Program(
            credentials: ProcessCredentials(.init()), path: "/\(name)", subject: subject, process: name,
            fingerprint: name, session: session, terminal: hasTerminal ? terminal : nil, witness: nil,
            role: .commandLine)
    }

    /// A prompter that shows sheets, and is notified of changes.
    private final class Presenter: Sendable {
        let id: Poller.ID
        private let news = DispatchSemaphore(value: 0)
        private let queue: SheetQueue

        init(_ id: Poller.ID, _ queue: SheetQueue, on screens: SheetQueue.Screens = .terminals) {
            (self.id, self.queue) = (id, queue)
            queue.addPresenter(id, SheetQueueTests.program("presenter \(id)"), on: screens) { [news] in news.signal() }
        }

        /// Waits for a sheet that no prompter shows yet.
        func offer() throws -> WireSheetOffer {
            while true {
                if let offer = queue.offers(for: id).first(where: { !$0.isTaken }) { return offer }
                try #require(news.wait(timeout: .now() + 300) == .success)
            }
        }

        /// Shows the next sheet; its connection has the number of this one and a hundred.
        func take() throws -> (id: UInt64, name: String) {
            let id = try offer().id
            let request = try queue.take(id, by: self.id + 100, of: SheetQueueTests.program("presenter \(self.id)"))
            return (id, request.program.process)
        }

        func answer(_ id: UInt64, refusing code: UInt32? = nil) throws {
            let outcome: SheetQueue.Outcome =
                if let code {
                    .refusal(try #require(RefusalCode(rawValue: code)), "")
                } else {
                    .init(.with { $0.login = .init() }, SecretBytes(zeros: 0))
                }
            try queue.end(id, takenBy: self.id + 100, outcome)
        }
    }

    @Test func oneIsShownAtATimeAndTheOthersWaitInTheirOrder() throws {
        let presenter = Presenter(1, queue)
        let first = try Asking("a", queue)
        let one = try presenter.take()
        #expect(one.name == "a")
        var others: [Asking] = []
        for name in ["b", "c", "d", "e"] {
            let before = queue.count
            try others.append(Asking(name, queue))
            while queue.count == before { sched_yield() }
        }
        // One is shown, four wait.
        #expect(try Asking("f", queue).code() == 2)
        #expect(queue.offers(for: 1).map(\.id) == [one.id])
        try presenter.answer(one.id)
        #expect(try first.code() == nil)
        for (asking, name) in zip(others, ["b", "c", "d", "e"]) {
            let next = try presenter.take()
            #expect(next.name == name)
            try presenter.answer(next.id)
            #expect(try asking.code() == nil)
        }
    }

    @Test func aSecondOneOfTheSameProgramIsRefused() throws {
        let presenter = Presenter(1, queue)
        let first = try Asking("a", queue)
        let (id, _) = try presenter.take()
        #expect(try Asking("a", queue).code() == 2)
        try presenter.answer(id)
        #expect(try first.code() == nil)
    }

    private func ask(_ name: String, _ presenter: Presenter, refusing code: UInt32?) throws {
        let asking = try Asking(name, queue)
        try presenter.answer(presenter.take().id, refusing: code)
        #expect(try asking.code() == code)
    }

    @Test func threeCancelsInAMinuteMakeAProgramQuietForTenMinutes() throws {
        let presenter = Presenter(1, queue)
        for _ in 0..<3 { try ask("a", presenter, refusing: 0) }
        #expect(try Asking("a", queue).code() == 0)
        try ask("b", presenter, refusing: nil)
        clock.now.withLock { $0 += 599 }
        #expect(try Asking("a", queue).code() == 0)
        clock.now.withLock { $0 += 2 }
        try ask("a", presenter, refusing: nil)
    }

    @Test func cancelsThatAreFarApartOrBeforeAYesDoNotCount() throws {
        let presenter = Presenter(1, queue)
        for _ in 0..<4 {
            try ask("a", presenter, refusing: 0)
            clock.now.withLock { $0 += 31 }
        }
        for code in [0, 0, nil, 0, 0, nil] as [UInt32?] { try ask("b", presenter, refusing: code) }
        // Nor do errors.
        for _ in 0..<4 { try ask("c", presenter, refusing: 6) }
    }

    /// A program could flood as well by that.
    @Test func disconnectingDuringASheetCountsAsACancel() throws {
        let presenter = Presenter(1, queue)
        for _ in 0..<3 {
            let asking = try Asking("a", queue)
            _ = try presenter.take()
            asking.hangUp()
            #expect(try asking.code() == 2)
        }
        #expect(try Asking("a", queue).code() == 0)
    }

    /// Copies of a program are programs of their own.
    @Test func ofManyCopiesOneShowsASheetInAMinute() throws {
        let presenter = Presenter(1, queue)
        for number in 0..<13 { try ask("copy \(number)", presenter, refusing: 0) }
        #expect(try Asking("copy 13", queue).code() == 0)
        clock.now.withLock { $0 += 61 }
        // One whose sheet was closed is no newcomer.
        #expect(try Asking("copy 12", queue).code() == 0)
        try ask("copy 14", presenter, refusing: 0)
        #expect(try Asking("copy 15", queue).code() == 0)
        clock.now.withLock { $0 += 601 }
        try ask("copy 0", presenter, refusing: 0)
        try ask("copy 1", presenter, refusing: nil)
    }

    /// Sheets that programs close themselves silence these programs, and no other for good.
    @Test func copiesThatHangUpKeepNoHonestSheetAway() throws {
        let presenter = Presenter(1, queue)
        // Its sheet was used before.
        try ask("known", presenter, refusing: nil)
        for number in 0..<15 {
            let copy = try Asking("copy \(number / 3)", queue)
            guard number < 13 else {
                #expect(try copy.code() == 0)
                continue
            }
            _ = try presenter.take()
            copy.hangUp()
            #expect(try copy.code() == 2)
        }
        try ask("known", presenter, refusing: nil)
        for (session, isRoots) in [("", true), ("another", false)] {
            let honest = try Asking("honest", queue, session: session, isRoots: isRoots)
            try presenter.answer(presenter.take().id)
            #expect(try honest.code() == nil)
        }
        clock.now.withLock { $0 += 61 }
        try ask("new here", presenter, refusing: nil)
        try ask("new here", presenter, refusing: nil)
    }

    /// A new session for each copy is no way around that, and keeps no program of root's away.
    @Test func copiesInManySessionsAreOneCrowd() throws {
        let presenter = Presenter(1, queue)
        for number in 0..<37 {
            let copy = try Asking("copy \(number)", queue, session: "\(number)")
            _ = try presenter.take()
            copy.hangUp()
            #expect(try copy.code() == 2)
        }
        #expect(try Asking("copy 37", queue, session: "37").code() == 0)
        let honest = try Asking("honest", queue, session: "38", isRoots: true)
        try presenter.answer(presenter.take().id)
        #expect(try honest.code() == nil)
    }

    @Test func closedPrompterEndsItsSheetWithAnError() throws {
        let presenter = Presenter(1, queue)
        let asking = try Asking("a", queue)
        let (id, _) = try presenter.take()
        queue.removeConnection(101)
        #expect(try asking.code() == 2)
        #expect(throws: KeychainError(.itemNotFound, "")) { try presenter.answer(id) }
    }

    @Test func missingPrompterIsReported() throws {
        #expect(try Asking("a", queue).code() == 2)
        let presenter = Presenter(1, queue)
        #expect(try Asking("a", queue, hasTerminal: false).code() == 2)
        let asking = try Asking("a", queue)
        _ = try presenter.offer()
        queue.removeConnection(1)
        #expect(try asking.code() == 2)
    }

    @Test func anotherScreenGoesBeforeTheTerminalOfTheProgram() throws {
        let (inTerminals, follower) = (Presenter(1, queue), Presenter(2, queue, on: .own))
        let asking = try Asking("a", queue, hasTerminal: false)
        #expect(try follower.offer().inTerminal == false)
        #expect(queue.offers(for: 1).isEmpty)
        try follower.answer(follower.take().id)
        #expect(try asking.code() == nil)
        queue.removeConnection(2)
        let next = try Asking("a", queue)
        #expect(try inTerminals.offer().inTerminal)
        try inTerminals.answer(inTerminals.take().id)
        #expect(try next.code() == nil)
    }

    @Test func sheetIsTakenOnceAndOnlyItsTakerCanAnswer() throws {
        let (presenter, other) = (Presenter(1, queue), Presenter(2, queue))
        let asking = try Asking("a", queue)
        let (id, _) = try presenter.take()
        #expect(throws: KeychainError(.itemNotFound, "")) {
            try queue.take(id, by: 102, of: Self.program("presenter 2"))
        }
        #expect(throws: KeychainError(.itemNotFound, "")) { try other.answer(id) }
        #expect(queue.offers(for: 2).isEmpty && queue.offers(for: 1).first?.isTaken == true)
        let before = queue.offers(for: 1).first?.version
        queue.noteLock()
        #expect(queue.offers(for: 1).first?.version != before)
        try presenter.answer(id)
        #expect(try asking.code() == nil)
    }

    @Test func theEndOfTheAgentEndsAll() throws {
        _ = Presenter(1, queue)
        let asking = try Asking("a", queue)
        while queue.count == 0 { sched_yield() }
        queue.endAll()
        #expect(try asking.code() == 2)
    }
}
