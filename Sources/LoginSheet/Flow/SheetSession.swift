import Dispatch
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
    }

    private struct State {
        var events: [SheetEvent] = []
        var chosenManager: String?
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
        let isKept = state.withLock { state in
            guard state.events.count < Self.mostEvents || event.endsSheet else { return false }
            state.events.append(event)
            return true
        }
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
            guard let event = state.withLock({ $0.events.isEmpty ? nil : $0.events.removeFirst() }) else { continue }
            if event.takesLong { show(Shown(heading: sheet.heading, page: sheet.page, isBusy: true)) }
            sheet.handle(event)
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
