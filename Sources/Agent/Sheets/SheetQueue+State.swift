import AgentProtocol
import CLinux

extension SheetQueue {
    /// The program that shows a sheet.
    struct Taker {
        let connection: Poller.ID
        let process: String
    }

    /// A request that waits, or whose sheet is shown.
    struct Waiting {
        let request: ReceivedRequest
        /// An eventfd(2) that is signalled when there is an outcome.
        let event: Int32
        var taker: Taker?
        var outcome: Outcome?
    }

    /// A program that can show sheets.
    struct Presenter {
        let process: String
        let screens: Screens
        let tell: @Sendable () -> Void
    }

    /// A sheet that is not shown.
    struct Refused: Error {
        let outcome: Outcome

        init(_ code: RefusalCode, _ reason: String) { outcome = .refusal(code, reason) }

        static let unseen = Refused(
            .failedToContact,
            """
            the sheet cannot be shown: there is no display and no terminal for it; \
            see share/doc/chatelaine/login-sheet.md, “Who shows it”
            """)
    }

    /// The requests, and the programs that can show sheets.
    struct State {
        var next: UInt64 = 1
        /// By their numbers, which are in the order of their arrival.
        var waiting: [UInt64: Waiting] = [:]
        var presenters: [Poller.ID: Presenter] = [:]
        var cancels = SheetCancels()
        /// Incremented at every lock of vaults.
        var version: UInt32 = 0

        /// The request whose turn it is.
        var head: UInt64? { waiting.filter { $0.value.outcome == nil }.keys.min() }

        mutating func admit(_ request: ReceivedRequest, _ event: Int32, at now: Double) -> Result<UInt64, Refused> {
            guard !waiting.values.contains(where: { $0.request.key == request.key }) else {
                return .failure(Refused(.failedToContact, "a sheet of this program's is open already"))
            }
            guard !cancels.silences(request.asker, at: now) else {
                return .failure(Refused(.cancelledByUser, "sheets of this program's were closed too often lately"))
            }
            guard waiting.count <= SheetQueue.mostWaiting else {
                return .failure(Refused(.failedToContact, "too many programs wait for an answer"))
            }
            guard screen(for: request) != nil else { return .failure(.unseen) }
            cancels.noteSheet(of: request.asker, at: now)
            defer { next &+= 1 }
            waiting[next] = Waiting(request: request, event: event)
            return .success(next)
        }

        /// Returns the screen on which a sheet is shown; `nil` for none.
        func screen(for request: ReceivedRequest) -> Screens? {
            // A screen of another program goes first: a terminal belongs to the program that runs in it.
            if presenters.values.contains(where: { $0.screens.contains(.own) }) { return .own }
            guard request.program.terminal != nil else { return nil }
            return presenters.values.contains { $0.screens.contains(.terminals) } ? .terminals : nil
        }

        mutating func remove(_ id: UInt64, at now: Double) -> Outcome? {
            guard let gone = waiting.removeValue(forKey: id) else { return nil }
            if gone.outcome?.message.isGiven == true { cancels.forget(gone.request.asker) }
            if gone.taker != nil, gone.outcome?.message.isCancel ?? true { cancels.note(gone.request.asker, at: now) }
            return gone.outcome
        }

        func offers(for id: Poller.ID) -> [WireSheetOffer] {
            guard let presenter = presenters[id], let head, let waiting = waiting[head] else { return [] }
            let screen = screen(for: waiting.request)
            let isFor =
                waiting.taker.map { $0.process == presenter.process } ?? screen.map { presenter.screens.contains($0) }
            guard isFor == true else { return [] }
            let offer = WireSheetOffer.with {
                ($0.id, $0.isTaken, $0.version) = (head, waiting.taker != nil, version)
                $0.inTerminal = screen == .terminals
            }
            return [offer]
        }

        mutating func end(_ id: UInt64, _ outcome: Outcome) {
            guard let event = waiting[id]?.event, waiting[id]?.outcome == nil else { return }
            waiting[id]?.outcome = outcome
            // With the lock held: the waiting thread closes the descriptor only after it had the lock.
            clinux_event_signal(event)
        }

        mutating func endAll(_ outcome: Outcome) { for id in waiting.keys { end(id, outcome) } }

        /// - Returns: whether that changes something for others.
        mutating func removeConnection(_ connection: Poller.ID) -> Bool {
            let taken = waiting.filter { $0.value.taker?.connection == connection }
            for id in taken.keys {
                end(id, .refusal(.failedToContact, "the sheet has ended without an answer"))
            }
            guard presenters.removeValue(forKey: connection) != nil else { return !taken.isEmpty }
            for (id, waiting) in waiting where waiting.taker == nil && screen(for: waiting.request) == nil {
                end(id, Refused.unseen.outcome)
            }
            return true
        }
    }
}
