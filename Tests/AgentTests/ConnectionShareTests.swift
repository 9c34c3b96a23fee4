import Agent
import AgentProtocol
import Foundation
import Glibc
import KeychainServices
import TestSupport
import Testing

/// Who gets a place when there are not enough.
@Suite struct ConnectionShareTests {
    private typealias Owner = ConnectionShares.Owner

    private static func limits(_ all: Int, ofProcess: Int = 96) -> ConnectionShares.Limits {
        var limits = ConnectionShares.Limits(all: all)
        limits.ofProcess = ofProcess
        return limits
    }

    private var shares = ConnectionShares(Self.limits(10))
    private var last: UInt64 = 0

    /// One more connection, which greets and rests.
    @discardableResult
    private mutating func connect(_ owner: Owner) -> (id: UInt64, admission: ConnectionShares.Admission) {
        last += 1
        let admission = shares.admit(last, of: owner, now: last)
        shares.note(last, .atRest, now: last)
        return (last, admission)
    }

    private let editor = Owner(session: 1, process: 10)
    private let mail = Owner(session: 2, process: 20)

    @Test mutating func aProcessHasNoMoreThanItsOwn() {
        shares = ConnectionShares(Self.limits(10, ofProcess: 3))
        for _ in 0..<3 { #expect(connect(editor).admission == .admitted) }
        #expect(connect(editor).admission == .refused)
        #expect(connect(mail).admission == .admitted)
        shares.remove(1)
        #expect(connect(editor).admission == .admitted)
    }

    /// Children have numbers of their own, and the session of their parent.
    @Test mutating func treeOfProcessesTakesNoOtherProgramsPlace() {
        let kept = (0..<3).map { _ in connect(mail).id }
        var gone: [UInt64] = []
        for child in 100..<200 {
            let admission = connect(Owner(session: 1, process: Int32(child))).admission
            if case .inPlace(let id) = admission { gone.append(id) }
        }
        #expect(Set(gone).isDisjoint(with: kept))
        #expect(gone.count == 93)
        // Who comes from elsewhere gets in, until both have as many.
        for _ in 0..<2 {
            guard case .inPlace(let id) = connect(mail).admission else {
                Issue.record("kept out")
                return
            }
            #expect(!kept.contains(id))
        }
        #expect(connect(mail).admission == .refused)
    }

    /// Each begins a session of its own, and has one connection.
    @Test mutating func endlessSessionsKeepNoOtherProgramOut() {
        for number in 100..<200 { connect(Owner(session: Int32(number), process: Int32(number))) }
        let first = connect(mail)
        #expect(first.admission == .inPlace(of: 91))
        // A second would be more than anybody has.
        #expect(connect(mail).admission == .refused)
    }

    @Test mutating func withinASessionTheProcessWithMostGivesWay() {
        connect(Owner(session: 1, process: 11))
        connect(Owner(session: 1, process: 12))
        for _ in 0..<8 { connect(editor) }
        #expect(connect(Owner(session: 1, process: 13)).admission == .inPlace(of: 3))
        #expect(connect(editor).admission == .refused)
    }

    @Test mutating func busyConnectionsAreClosedLast() {
        for _ in 0..<10 { connect(editor) }
        for id in 1...3 { shares.note(UInt64(id), .busy, now: 20) }
        shares.note(4, .listening, now: 21)
        shares.note(4, .busy, now: 22)
        shares.note(4, .atRest, now: 23)
        shares.note(10, .greeting, now: 24)
        shares.note(5, .atRest, now: 25)
        // Five are left to the other: then both have as many.
        let order = (0..<5).map { _ in connect(mail).admission }
        #expect(order == [6, 7, 8, 9, 5].map { .inPlace(of: $0) })
    }

    @Test mutating func closedConnectionsFreeTheirShare() {
        for _ in 0..<10 { connect(editor) }
        for id in 1...10 { shares.remove(UInt64(id)) }
        shares.remove(1)
        for _ in 0..<10 { #expect(connect(mail).admission == .admitted) }
    }

    // MARK: - Through an agent

    /// All places are one process's, and another one is served.
    @Test func anotherProgramGetsIn() throws {
        let directory = try TemporaryDirectory()
        let agent = try TestAgent(in: directory) { $0.connections.all = 8 }
        let ours = try (0..<8).map { _ in try agent.welcomedClient() }
        // An equal share: no other program gives way to the one that has them all.
        #expect(try RawClient(agent.socketPath).isHungUp())
        for client in ours { #expect(try client.ask(.lockState(.init())).reply.lockState.state == 0) }
        let other = try AgentProcess.run(Built.chatelaine, ["whoami"], home: directory.path)
        #expect(other.status == 0, "\(other.text)")
        var watched = ours.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
        try #require(poll(&watched, nfds_t(watched.count), 60_000) > 0)
        // Those that have not been used for longest, one for each connection of the other.
        let gone = watched.indices.filter { watched[$0].revents != 0 }
        #expect(!gone.isEmpty && gone.count < 4)
        #expect(gone == Array(0..<gone.count))
        for client in ours.dropFirst(gone.count) {
            #expect(try client.ask(.lockState(.init())).reply.lockState.state == 0)
        }
    }
}

/// Real processes: a shell in a session of its own whose children each keep a connection.
@Suite struct ConnectionTreeTests {
    private static let children = 12

    /// Each child asks once, says what it got, and stays until the shell's standard input ends.
    private static let script = """
        exec 3<&0
        i=0
        while [ $i -lt $1 ]; do
            { echo; cat <&3 >/dev/null; } | "$0" repeat count - tree child &
            i=$((i + 1))
        done
        exec cat <&3 >/dev/null
        """

    @Test func forkingTreeTakesNoOtherProgramsPlace() throws {
        let directory = try TemporaryDirectory()
        let agent = try TestAgent(in: directory) { $0.connections.all = 8 }
        let ours = try (0..<3).map { _ in try agent.welcomedClient() }
        let process = try ChildProcess(
            ["/bin/sh", "-c", Self.script, Built.probe, "\(Self.children)"],
            variables: AgentProcess.environment(home: directory.path), input: .piped, leadsSession: true)
        defer {
            process.closeInput()
            process.wait()
        }
        // “ready” from each, and what it got. Those that came later got in as well, in the place of their own kind; who was in
        // the middle of its greeting then is told that there is no agent.
        var said: [String] = []
        while said.count < 2 * Self.children { try said.append(#require(process.line(), "\(said)")) }
        #expect(said.count { $0 == "0" } >= 5, "\(said)")
        // Who was there is served, and who comes from elsewhere.
        for client in ours { #expect(try client.ask(.lockState(.init())).reply.lockState.state == 0) }
        #expect(try agent.isServing())
    }
}

/// The time that the agent waits for a slow program.
@Suite struct SendTimeoutTests {
    private let ours: RawClient
    private let theirs: RawClient

    init() throws {
        let ends = try DescriptorPair()
        (ours, theirs) = (RawClient(descriptor: ends.first), RawClient(descriptor: ends.second))
    }

    private static let second: UInt64 = 1_000_000_000

    private func send(_ size: Int, _ timeout: SendTimeout) throws {
        let message = [UInt8](repeating: 7, count: size)
        try message.withUnsafeBytes { try FrameSender.send($0, [], to: ours.descriptor, timeout) }
    }

    /// A clock of the test's own: nothing waits.
    @Test func oneByteEvery29SecondsIsTooSlow() throws {
        var waits = 0
        let timeout = SendTimeout(nanoseconds: 30 * Self.second) { [theirs] _, nanoseconds in
            waits += 1
            var byte: UInt8 = 0
            recv(theirs.descriptor, &byte, 1, 0)
            return min(29 * Self.second, nanoseconds)
        }
        #expect(throws: FrameError.tooSlow) { try send(4 << 20, timeout) }
        #expect(waits == 2)
    }

    /// Every frame in less than the time, and all of them never.
    @Test func theFramesOfAnAnswerCountTogether() throws {
        let timeout = SendTimeout(nanoseconds: 30 * Self.second) { [theirs] _, nanoseconds in
            guard nanoseconds >= 9 * Self.second else { return nanoseconds }
            var buffer = [UInt8](repeating: 0, count: 1 << 20)
            recv(theirs.descriptor, &buffer, buffer.count, 0)
            return 9 * Self.second
        }
        var frames = 0
        #expect(throws: FrameError.tooSlow) {
            while frames < 100 {
                try send(300_000, timeout)
                frames += 1
            }
        }
        #expect((1...5).contains(frames))
    }

    /// A MiB in a second is fast enough, also for an answer that takes minutes.
    @Test func steadyReaderGetsTheWholeAnswer() throws {
        var waited: UInt64 = 0
        let timeout = SendTimeout(nanoseconds: 30 * Self.second) { [theirs] _, _ in
            var buffer = [UInt8](repeating: 0, count: 1 << 20)
            let took = recv(theirs.descriptor, &buffer, buffer.count, 0)
            let time = UInt64(max(took, 0)) * 900
            waited += time
            return time
        }
        for _ in 0..<16 { try send(16 << 20, timeout) }
        #expect(waited > 120 * Self.second)
    }

    @Test func closedConnectionIsNotWaitedFor() throws {
        shutdown(theirs.descriptor, Int32(SHUT_RDWR))
        #expect(throws: FrameError.closed) { try send(4 << 20, SendTimeout(nanoseconds: .max)) }
    }

    /// The agent hangs up on who takes nothing, and its thread is free.
    @Test func clientThatReadsNothingIsDisconnected() throws {
        let agent = try TestAgent { $0.replyTime = 20_000_000 }
        // Not by a client, which gets it back and may take its time for that.
        try agent.served.with(accessGroups: AccessGroups([TestAgent.group])).add(
            "long", String(repeating: "s", count: 4 << 20))
        let client = try agent.welcomedClient()
        let search = WireSearch.with {
            $0.query.itemClass = "genp"
            $0.parts = 2
        }
        try client.send(.search(search), id: 1)
        // It is told without reading: an end that is closed in both directions.
        var watched = pollfd(fd: client.descriptor, events: 0, revents: 0)
        #expect(poll(&watched, 1, 60_000) == 1)
        #expect(watched.revents & Int16(POLLHUP) != 0)
        #expect(try agent.isServing())
    }
}
