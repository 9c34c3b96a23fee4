import AgentClient
import AgentProtocol
import KeychainServices
import LoginSheet
import Secrets
import Synchronization

/// The agent's connection to a program with windows, which shows sheets and questions and sends the user's answers.
///
/// The agent accepts it only from the program that is installed for that. Specified in: Docs/login-sheet.md, “Who shows
/// it”.
public final class PromptRelay: Sendable {
    private let agent: AgentAdministration
    private let presenter: any PromptPresenter
    private let screen: SheetScreen
    private let waiting = Mutex(false)

    /// Connects to the agent.
    ///
    /// - Parameters:
    ///   - presenter: shows sheets and questions.
    ///   - complain: receives errors in the user's files, on any thread.
    /// - Throws: a `KeychainError` if there is no agent.
    public init(
        _ presenter: any PromptPresenter, complain: @escaping @Sendable (String) -> Void
    ) throws(KeychainError) {
        guard let agent = try AgentAdministration() else {
            throw KeychainError(.notAvailable, "there is no agent", remedy: "start it: chatelaine agent")
        }
        (self.agent, self.presenter) = (agent, presenter)
        screen = SheetScreen(agent, .window { presenter.present($0, $1) }, complain: complain) {
            $0.showNext()
            if !$0.isBusy { presenter.noteIdle() }
        }
    }

    /// Shows sheets and questions until the agent ends. The call blocks.
    ///
    /// - Parameter showsQuestions: whether questions are shown, or only sheets.
    /// - Throws: `.missingEntitlement` if the agent does not accept this program.
    public func run(showsQuestions: Bool) throws(KeychainError) {
        defer { screen.close() }
        try agent.showQuestions(.with { ($0.showsSheets, $0.hidesQuestions) = (true, !showsQuestions) }) { list in
            waiting.withLock { $0 = !list.questions.isEmpty }
            screen.update(offers: list.sheets)
            screen.showNext()
            presenter.show(list.questions.map(AgentQuestion.init))
            if !screen.isBusy { presenter.noteIdle() }
            return true
        }
    }

    /// Whether a sheet is shown, or a question waits.
    public var isBusy: Bool { screen.isBusy || waiting.withLock { $0 } }

    /// Sends the user's answer to a question. The call blocks until the agent has checked the answer.
    ///
    /// - Throws: `.authenticationFailed` for a wrong passcode; `.itemNotFound` if the question is no longer open.
    public func answer(_ question: AgentQuestion, _ answer: AgentQuestion.Answer) throws(KeychainError) {
        switch answer {
        case .deny: try agent.answer(question.id, .deny, passcode: SecretBytes(zeros: 0))
        case .fallBack: try agent.answerPrompt(question.id, .fallBack)
        case .allow(let passcode):
            try agent.answer(question.id, .allowSession, passcode: passcode?.take() ?? SecretBytes(zeros: 0))
        case .secret(let secret): try agent.submit(secret.take(), toPrompt: question.id)
        }
    }
}

/// A presenter of sheets and questions. Its functions are called on any thread.
public protocol PromptPresenter: Sendable {
    /// Makes a window for a sheet; it is shown while it runs.
    func present(_ sheet: Sheet, _ placement: SheetPlacement) -> any SheetPresentation
    /// Shows the open questions, and removes all others from the screen.
    func show(_ questions: [AgentQuestion])
    /// Notes that no sheet is shown any more.
    func noteIdle()
}
