import AgentClient
import AgentProtocol
import KeychainServices
import LoginSheet
import Secrets
import Synchronization

/// What a program with windows does for the agent: shows sheets and questions, and sends what a person has said.
///
/// The agent accepts it from the installed program for that only. Specified in: Docs/login-sheet.md, “Who shows it”.
public final class PromptRelay: Sendable {
    private let agent: AgentAdministration
    private let presenter: any PromptPresenter
    private let screen: SheetScreen
    private let waiting = Mutex(false)

    /// - Parameters:
    ///   - presenter: shows what there is.
    ///   - complain: told, from any thread, what is wrong with the user's files.
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

    /// Shows what there is, until the agent ends. Blocks.
    ///
    /// - Parameter showsQuestions: whether questions are shown, or sheets alone.
    /// - Throws: `.missingEntitlement` if the agent does not accept this program.
    public func run(showsQuestions: Bool) throws(KeychainError) {
        defer { screen.close() }
        try agent.showQuestions(.with { ($0.showsSheets, $0.hidesQuestions) = (true, !showsQuestions) }) { list in
            waiting.withLock { $0 = !list.questions.isEmpty }
            screen.note(list.sheets)
            screen.showNext()
            presenter.show(list.questions.map(AgentQuestion.init))
            if !screen.isBusy { presenter.noteIdle() }
            return true
        }
    }

    /// Whether a sheet is shown, or a question waits.
    public var isBusy: Bool { screen.isBusy || waiting.withLock { $0 } }

    /// Sends what somebody has said to a question. Blocks until it was judged.
    ///
    /// - Throws: `.authenticationFailed` for a wrong passcode; `.itemNotFound` if nobody waits for the answer any more.
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

/// Puts sheets and questions onto a screen. Called from any thread.
public protocol PromptPresenter: Sendable {
    /// Makes a window for a sheet; it is shown while it runs.
    func present(_ sheet: Sheet, _ placement: SheetPlacement) -> any SheetPresentation
    /// These questions wait now: all others are to be taken off the screen.
    func show(_ questions: [AgentQuestion])
    /// No sheet is shown any more.
    func noteIdle()
}
