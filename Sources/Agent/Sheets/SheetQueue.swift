import AgentProtocol
import CLinux
import Glibc
import KeychainServices
import LinuxSupport
import Secrets
import Synchronization

/// The queue of requests for a login, each of which waits for a person to pick, save or change one in a sheet.
///
/// The agent shows nothing itself, and sees what is picked only on its way through: the programs that show sheets take the requests from
/// here, and send the outcome for the requesting program. One sheet is shown at a time; the others wait for it. Specified in:
/// Docs/login-sheet.md.
package final class SheetQueue: Sendable {
    /// A request for a login, as the agent has received it.
    final class ReceivedRequest: Sendable {
        let program: Program
        let message: WirePasswordManagerRequest
        /// The second part of its frame.
        let secret: SecretBytes

        init(_ program: Program, _ message: WirePasswordManagerRequest, _ secret: consuming SecretBytes) {
            self.program = program
            self.message = message
            self.secret = secret
        }

        /// An identifier of the program: the same for all its processes.
        var key: String { program.subject.key ?? program.process }

        /// The program as its cancelled sheets are counted.
        var asker: SheetCancels.Asker {
            SheetCancels.Asker(key: key, session: program.session, isRoots: program.subject.strength == .system)
        }
    }

    /// The outcome of a sheet, which the requesting program gets.
    final class Outcome: Sendable {
        let message: WirePasswordManagerReply
        /// The second part of its frame.
        let secret: SecretBytes

        init(_ message: WirePasswordManagerReply, _ secret: consuming SecretBytes) {
            self.message = message
            self.secret = secret
        }

        static func refusal(_ code: RefusalCode, _ reason: String) -> Outcome {
            Outcome(.with { $0.refusal = .init(code, reason) }, SecretBytes(zeros: 0))
        }
    }

    /// The screens on which a program can show sheets.
    struct Screens: OptionSet {
        let rawValue: Int
        /// Its own.
        static let own = Screens(rawValue: 1)
        /// The terminals of the programs that send requests.
        static let terminals = Screens(rawValue: 2)
    }

    /// The most sheets that wait for another to end.
    static let mostWaiting = 4

    private let state = Mutex(State())
    /// In seconds.
    private let clock: @Sendable () -> Double

    /// - Parameter clock: seconds of a clock that cannot be set.
    init(clock: @escaping @Sendable () -> Double = { Clock.secondsSinceBoot }) { self.clock = clock }

    // MARK: - Asking

    /// Waits for the outcome of a sheet; for a thread of its own.
    ///
    /// - Parameter descriptor: the connection of the program: if it goes, so does the sheet.
    func show(_ request: ReceivedRequest, on descriptor: Int32) -> Outcome {
        let event = clinux_event()
        guard event >= 0 else { return .refusal(.failedToContact, "the agent has no descriptors left") }
        defer { close(event) }
        let now = clock()
        let id: UInt64
        switch state.withLock({ $0.admit(request, event, at: now) }) {
        case .success(let number): id = number
        case .failure(let refused): return refused.outcome
        }
        tellPresenters()
        EventWait.wait(for: event, or: descriptor)
        let end = clock()
        let outcome = state.withLock { $0.remove(id, at: end) }
        tellPresenters()
        return outcome ?? .refusal(.failedToContact, "the program has gone")
    }

    /// The number of programs that wait, including the one whose sheet is shown.
    var count: Int { state.withLock { $0.waiting.count } }

    /// Ends all sheets; the agent ends.
    func endAll() { state.withLock { $0.endAll(.refusal(.failedToContact, "the agent has ended")) } }

    // MARK: - Showing

    /// Calls `tell` whenever something changes from now on, until ``removeConnection(_:)``.
    func addPresenter(_ id: Poller.ID, _ program: Program, on screens: Screens, _ tell: @escaping @Sendable () -> Void)
    {
        let others = state.withLock { state in
            defer { state.presenters[id] = Presenter(process: program.process, screens: screens, tell: tell) }
            return state.presenters.values.map(\.tell)
        }
        for tell in others { tell() }
    }

    /// Returns the sheets that a program may show now.
    func offers(for id: Poller.ID) -> [WireSheetOffer] { state.withLock { $0.offers(for: id) } }

    /// Gives a sheet to the program that shows it.
    ///
    /// - Throws: `.itemNotFound` if it is not its turn, or another has it.
    func take(_ id: UInt64, by connection: Poller.ID, of program: Program) throws(KeychainError) -> ReceivedRequest {
        let request = state.withLock { state -> ReceivedRequest? in
            guard state.head == id, state.waiting[id]?.taker == nil else { return nil }
            state.waiting[id]?.taker = Taker(connection: connection, process: program.process)
            return state.waiting[id]?.request
        }
        guard let request else { throw .noSuchSheet }
        tellPresenters()
        return request
    }

    /// Returns the request of a sheet that a connection has taken.
    ///
    /// - Throws: `.itemNotFound` if there is no such sheet any more.
    func request(_ id: UInt64, takenBy connection: Poller.ID) throws(KeychainError) -> ReceivedRequest {
        let request = state.withLock { state -> ReceivedRequest? in
            guard let waiting = state.waiting[id], waiting.taker?.connection == connection else { return nil }
            return waiting.outcome == nil ? waiting.request : nil
        }
        guard let request else { throw .noSuchSheet }
        return request
    }

    /// Ends a sheet that a connection has taken.
    ///
    /// - Throws: `.itemNotFound` if there is no such sheet any more.
    func end(_ id: UInt64, takenBy connection: Poller.ID, _ outcome: Outcome) throws(KeychainError) {
        _ = try request(id, takenBy: connection)
        state.withLock { $0.end(id, outcome) }
    }

    /// Whether a program shows a sheet now.
    func isShown(by program: Program) -> Bool {
        state.withLock { $0.waiting.values.contains { $0.outcome == nil && $0.taker?.process == program.process } }
    }

    /// Notes that vaults were locked.
    func noteLock() {
        state.withLock { $0.version &+= 1 }
        tellPresenters()
    }

    /// Ends the sheets of a connection that has ended, and removes it from the programs that show sheets.
    func removeConnection(_ connection: Poller.ID) {
        let hasChanged = state.withLock { $0.removeConnection(connection) }
        if hasChanged { tellPresenters() }
    }

    private func tellPresenters() {
        for tell in state.withLock({ $0.presenters.values.map(\.tell) }) { tell() }
    }
}

extension KeychainError {
    fileprivate static var noSuchSheet: KeychainError {
        KeychainError(.itemNotFound, "there is no such sheet any more, or another shows it")
    }
}
