import Dispatch
import PasswordVault
import Synchronization

/// A sheet for a window. Events can be posted from any thread, and each state to show is passed to a closure.
///
/// Events are handled in order on the thread that runs the session, since some of them take as long as a key derivation.
public final class SheetSession: SheetPresentation {
    /// The state to show.
    public struct Shown: Sendable {
        /// The heading of every page.
        public let heading: SheetHeading
        /// The current page.
        public let page: SheetPage
        /// Whether an event is being handled, after which the page will change.
        public let isBusy: Bool
        /// Whether the session waits for a fingerprint. Any event ends that wait and is then handled.
        public var waitsForFinger = false
    }

    private struct State {
        var events: [SheetEvent] = []
        var chosenManager: String?
        /// Cancels the wait for a fingerprint, if there is one.
        var stop: FingerprintStop?
    }

    /// The maximum number of queued events, as a limit on impatient input and broken keyboards.
    private static let mostEvents = 256

    private let sheet: Sheet
    private let state = Mutex(State())
    private let arrived = DispatchSemaphore(value: 0)
    private let show: @Sendable (Shown) -> Void
    private let failed: @Sendable (String) -> Void

    /// Makes a session.
    ///
    /// - Parameters:
    ///   - sheet: the sheet in its initial state.
    ///   - show: receives the states to show, on the thread that runs the session.
    ///   - failed: receives, after the end, the reason for which the picked item could not be used.
    public init(
        _ sheet: Sheet, show: @escaping @Sendable (Shown) -> Void,
        failed: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        (self.sheet, self.show, self.failed) = (sheet, show, failed)
    }

    /// The password manager that the user has chosen, available after the end of the session.
    public var chosenManager: String? { state.withLock { $0.chosenManager } }

    /// Queues an event. It can be called from any thread.
    public func post(_ event: SheetEvent) {
        let (isKept, stop) = state.withLock { state in
            guard state.events.count < Self.mostEvents || event.endsSheet else { return (false, state.stop) }
            state.events.append(event)
            return (true, state.stop)
        }
        stop?.stop()
        if isKept { arrived.signal() }
    }

    /// Handles events until the sheet has ended. The call blocks, and may be made only once.
    public func run() -> SheetOutcome {
        // An invalid request is reported to the program that sent it, without a window.
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

    /// Removes and returns the next event to handle.
    private func takeEvent() -> SheetEvent? {
        state.withLock { state in
            guard !state.events.isEmpty else { return nil }
            let event = state.events.removeFirst()
            guard case .showFinger(_, let stop) = event else { return event }
            // The user has done something else meanwhile.
            guard state.events.isEmpty else { return nil }
            state.stop = stop
            return event
        }
    }

    /// Passes on, after the end, the reason for which the picked item could not be used.
    public func show(failure reason: String) { failed(reason) }
}

extension SheetEvent {
    /// Whether handling the event may include a key derivation.
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
