import Dispatch
import PasswordVault
import Synchronization

/// A sheet behind a window: events come from any thread, and each thing to show is handed out.
///
/// Events are handled one after the other on the thread that runs the session, since some of them take as long as deriving a key does.
public final class SheetSession: SheetPresentation {
    /// What is to be shown.
    public struct Shown: Sendable {
        /// What stands above every page.
        public let heading: SheetHeading
        /// What is below.
        public let page: SheetPage
        /// Whether an event is being handled, so that the page is about to change.
        public let isBusy: Bool
        /// Whether a finger is waited for. Any event ends that, and is handled then.
        public var waitsForFinger = false
    }

    private struct State {
        var events: [SheetEvent] = []
        var chosenManager: String?
        /// Ends the waiting for a finger, while that is what the session does.
        var stop: FingerprintStop?
    }

    /// What is kept of an impatient person, or a broken keyboard.
    private static let mostEvents = 256

    private let sheet: Sheet
    private let state = Mutex(State())
    private let arrived = DispatchSemaphore(value: 0)
    private let show: @Sendable (Shown) -> Void
    private let failed: @Sendable (String) -> Void

    /// - Parameters:
    ///   - sheet: in its first state.
    ///   - show: gets what is to be shown, on the thread that runs the session.
    ///   - failed: gets, after the end, why what was picked could not be used.
    public init(
        _ sheet: Sheet, show: @escaping @Sendable (Shown) -> Void,
        failed: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        (self.sheet, self.show, self.failed) = (sheet, show, failed)
    }

    /// The password manager that somebody has chosen, once the session has ended.
    public var chosenManager: String? { state.withLock { $0.chosenManager } }

    /// Has the session handle an event after those that it has already. From any thread.
    public func post(_ event: SheetEvent) {
        let (isKept, stop) = state.withLock { state in
            guard state.events.count < Self.mostEvents || event.endsSheet else { return (false, state.stop) }
            state.events.append(event)
            return (true, state.stop)
        }
        stop?.stop()
        if isKept { arrived.signal() }
    }

    /// Handles events until the sheet has ended. Blocks; called once.
    public func run() -> SheetOutcome {
        // A request that makes no sense is the business of the program that sent it: nobody has to see a window of each.
        if sheet.checked == nil, let outcome = sheet.outcome { return outcome }
        var sheet = sheet
        while true {
            show(Shown(heading: sheet.heading, page: sheet.page, isBusy: false))
            if let outcome = sheet.outcome {
                state.withLock { $0.chosenManager = sheet.chosenManager }
                return outcome
            }
            arrived.wait()
            guard let event = takeEvent() else { continue }
            let waitsForFinger = state.withLock { $0.stop != nil }
            if event.takesLong || waitsForFinger {
                show(
                    Shown(
                        heading: sheet.heading, page: sheet.page, isBusy: event.takesLong,
                        waitsForFinger: waitsForFinger))
            }
            sheet.handle(event)
            state.withLock { $0.stop = nil }
        }
    }

    /// The next event that is to be handled.
    private func takeEvent() -> SheetEvent? {
        state.withLock { state in
            guard !state.events.isEmpty else { return nil }
            let event = state.events.removeFirst()
            guard case .showFinger(_, let stop) = event else { return event }
            // Somebody has gone on meanwhile.
            guard state.events.isEmpty else { return nil }
            state.stop = stop
            return event
        }
    }

    /// Hands out, after the end, why what was picked could not be used.
    public func show(failure reason: String) { failed(reason) }
}

extension SheetEvent {
    /// Whether a key may be derived for it.
    fileprivate var takesLong: Bool {
        switch self {
        case .authenticate, .save: true
        default: false
        }
    }

    fileprivate var endsSheet: Bool {
        switch self {
        case .callerGone, .cancel: true
        default: false
        }
    }
}
