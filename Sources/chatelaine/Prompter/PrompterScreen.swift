import AgentClient
import AgentProtocol
import Foundation
import KeychainServices
import Secrets
import SheetRelay
import Synchronization

/// The agent's questions on the screen, one at a time, each in a pinentry.
final class PrompterScreen: Sendable {
    private struct State {
        /// The question on the screen, in the version that is shown.
        var shown: WireQuestion?
        var waiting: [WireQuestion] = []
        var dialogue: Pinentry?
    }

    private let pinentry: String
    private let state = Mutex(State())

    /// - Parameter pinentry: path of the program.
    init(pinentry: String) { self.pinentry = pinentry }

    /// Updates the waiting questions. The question on the screen is closed if its program has gone or there is a newer version of it.
    func show(_ questions: [WireQuestion]) {
        let outdated = state.withLock { state -> Pinentry? in
            state.waiting = questions
            guard let shown = state.shown, !questions.contains(where: { $0.saysTheSame(as: shown) }) else { return nil }
            return state.dialogue
        }
        outdated?.cancel()
        next()
    }

    private func next() {
        let question = state.withLock { state -> WireQuestion? in
            guard state.shown == nil, let first = state.waiting.first else { return nil }
            state.shown = first
            return first
        }
        guard let question else { return }
        Thread.detachNewThread { [self] in
            if question.hasAuthentication { authenticate(question) } else { ask(question) }
            state.withLock { state in
                state.shown = nil
                state.dialogue = nil
                // The question counts as answered until the agent reports it again.
                state.waiting.removeAll { $0.saysTheSame(as: question) }
            }
            next()
        }
    }

    /// Opens a dialogue that closes when the question goes away.
    private func open(_ question: WireQuestion) -> Pinentry? {
        guard let dialogue = Pinentry(path: pinentry, seconds: question.remaining) else { return nil }
        let isLate = state.withLock { state in
            state.dialogue = dialogue
            return !state.waiting.contains { $0.saysTheSame(as: question) }
        }
        if isLate { dialogue.cancel() }
        return dialogue
    }

    private func ask(_ question: WireQuestion) {
        guard let agent = try? AgentSession.administration(), let dialogue = open(question) else { return }
        var note: String?
        for _ in 1...3 {
            let answer = dialogue.ask(
                Pinentry.Dialogue(
                    text: QuestionDescription(question).text(), secret: question.needsPasscode ? "Passcode:" : nil,
                    yes: question.needsPasscode ? "Allow for this session" : "Allow", no: "Deny", error: note))
            do throws(KeychainError) {
                switch answer {
                case .denied: return try agent.answer(question.id, .deny, passcode: SecretBytes(zeros: 0))
                case .allowed(let passcode):
                    return try agent.answer(question.id, .allowSession, passcode: passcode.take())
                }
            } catch {
                guard error.code == .authenticationFailed else { return }
                // If the user has to wait, the remedy says how long.
                note = QuestionText.sentence(
                    ([error.reason] + (error.passcodeWasNotChecked ? [error.remedy ?? ""] : [])).joined(separator: "; ")
                )
            }
        }
        try? agent.answer(question.id, .deny, passcode: SecretBytes(zeros: 0))
    }

    /// Answers an authentication prompt. The agent keeps the prompt until the final answer, and reports a wrong attempt in a new version.
    private func authenticate(_ question: WireQuestion) {
        guard let agent = try? AgentSession.administration(), let dialogue = open(question) else { return }
        let answer = dialogue.ask(Pinentry.Dialogue(question))
        // If the question has gone, the dialogue was closed by this program, and its result is not the user's answer.
        guard state.withLock({ $0.waiting.contains { $0.saysTheSame(as: question) } }) else { return }
        switch answer {
        case .denied: try? agent.answerPrompt(question.id, .cancel)
        case .allowed where question.authentication.kind == .finger:
            try? agent.answerPrompt(question.id, .fallBack)
        case .allowed(let secret): try? agent.submit(secret.take(), toPrompt: question.id)
        }
    }
}

extension WireQuestion {
    /// Whether the user would see the same text.
    fileprivate func saysTheSame(as other: WireQuestion) -> Bool {
        id == other.id && authentication.version == other.authentication.version
    }
}

extension Pinentry.Dialogue {
    /// Creates the dialogue of an authentication prompt.
    fileprivate init(_ question: WireQuestion) {
        let prompt = question.authentication
        let message = QuestionText.sentence(prompt.message)
        let (cancel, fallback) = (QuestionText.cancelTitle(prompt), QuestionText.fallbackTitle(prompt))
        text = QuestionDescription(question).text()
        switch prompt.kind {
        case .finger:
            text = QuestionDescription(question).text(message: message)
            heading = "Fingerprint"
            (yes, no) = prompt.offersFallback ? (fallback, cancel) : (cancel, nil)
        case .passcode, .accountPassword, .applicationPassword, .newApplicationPassword, .masterPassword, .UNRECOGNIZED:
            secret = prompt.kind == .passcode ? "Passcode:" : "Password:"
            isNew = prompt.kind == .newApplicationPassword
            (yes, no) = ("OK", cancel)
            error = message.isEmpty ? nil : message
        }
    }
}
