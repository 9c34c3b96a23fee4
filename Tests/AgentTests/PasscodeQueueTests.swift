import AccessPolicy
import Dispatch
import Synchronization
import Testing

@testable import Agent

/// Whose passcode is tried next: the second table in Docs/agent.md, “Who can delay whom”.
@Suite struct PasscodeQueueTests {
    private static func terminal(_ number: Int32) -> PasscodeSource {
        .terminal(TerminalGrant.Terminal(uid: 1000, sessionID: number, leaderStart: 1, device: 1))
    }

    private static func program(_ name: String) -> PasscodeSource { .program(Array(name.utf8), isKnown: true) }

    /// The names of what waits, in the order in which it is done.
    private func order(_ waiting: [(name: String, turn: PasscodeQueue.Turn)]) -> [String] {
        let queue = PasscodeQueue("test")
        let done = Mutex<[String]>([])
        let (isBusy, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        queue.async(PasscodeQueue.Turn(Self.program("first"), isProven: true)) {
            isBusy.signal()
            mayEnd.wait()
        }
        isBusy.wait()
        for (name, turn) in waiting { queue.async(turn) { done.withLock { $0.append(name) } } }
        mayEnd.signal()
        queue.drain(until: .distantFuture)
        return done.withLock { $0 }
    }

    @Test func programsTakeTurns() {
        let flood = PasscodeQueue.Turn(Self.program("flood"), isProven: false)
        let honest = PasscodeQueue.Turn(Self.program("honest"), isProven: false)
        let waiting = Array(repeating: ("flood", flood), count: 94) + [("honest", honest), ("honest", honest)]
        let order = order(waiting)
        #expect(order.count == 96)
        #expect(order.prefix(4) == ["flood", "honest", "flood", "honest"])
    }

    @Test func terminalsTakeTurns() {
        let flood = PasscodeQueue.Turn(Self.terminal(1), isProven: false)
        let honest = PasscodeQueue.Turn(Self.terminal(2), isProven: false)
        let waiting = Array(repeating: ("flood", flood), count: 94) + [("honest", honest)]
        #expect(order(waiting).firstIndex(of: "honest") == 1)
    }

    /// However many terminals a program makes for itself.
    @Test func promptsAndTerminalsOfTheOwnerComeFirst() {
        var waiting: [(name: String, turn: PasscodeQueue.Turn)] = []
        for number in 0..<94 as Range<Int32> {
            waiting.append(("flood", PasscodeQueue.Turn(Self.terminal(number), isProven: false)))
        }
        waiting.append(("prompt", PasscodeQueue.Turn(.prompt, isProven: false)))
        waiting.append(("owner", PasscodeQueue.Turn(Self.terminal(1000), isProven: true)))
        #expect(order(waiting).prefix(2) == ["owner", "prompt"])
    }

    /// The places of the table, in the order in which they are served where they share a queue.
    private static let places: [(name: String, source: PasscodeSource, isProven: Bool)] = [
        ("owner's terminal", terminal(1), true), ("prompt", .prompt, false), ("terminal", terminal(2), false),
        ("program", program("other"), false),
    ]

    /// Each cell: a flood from one place, and one piece of work of another.
    @Test(arguments: 0..<4, 0..<4) func aFloodDelaysItsOwnAndThoseBelow(flooding: Int, waiting: Int) {
        let flood = Self.places[flooding]
        var other = Self.places[waiting]
        // Another source of the same kind, where there can be one.
        if flooding == waiting {
            switch other.source {
            case .terminal: other.source = Self.terminal(9)
            case .program: other.source = Self.program("another")
            case .prompt: break
            }
        }
        let mine = ("mine", PasscodeQueue.Turn(other.source, isProven: other.isProven))
        let theirs = ("flood", PasscodeQueue.Turn(flood.source, isProven: flood.isProven))
        let place = order(Array(repeating: theirs, count: 94) + [mine]).firstIndex(of: "mine")
        // Above it at once; beside it in turn; below it at the end. Prompts are one source.
        let expected = waiting < flooding ? 0 : waiting > flooding || other.name == "prompt" ? 94 : 1
        #expect(place == expected)
    }

    /// Vaults have one queue for persons and programs: the order is the same there.
    @Test func masterPasswordsOfPersonsComeFirst() {
        let places = Self.places
        let queues = WorkQueues { $0 == places[0].source }
        let (isBusy, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        queues.deriveForVault(from: Self.program("first")) {
            isBusy.signal()
            mayEnd.wait()
        }
        isBusy.wait()
        let done = Mutex<[String]>([])
        for (name, source, _) in places.reversed() {
            for _ in 0..<4 { queues.deriveForVault(from: source) { done.withLock { $0.append(name) } } }
        }
        // What is derived for the keychain waits for none of them.
        for (name, source, _) in places { #expect(queues.derived(from: source) { name } == name) }
        mayEnd.signal()
        queues.drainDerivations()
        #expect(done.withLock { $0 } == places.flatMap { Array(repeating: $0.name, count: 4) })
    }

    /// Nor do programs wait for persons.
    @Test func programsDoNotWaitForPersons() {
        let queues = WorkQueues()
        let (isBusy, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        queues.derive(from: Self.terminal(1)) {
            isBusy.signal()
            mayEnd.wait()
        }
        isBusy.wait()
        #expect(queues.derived(from: Self.program("other")) { "done" } == "done")
        mayEnd.signal()
        queues.drainDerivations()
    }

    @Test func theOrderOfOneSourceStays() {
        let turn = PasscodeQueue.Turn(Self.program("one"), isProven: false)
        let names = (0..<20).map(String.init)
        #expect(order(names.map { ($0, turn) }) == names)
    }

    /// Programs have a queue of their own: while one of theirs is being tried, the owner's is not even waiting.
    @Test func personsDoNotWaitForPrograms() {
        let queues = WorkQueues()
        let (isBusy, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        queues.derive(from: Self.program("slow")) {
            isBusy.signal()
            mayEnd.wait()
        }
        isBusy.wait()
        for source in [PasscodeSource.prompt, Self.terminal(1)] {
            #expect(queues.derived(from: source) { "done" } == "done")
        }
        let vault = DispatchSemaphore(value: 0)
        queues.deriveForVault(from: Self.program("another")) { vault.signal() }
        #expect(vault.wait(timeout: .now() + 300) == .success)
        mayEnd.signal()
        queues.drainDerivations()
    }
}
