import AgentClient
import AgentProtocol
import Authentication
import Foundation
import Glibc
import KeychainServices
import Secrets
import SheetRelay
import Synchronization

/// Questions of the agent's in this terminal, one at a time, as they come.
final class TerminalQuestions: Sendable {
    private struct State {
        var shown: WireQuestion?
        var prompt: (any OpenPrompt)?
        /// What the agent has told last.
        var questions: [WireQuestion] = []
        /// A signal has come: nothing is opened any more.
        var isEnding = false
    }

    private let agent: AgentAdministration
    private let state = Mutex(State())
    /// Of one terminal, one thing at a time is asked for.
    private let sheets = Mutex<SheetScreen?>(nil)
    private let steps = DispatchQueue(label: "io.github.chatelaine.questions")

    init(_ agent: AgentAdministration) { self.agent = agent }

    /// Runs until the agent ends.
    ///
    /// - Throws: if this program may not show questions, or there is no terminal.
    func run() throws {
        let terminal = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
        guard terminal >= 0 else { throw Self.noTerminal }
        defer { close(terminal) }
        let screen = SheetScreen(
            agent, .here(input: terminal, output: terminal),
            complain: { StandardStreams.complain("warning: \(TerminalText.escape($0))\n") },
            ended: { [self] _ in steps.async { [self] in try? showWhatIsNext() } })
        sheets.withLock { $0 = screen }
        let end: @Sendable () -> Void = { [self] in
            state.withLock { state in
                state.isEnding = true
                return state.prompt.take()
            }?.close()
            screen.close()
        }
        Ending.onSignals(end)
        defer { end() }
        var hasBegun = false
        try agent.showQuestions(.with { $0.showsSheets = true }) { [self] list in
            if !hasBegun { StandardStreams.complain("Questions and sheets are shown here, until ^C.\n") }
            hasBegun = true
            try steps.sync {
                state.withLock { $0.questions = list.questions }
                screen.note(list.sheets)
                try showWhatIsNext()
            }
            return true
        }
    }

    /// A question if there is one, else a sheet; neither takes the terminal away from the other. In the queue of steps alone.
    private func showWhatIsNext() throws {
        guard let screen = sheets.withLock({ $0 }), !screen.isBusy else { return }
        try show(state.withLock { $0.questions })
        if state.withLock({ $0.shown == nil }) { screen.showNext() }
    }

    private static let noTerminal = Failure(
        .usage, "there is no terminal to ask on", remedy: "run it in the foreground of a terminal")

    private func show(_ questions: [WireQuestion]) throws {
        let (shown, prompt) = state.withLock { ($0.shown, $0.prompt) }
        if let shown, let prompt {
            if let same = questions.first(where: { $0.id == shown.id }) {
                state.withLock { $0.shown = same }
                // What is typed stays where only another question has come or gone.
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

    /// Tells the agent, by a connection of its own: the one that listens only listens.
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
                // A prompt says itself what was wrong; of other questions it is said here.
                guard !question.hasAuthentication, error.code == .authenticationFailed else { return }
                state.withLock { $0.prompt }?.show(Prompt(question, note: error.reason))
            }
        }
    }
}

extension Prompt {
    /// A question of the agent's, as a terminal shows it.
    ///
    /// - Parameter note: what went wrong so far.
    fileprivate init(_ question: WireQuestion, note: String? = nil) {
        let wire = question.authentication
        var presentation = wire.presentation.decoded
        // The line says it already, with the program in front.
        presentation.reason = ""
        let kind: Kind =
            switch wire.kind {
            case _ where !question.hasAuthentication: question.needsPasscode ? .passcode : .finger
            case .passcode: .passcode
            case .accountPassword: .accountPassword
            case .newApplicationPassword: .applicationPassword(isNew: true)
            case .applicationPassword: .applicationPassword(isNew: false)
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
