import AgentProtocol
import CLinux
import Glibc
import KeychainServices
import Secrets
import Synchronization

/// Programs that wait for a person to pick, save or change a login, and those who show them a sheet for that.
///
/// The agent shows nothing itself, and never learns what is picked but on its way through: whoever shows sheets fetches them here,
/// and sends what the program is to get. One sheet is shown at a time; the others wait for it. Specified in: Docs/login-sheet.md.
package final class SheetQueue: Sendable {
    /// What a program has asked for.
    final class Request: Sendable {
        let program: Program
        let request: WirePasswordManagerRequest
        /// The second part of its frame.
        let secret: SecretBytes

        init(_ program: Program, _ request: WirePasswordManagerRequest, _ secret: consuming SecretBytes) {
            self.program = program
            self.request = request
            self.secret = secret
        }

        /// By what a person would call it the same program.
        fileprivate var key: String { program.subject.key ?? program.process }
    }

    /// What it gets.
    final class Ending: Sendable {
        let reply: WirePasswordManagerReply
        /// The second part of its frame.
        let secret: SecretBytes

        init(_ reply: WirePasswordManagerReply, _ secret: consuming SecretBytes) {
            self.reply = reply
            self.secret = secret
        }

        /// - Parameter code: as the extension API numbers its errors.
        static func refusal(_ code: UInt32, _ reason: String) -> Ending {
            let refusal = WirePasswordManagerReply.Refusal.with { ($0.code, $0.reason) = (code, reason) }
            return Ending(.with { $0.refusal = refusal }, SecretBytes(zeros: 0))
        }

        /// Whether somebody has seen to it that the program gets what it asked for.
        var isGiven: Bool {
            switch reply.outcome {
            case .login, .fillPlan, .otherManager: true
            case .refusal, nil: false
            }
        }

        /// Whether somebody has said no.
        var isCancel: Bool {
            if case .refusal(let refusal)? = reply.outcome { refusal.code == 0 } else { false }
        }
    }

    /// Where somebody sees sheets.
    struct Screens: OptionSet {
        let rawValue: Int
        /// Where the one who shows them runs.
        static let own = Screens(rawValue: 1)
        /// In the terminals of the programs that ask.
        static let terminals = Screens(rawValue: 2)
    }

    /// Sheets that wait for another to end.
    static let mostWaiting = 4

    private let state = Mutex(State())
    /// In seconds.
    private let clock: @Sendable () -> Double

    /// - Parameter clock: seconds of a clock that nobody sets.
    init(clock: @escaping @Sendable () -> Double = { Clock.secondsSinceBoot }) { self.clock = clock }

    // MARK: - Asking

    /// Waits until somebody has dealt with a sheet; for a thread of its own.
    ///
    /// - Parameter descriptor: the program's connection: if it goes, so does the sheet.
    func show(_ task: Request, on descriptor: Int32) -> Ending {
        let event = clinux_event()
        guard event >= 0 else { return .refusal(2, "the agent has no descriptors left") }
        defer { close(event) }
        let now = clock()
        let admission = state.withLock { $0.admit(task, event, at: now) }
        guard case .success(let id) = admission else {
            guard case .failure(let refused) = admission else { return .gone }
            return refused.ending
        }
        tellPresenters()
        EventWait.wait(for: event, or: descriptor)
        let end = clock()
        let ending = state.withLock { $0.remove(id, at: end) }
        tellPresenters()
        return ending ?? .gone
    }

    /// How many programs wait, that whose sheet is shown among them.
    var count: Int { state.withLock { $0.waiting.count } }

    /// Ends all sheets; the agent ends.
    func endAll() { state.withLock { $0.endAll(.refusal(2, "the agent has ended")) } }

    // MARK: - Showing

    /// Calls `told` whenever something changes from now on, until ``removeConnection(_:)``.
    func addPresenter(_ id: Poller.ID, _ program: Program, on screens: Screens, _ told: @escaping @Sendable () -> Void)
    {
        let others = state.withLock { state in
            defer { state.presenters[id] = Presenter(process: program.process, screens: screens, told: told) }
            return state.presenters.values.map(\.told)
        }
        for told in others { told() }
    }

    /// What there is for one who shows sheets.
    func offers(for id: Poller.ID) -> [WireSheetOffer] { state.withLock { $0.offers(for: id) } }

    /// Gives a sheet to the one who shows it.
    ///
    /// - Throws: `.itemNotFound` if it is not its turn, or another has it.
    func take(_ id: UInt64, by connection: Poller.ID, of program: Program) throws(KeychainError) -> Request {
        let task = state.withLock { state -> Request? in
            guard state.head == id, state.waiting[id]?.taker == nil else { return nil }
            state.waiting[id]?.taker = Taker(connection: connection, process: program.process)
            return state.waiting[id]?.task
        }
        guard let task else { throw .noSuchSheet }
        tellPresenters()
        return task
    }

    /// What is asked for in a sheet that a connection has taken.
    ///
    /// - Throws: `.itemNotFound` if there is no such sheet any more.
    func task(_ id: UInt64, takenBy connection: Poller.ID) throws(KeychainError) -> Request {
        let task = state.withLock { state -> Request? in
            guard let waiting = state.waiting[id], waiting.taker?.connection == connection else { return nil }
            return waiting.ending == nil ? waiting.task : nil
        }
        guard let task else { throw .noSuchSheet }
        return task
    }

    /// - Throws: `.itemNotFound` if there is no such sheet any more.
    func end(_ id: UInt64, takenBy connection: Poller.ID, _ ending: Ending) throws(KeychainError) {
        _ = try task(id, takenBy: connection)
        state.withLock { $0.end(id, ending) }
    }

    /// Whether a program shows a sheet now.
    func isShown(by program: Program) -> Bool {
        state.withLock { $0.waiting.values.contains { $0.ending == nil && $0.taker?.process == program.process } }
    }

    /// Vaults were locked.
    func noteLock() {
        state.withLock { $0.version &+= 1 }
        tellPresenters()
    }

    /// A connection has ended, whatever it was for.
    func removeConnection(_ connection: Poller.ID) {
        let hasChanged = state.withLock { $0.removeConnection(connection) }
        if hasChanged { tellPresenters() }
    }

    private func tellPresenters() {
        for told in state.withLock({ $0.presenters.values.map(\.told) }) { told() }
    }
}

