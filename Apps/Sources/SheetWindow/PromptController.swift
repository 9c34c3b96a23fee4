import Foundation
import GtkSupport
import KeychainServices
import LoginSheet
import SheetRelay

/// The part that shows the agent's sheets and questions, and ends the program when none is left.
@MainActor final class PromptController {
    private let application: Application
    private var relay: PromptRelay?
    private var sheets: [SheetWindow] = []
    private let questions = QuestionPresenter()
    /// Whether the agent has rejected this program, or cannot be reached.
    private(set) var hasFailed = false

    init(_ application: Application) { self.application = application }

    func start(showsQuestions: Bool) {
        application.stayWithoutWindow()
        let screen = PromptControllerProxy(self)
        Thread.detachNewThread {
            let failure = Self.run(screen, showsQuestions)
            Task { @MainActor in self.end(failure) }
        }
    }

    /// Listens to the agent, on a thread of its own.
    private nonisolated static func run(_ screen: PromptControllerProxy, _ showsQuestions: Bool) -> KeychainError? {
        do throws(KeychainError) {
            let relay = try PromptRelay(screen) { reason in complain("warning: \(reason)") }
            Task { @MainActor in screen.presenter.use(relay) }
            try relay.run(showsQuestions: showsQuestions)
            return nil
        } catch {
            return error
        }
    }

    private func use(_ relay: PromptRelay) {
        self.relay = relay
        questions.relay = relay
    }

    private func end(_ failure: KeychainError?) {
        if let failure {
            hasFailed = true
            complain(failure.reason)
        }
        application.quit()
    }

    fileprivate func open(_ window: SheetWindow) {
        sheets.append(window)
        window.onClosed = { [weak self] in
            self?.sheets.removeAll { $0 === window }
            self?.endIfIdle()
        }
    }

    fileprivate func show(_ list: [AgentQuestion]) {
        questions.show(list)
        endIfIdle()
    }

    /// Ends the program if nothing is left. A window that shows the failure of a sheet stays until the user has closed it.
    fileprivate func endIfIdle() {
        guard sheets.isEmpty, questions.isEmpty, let relay, !relay.isBusy else { return }
        application.quit()
    }
}

/// The presenter's interface for the threads that listen to the agent.
private final class PromptControllerProxy: PromptPresenter {
    let presenter: PromptController
    init(_ presenter: PromptController) { self.presenter = presenter }

    func present(_ sheet: Sheet, _ placement: SheetPlacement) -> any SheetPresentation {
        let outlet = SheetBridge()
        let session = SheetSession(sheet, show: { outlet.show($0) }, failed: { outlet.show(failure: $0) })
        Task { @MainActor [presenter] in
            let window = SheetWindow(session, placement)
            presenter.open(window)
            outlet.connect(window)
        }
        return session
    }

    func show(_ questions: [AgentQuestion]) { Task { @MainActor [presenter] in presenter.show(questions) } }

    func noteIdle() { Task { @MainActor [presenter] in presenter.endIfIdle() } }
}

/// Writes a line to standard error, for the process that has started the program.
private func complain(_ reason: String) {
    FileHandle.standardError.write(Data("chatelaine-sheet: \(reason)\n".utf8))
}
