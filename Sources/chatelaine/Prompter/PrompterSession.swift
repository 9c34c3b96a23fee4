import AgentClient
import AgentProtocol
import Foundation
import KeychainServices
import LinuxSupport
import Secrets
import SheetRelay
import Synchronization

/// The agent's questions and sheets, shown in windows, by pinentry and in the terminals of the requesting programs.
final class PrompterSession: Sendable {
    private static let usualPinentry = "/usr/bin/pinentry"

    private let agent: AgentAdministration
    private let questions: PrompterScreen?
    private let sheets: SheetScreen
    private let showsQuestions: Bool
    private let showsQuestionsInWindows: Bool
    private let window: PromptWindow?
    private let latest = Mutex(WireQuestionList())

    /// - Parameters:
    ///   - pinentry: the path of the program that shows questions; `nil` for windows or else the usual pinentry.
    ///   - showsQuestions: whether questions are shown, or sheets alone.
    /// - Throws: a `Failure` if nothing here can show questions.
    init(_ agent: AgentAdministration, pinentry: String?, showsQuestions: Bool) throws {
        (self.agent, self.showsQuestions) = (agent, showsQuestions)
        sheets = SheetScreen(agent, .terminalOfCaller) {
            StandardStreams.complain("warning: \(UntrustedText.forTerminal($0))\n")
        }
        let usesWindow = showsQuestions && pinentry == nil
        window = PromptWindow(showsQuestions: usesWindow)
        showsQuestionsInWindows = usesWindow && window != nil
        if showsQuestions, !showsQuestionsInWindows {
            let path = pinentry ?? Self.usualPinentry
            guard path.hasPrefix("/"), access(path, X_OK) == 0 else { throw Failure.noPinentry(path) }
            questions = PrompterScreen(pinentry: path)
        } else {
            questions = nil
        }
    }

    /// Shows questions and sheets until the agent ends.
    func run() throws {
        TerminationHandler.install { [self] in close() }
        defer { close() }
        let prompter = WirePrompter.with {
            ($0.showsSheets, $0.showsSheetsInTerminals, $0.hidesQuestions) = (window != nil, true, !showsQuestions)
        }
        // Answers take a connection of their own, since this one only listens.
        var hasBegun = false
        try agent.showQuestions(prompter) { [self] list in
            if !hasBegun { try StandardStreams.print("shows what the agent asks") }
            hasBegun = true
            latest.withLock { $0 = list }
            questions?.show(list.questions)
            let inTerminals = list.sheets.filter(\.inTerminal)
            sheets.update(offers: inTerminals)
            sheets.showNext()
            let hasQuestions = showsQuestionsInWindows && !list.questions.isEmpty
            let isForWindow = inTerminals.count < list.sheets.count || hasQuestions
            window?.note(hasSomething: isForWindow) { [weak self] in self?.refuseWhatIsForWindow() }
            return true
        }
    }

    private func close() {
        Pinentry.endRunning()
        window?.end()
        sheets.close()
    }

    /// Refuses what the window should have shown, because it could not be shown: no program waits for it in vain.
    private func refuseWhatIsForWindow() {
        let list = latest.withLock { $0 }
        for offer in list.sheets where !offer.inTerminal && !offer.isTaken {
            try? agent.showSheet(offer.id) { _, _ in
                SheetReply(refusing: .failedToContact, "the sheet's window cannot be shown")
            }
        }
        guard showsQuestionsInWindows else { return }
        for question in list.questions {
            try? agent.answer(question.id, .deny, passcode: SecretBytes(zeros: 0))
        }
    }
}

extension Failure {
    fileprivate static func noPinentry(_ path: String) -> Failure {
        Failure(
            .failed, "“\(path)” is not there", remedy: "install one, such as Debian's pinentry-gnome3, or name it")
    }
}
