import AgentClient
import AgentProtocol
import Authentication
import Foundation
import Glibc
import KeychainServices
import LinuxSupport
import Secrets
import SheetRelay
import Synchronization

/// The agent's questions in this terminal, one at a time, as they come.
final class TerminalQuestions: Sendable {
    private struct State {
        var shown: WireQuestion?
        var prompt: (any OpenPrompt)?
        /// The agent's latest list of questions.
        var questions: [WireQuestion] = []
        /// Whether a signal has come. No prompt is opened after that.
        var isEnding = false
    }

    private let agent: AgentAdministration
    private let state = Mutex(State())
    /// The sheets of this terminal. It shows one question or one sheet at a time.
    private let sheets = Mutex<SheetScreen?>(nil)
    private let steps = DispatchQueue(label: "io.github.chatelaine.questions")

    init(_ agent: AgentAdministration) { self.agent = agent }

    /// Shows questions and sheets until the agent ends.
    ///
    /// - Throws: if this program may not show questions, or there is no terminal.
    func run() throws {
        let terminal = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
        guard terminal >= 0 else { throw Self.noTerminal }
        defer { close(terminal) }
        let screen = SheetScreen(
            agent, .here(input: terminal, output: terminal),
            complain: { StandardStreams.complain("warning: \(UntrustedText.forTerminal($0))\n") },
            ended: { [self] _ in steps.async { [self] in showWhatIsNextOrSayWhyNot() } })
        sheets.withLock { $0 = screen }
        let end: @Sendable () -> Void = { [self] in
            state.withLock { state in
                state.isEnding = true
                return state.prompt.take()
            }?.close()
            screen.close()
        }
        TerminationHandler.install(end)
        defer { end() }
        var hasBegun = false
        try agent.showQuestions(.with { $0.showsSheets = true }) { [self] list in
            if !hasBegun { StandardStreams.complain("Questions and sheets are shown here, until ^C.\n") }
            hasBegun = true
            try steps.sync {
                state.withLock { $0.questions = list.questions }
                screen.update(offers: list.sheets)
                try showWhatIsNext()
            }
            return true
        }
    }

    /// Shows a question if there is one, else a sheet; neither takes the terminal away from the other. Runs on the queue `steps` only.
    private func showWhatIsNext() throws {
        guard let screen = sheets.withLock({ $0 }), !screen.isBusy else { return }
        try show(state.withLock { $0.questions })
        if state.withLock({ $0.shown == nil }) { screen.showNext() }
    }

    /// The same between two lists of the agent: after the next one, the error ends the program.
    private func showWhatIsNextOrSayWhyNot() {
        do {
            try showWhatIsNext()
        } catch {
            let reason = (error as? Failure)?.reason ?? "\(error)"
            StandardStreams.complain("warning: questions are not shown: \(UntrustedText.forTerminal(reason))\n")
        }
    }

    private static let noTerminal = Failure(
        .usage, "there is no terminal to ask on", remedy: "run it in the foreground of a terminal")

    private func show(_ questions: [WireQuestion]) throws {
        let (shown, prompt) = state.withLock { ($0.shown, $0.prompt) }
        if let shown, let prompt {
            if let same = questions.first(where: { $0.id == shown.id }) {
                state.withLock { $0.shown = same }
                // The typed text stays if only other questions have come or gone.
                if same.authentication.version != shown.authentication.version { prompt.show(Prompt(same)) }
                return
            }
            state.withLock { ($0.shown, $0.prompt) = (nil, nil) }
            prompt.close()
        }
        guard let first = questions.first, !state.withLock({ $0.isEnding }) else { return }
        let id = first.id
        guard let opened = TerminalPrompter().open(Prompt(first), { [self] answer in self.answer(answer, id) }) else {
            throw Self.noTerminal
        }
        state.withLock { ($0.shown, $0.prompt) = (first, opened) }
    }

    /// Sends the answer to the agent on a connection of its own: the first connection only listens.
    private func answer(_ answer: PromptAnswer, _ id: UInt64) {
        Thread.detachNewThread { [self] in
            guard let question = state.withLock({ $0.shown }), question.id == id,
                let agent = try? AgentSession.administration()
            else { return }
            do throws(KeychainError) {
                switch (answer, question.hasAuthentication) {
                case (.cancel, true), (.gone, true): try agent.answerPrompt(id, .cancel)
                case (.fallBack, true): try agent.answerPrompt(id, .fallBack)
                case (.secret(let typed, _), true): try agent.submit(typed.bytes, toPrompt: id)
                case (.cancel, false), (.gone, false): try agent.answer(id, .deny, passcode: SecretBytes(zeros: 0))
                case (.fallBack, false): try agent.answer(id, .allowSession, passcode: SecretBytes(zeros: 0))
                case (.secret(let typed, _), false): try agent.answer(id, .allowSession, passcode: typed.bytes)
                }
            } catch {
                // An authentication prompt gets a message from the agent; other questions get it here.
                let isShown = error.code == .authenticationFailed || error.code == .missingEntitlement
                guard !question.hasAuthentication, isShown else { return }
                state.withLock { $0.prompt }?.show(Prompt(question, note: error.reason))
            }
        }
    }
}

extension Prompt {
    /// Creates a terminal prompt for a question of the agent.
    ///
    /// - Parameter note: the message about the previous attempt.
    fileprivate init(_ question: WireQuestion, note: String? = nil) {
        let wire = question.authentication
        var presentation = wire.presentation.decoded
        // The line of the question has the reason already, after the program's name.
        presentation.reason = ""
        let kind: Kind =
            switch wire.kind {
            case _ where !question.hasAuthentication: question.needsPasscode ? .passcode : .finger
            case .passcode: .passcode
            case .accountPassword: .accountPassword
            case .newApplicationPassword: .applicationPassword(isNew: true)
            case .applicationPassword: .applicationPassword(isNew: false)
            case .masterPassword: .masterPassword
            case .finger, .UNRECOGNIZED: .finger
            }
        if !question.hasAuthentication { (presentation.fallbackTitle, presentation.cancelTitle) = ("Allow", "Deny") }
        self.init(kind, presentation)
        offersFallback = question.hasAuthentication ? wire.offersFallback : !question.needsPasscode
        let notes = [
            QuestionText.line(question), QuestionText.sentence(wire.message), QuestionText.sentence(note ?? ""),
        ]
        message = notes.filter { !$0.isEmpty }.joined(separator: "\r\n")
    }
}