// MARK: - State

extension SheetQueue {
    fileprivate struct Taker {
        let connection: Poller.ID
        let process: String
    }

    fileprivate struct Waiting {
        let task: Request
        /// Signalled when it has ended.
        let event: Int32
        var taker: Taker?
        var ending: Ending?
    }

    fileprivate struct Presenter {
        let process: String
        let screens: Screens
        let told: @Sendable () -> Void
    }

    /// A sheet that is not shown.
    fileprivate struct Refused: Error {
        let ending: Ending
        init(_ code: UInt32, _ reason: String) { ending = .refusal(code, reason) }
    }

    fileprivate struct State {
        var next: UInt64 = 1
        /// By their numbers, which are in the order in which they were asked for.
        var waiting: [UInt64: Waiting] = [:]
        var presenters: [Poller.ID: Presenter] = [:]
        var cancels = SheetCancels()
        var version: UInt32 = 0

        /// The one whose turn it is.
        var head: UInt64? { waiting.filter { $0.value.ending == nil }.keys.min() }

        mutating func admit(_ task: Request, _ event: Int32, at now: Double) -> Result<UInt64, Refused> {
            guard !waiting.values.contains(where: { $0.task.key == task.key }) else {
                return .failure(Refused(2, "a sheet of this program's is open already"))
            }
            guard !cancels.silences(task.key, at: now) else {
                return .failure(Refused(0, "sheets of this program's were closed too often lately"))
            }
            guard waiting.count <= SheetQueue.mostWaiting else {
                return .failure(Refused(2, "too many programs wait for an answer"))
            }
            guard screen(for: task) != nil else { return .failure(.unseen) }
            defer { next &+= 1 }
            waiting[next] = Waiting(task: task, event: event)
            return .success(next)
        }

        /// Where a sheet is shown; nil: nowhere.
        func screen(for task: Request) -> Screens? {
            // Another's screen goes first: a terminal belongs to the program that runs in it.
            if presenters.values.contains(where: { $0.screens.contains(.own) }) { return .own }
            guard task.program.terminal != nil else { return nil }
            return presenters.values.contains { $0.screens.contains(.terminals) } ? .terminals : nil
        }

        mutating func remove(_ id: UInt64, at now: Double) -> Ending? {
            guard let gone = waiting.removeValue(forKey: id) else { return nil }
            if gone.ending?.isGiven == true { cancels.forget(gone.task.key) }
            if gone.taker != nil, gone.ending.map(\.isCancel) ?? true { cancels.note(gone.task.key, at: now) }
            return gone.ending
        }

        func offers(for id: Poller.ID) -> [WireSheetOffer] {
            guard let presenter = presenters[id], let head, let waiting = waiting[head] else { return [] }
            let screen = screen(for: waiting.task)
            let isFor =
                waiting.taker.map { $0.process == presenter.process } ?? screen.map { presenter.screens.contains($0) }
            guard isFor == true else { return [] }
            let offer = WireSheetOffer.with {
                ($0.id, $0.isTaken, $0.version) = (head, waiting.taker != nil, version)
                $0.inTerminal = screen == .terminals
            }
            return [offer]
        }

        mutating func end(_ id: UInt64, _ ending: Ending) {
            guard let event = waiting[id]?.event, waiting[id]?.ending == nil else { return }
            waiting[id]?.ending = ending
            // With the lock held: the one who waits closes the descriptor only after it had the lock.
            clinux_event_signal(event)
        }

        mutating func endAll(_ ending: Ending) { for id in waiting.keys { end(id, ending) } }

        /// - Returns: whether that changes something for others.
        mutating func removeConnection(_ connection: Poller.ID) -> Bool {
            let taken = waiting.filter { $0.value.taker?.connection == connection }
            for id in taken.keys { end(id, .refusal(2, "the sheet has ended without an answer")) }
            guard presenters.removeValue(forKey: connection) != nil else { return !taken.isEmpty }
            for (id, waiting) in waiting where waiting.taker == nil && screen(for: waiting.task) == nil {
                end(id, Refused.unseen.ending)
            }
            return true
        }
    }
}

extension SheetQueue.Refused {
    fileprivate static let unseen = SheetQueue.Refused(
        2,
        "nobody would see the sheet: there is no display and no terminal for it; see share/doc/chatelaine/login-sheet.md, “Who shows it”"
    )
}

extension SheetQueue.Ending {
    fileprivate static var gone: SheetQueue.Ending { .refusal(2, "the program has gone") }
}

extension KeychainError {
    fileprivate static var noSuchSheet: KeychainError {
        KeychainError(.itemNotFound, "there is no such sheet any more, or another shows it")
    }
}
