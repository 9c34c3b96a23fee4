import AgentClient
import AgentProtocol
import Foundation
import KeychainServices
import LoginSheet
import Secrets
import Synchronization
import VaultClient
import WebsiteMatching

/// The screen for the sheets that programs have requested from the agent, which shows them one at a time.
///
/// Typed text and the vaults' contents stay in this process. The program gets only the picked values, through the agent.
package final class SheetScreen: Sendable {
    /// The screen on which sheets are shown.
    package enum Display: Sendable {
        /// In one terminal, by the descriptors of what is typed and what is shown.
        case here(input: Int32, output: Int32)
        /// The terminal of the requesting program.
        case terminalOfCaller
        /// A window of this process, which the closure makes.
        case window(@Sendable (Sheet, SheetPlacement) -> any SheetPresentation)
    }

    fileprivate struct Shown {
        let id: UInt64
        var version: UInt32
        var isWithdrawn = false
        /// The presentation; `nil` while it is not on the screen.
        var sheet: (any SheetPresentation)?
    }

    fileprivate struct State {
        var offers: [WireSheetOffer] = []
        var shown: Shown?
        var isClosed = false
    }

    private let agent: AgentAdministration
    private let display: Display
    private let complain: @Sendable (String) -> Void
    private let ended: @Sendable (SheetScreen) -> Void
    private let state = Mutex(State())
    /// Tracks the sheets on the screen, until their terminal is restored.
    private let onScreen = DispatchGroup()

    /// Makes a screen.
    ///
    /// - Parameters:
    ///   - agent: the agent, which has the sheets.
    ///   - complain: receives errors in the user's files and those of sheets without an answer, on any thread.
    ///   - ended: called on any thread when a sheet has ended; the default shows the next one.
    package init(
        _ agent: AgentAdministration, _ display: Display, complain: @escaping @Sendable (String) -> Void,
        ended: @escaping @Sendable (SheetScreen) -> Void = { $0.showNext() }
    ) {
        (self.agent, self.display) = (agent, display)
        (self.complain, self.ended) = (complain, ended)
    }

    /// Whether a sheet is on the screen, or about to be.
    package var isBusy: Bool { state.withLock { $0.shown != nil } }

    /// Updates the list of sheets that the agent offers.
    package func update(offers: [WireSheetOffer]) {
        let posted = state.withLock { state -> (any SheetPresentation, SheetEvent)? in
            state.offers = offers
            return state.nextEvent()
        }
        if let (sheet, event) = posted { sheet.post(event) }
    }

    /// Closes the sheet and shows no other. Waits at most two seconds until the terminal is restored.
    package func close() {
        let sheet = state.withLock { state -> (any SheetPresentation)? in
            state.isClosed = true
            return state.shown?.sheet
        }
        sheet?.post(.callerGone)
        _ = onScreen.wait(timeout: .now() + .seconds(2))
    }

    /// Shows the next sheet that the agent offers, unless one is already shown.
    package func showNext() {
        let offer = state.withLock { state -> WireSheetOffer? in
            guard state.shown == nil, !state.isClosed, let offer = state.offers.first(where: { !$0.isTaken }) else {
                return nil
            }
            state.shown = Shown(id: offer.id, version: offer.version)
            return offer
        }
        guard let offer else { return }
        Thread.detachNewThread { [self] in
            var complaint: String?
            do throws(KeychainError) {
                try agent.showSheet(offer.id) { task, secret in run(task, secret) }
            } catch {
                complaint = Self.complaint(about: error)
            }
            let isClosed = state.withLock { state in
                state.shown = nil
                // The offer counts as done until the agent sends it again.
                state.offers.removeAll { $0.id == offer.id }
                return state.isClosed
            }
            // When the agent ends, the screen is closed, and its program says what is to be said.
            if let complaint, !isClosed { complain(complaint) }
            ended(self)
        }
    }

    /// Returns the text about a sheet that could not be shown, or whose answer the agent did not take. `nil` if another program shows it,
    /// or the requesting program has gone: there is nothing to do then.
    static func complaint(about error: KeychainError) -> String? {
        guard error.code != .itemNotFound else { return nil }
        return "a program got no answer from the sheet: \(error.reason)"
    }

    // MARK: - One sheet

    private func run(_ task: WireSheetTask, _ secret: borrowing SecretBytes) -> SheetReply {
        do throws(KeychainError) {
            let request = try SheetRequest(task, secret, in: display.environment)
            let matcher = WebsiteMatcher(sharedDomains: UserSettings.sharedDomains(complain))
            let sheet = Sheet(request, vaults: try AgentVaults.ofUser(forProcessAlone: true), matcher: matcher)
            switch display {
            case .here(let input, let output):
                return run(TerminalSheet(sheet, input: input, output: output), task, matcher)
            case .terminalOfCaller:
                let process = Int32(bitPattern: task.pid)
                guard let terminal = CallerTerminal(device: task.terminal, process: process) else {
                    return SheetReply(refusing: .failedToContact, "the program is not in the foreground of a terminal")
                }
                let shown = TerminalSheet(sheet, input: terminal.descriptor, output: terminal.descriptor)
                return run(shown, task, matcher)
            case .window(let make):
                let placement = SheetPlacement(
                    parent: task.request.parentWindow, activationToken: task.request.activationToken)
                return run(make(sheet, placement), task, matcher)
            }
        } catch {
            return SheetReply(refusing: error.code == .parameter ? .unexpectedData : .failedToContact, error.reason)
        }
    }

    private func run(_ sheet: any SheetPresentation, _ task: WireSheetTask, _ matcher: WebsiteMatcher) -> SheetReply {
        let isLate = state.withLock { state -> Bool in
            guard !state.isClosed, state.shown?.isWithdrawn == false else { return true }
            state.shown?.sheet = sheet
            onScreen.enter()
            return false
        }
        guard !isLate else { return SheetReply(.abandoned, for: task.request) }
        defer {
            state.withLock { $0.shown?.sheet = nil }
            onScreen.leave()
        }
        let outcome = sheet.run()
        if let manager = sheet.chosenManager { UserSettings.choose(manager) }
        let reply = SheetReply(outcome, for: task.request, matcher)
        if case .item = outcome, case .refusal(let refusal)? = reply.message.outcome {
            sheet.show(failure: refusal.reason)
        }
        return reply
    }
}

extension SheetScreen.Display {
    fileprivate var environment: SheetRequest.Environment {
        if case .window = self { .window } else { .terminal }
    }
}

/// The placement of a sheet's window, which the requesting program alone has chosen.
public struct SheetPlacement: Sendable {
    /// The window of that program in the notation of the desktop portals; empty for none.
    public let parent: String
    /// A token of xdg-activation; empty for none.
    public let activationToken: String
}

extension SheetScreen.State {
    /// Returns the event for the sheet that is shown; `nil` if there is none, or if the sheet is not on the screen yet.
    fileprivate mutating func nextEvent() -> (any SheetPresentation, SheetEvent)? {
        guard let current = shown else { return nil }
        guard let offer = offers.first(where: { $0.id == current.id }) else {
            shown?.isWithdrawn = true
            return current.sheet.map { ($0, .callerGone) }
        }
        guard offer.version != current.version else { return nil }
        shown?.version = offer.version
        return current.sheet.map { ($0, .vaultLocked(nil)) }
    }
}
