import AgentClient
import AgentProtocol
import ArgumentParser
import Foundation
import KeychainServices
import Secrets
import Synchronization

struct PrompterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "prompter",
        abstract: "Shows the agent's questions in this graphical session, by pinentry.",
        discussion: """
            Runs until the agent ends. The agent accepts it only if nobody but root could have changed this program. What is allowed \
            by it is allowed until the asking program's session ends; “chatelaine approve” can say once or always.

            Example:
              chatelaine prompter
            """
    )

    @Option(help: "The pinentry to use.") var pinentry = "/usr/bin/pinentry"

    func run() throws {
        guard pinentry.hasPrefix("/"), access(pinentry, X_OK) == 0 else {
            throw Failure(
                .failed, "“\(pinentry)” is not there",
                remedy: "install one, such as Debian's pinentry-gnome3, or name it")
        }
        let agent = try AgentSession.administration()
        let screen = PrompterScreen(pinentry: pinentry)
        // Answers take a connection of their own, since this one only listens.
        try agent.showQuestions { questions in
            screen.show(questions)
            return true
        }
    }
}

/// One question at a time on the screen.
private final class PrompterScreen: Sendable {
    private struct State {
        var shown: UInt64?
        var waiting: [WireQuestion] = []
        var dialogue: Pinentry?
    }

    private let pinentry: String
    private let state = Mutex(State())

    init(pinentry: String) { self.pinentry = pinentry }

    /// Takes notice of the questions that wait now. One whose program has gone is taken off the screen.
    func show(_ questions: [WireQuestion]) {
        let gone = state.withLock { state -> Pinentry? in
            state.waiting = questions
            guard let shown = state.shown, !questions.contains(where: { $0.id == shown }) else { return nil }
            return state.dialogue
        }
        gone?.cancel()
        next()
    }

    private func next() {
        let question = state.withLock { state -> WireQuestion? in
            guard state.shown == nil, let first = state.waiting.first else { return nil }
            state.waiting.removeFirst()
            state.shown = first.id
            return first
        }
        guard let question else { return }
        Thread.detachNewThread { [self] in
            ask(question)
            state.withLock { state in
                state.shown = nil
                state.dialogue = nil
            }
            next()
        }
    }

    private func ask(_ question: WireQuestion) {
        guard let agent = try? AgentSession.administration(),
            let dialogue = Pinentry(path: pinentry, seconds: question.remaining)
        else { return }
        state.withLock { $0.dialogue = dialogue }
        var note: String?
        for _ in 1...3 {
            let answer = dialogue.ask(QuestionText.line(question), needsPasscode: question.needsPasscode, error: note)
            do throws(KeychainError) {
                switch answer {
                case .denied: return try agent.answer(question.id, .deny, passcode: SecretBytes(zeros: 0))
                case .allowed(let passcode):
                    return try agent.answer(question.id, .allowSession, passcode: passcode.take())
                }
            } catch {
                guard error.code == .authenticationFailed else { return }
                // Where it has to wait, the advice says how long.
                note = ([error.reason] + (error.passcodeWasNotTried ? [error.remedy ?? ""] : [])).joined(
                    separator: "; ")
            }
        }
        try? agent.answer(question.id, .deny, passcode: SecretBytes(zeros: 0))
    }
}
