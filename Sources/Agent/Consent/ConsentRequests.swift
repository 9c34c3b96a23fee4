import AgentProtocol
import Authentication
import Foundation
import KeychainServices
import Synchronization

/// Serves the programs that show questions to a person, and send the answers.
struct ConsentRequests {
    let questions: Questions
    let sheets: SheetQueue
    let checker: PasscodeChecker
    /// The queue on which programs that show questions are told of changes.
    private let notices = DispatchQueue(label: "io.github.chatelaine.agent.prompting")

    init(questions: Questions, sheets: SheetQueue, checker: PasscodeChecker) {
        self.questions = questions
        self.sheets = sheets
        self.checker = checker
    }

    // MARK: - Showing

    func listQuestions(for caller: Caller) throws(KeychainError) -> Work {
        try caller.session.requireCommandLine()
        return Work(.immediate, log: .absent) { [questions] _ throws(KeychainError) in
            .message(.questions(questions.list))
        }
    }

    /// Tells a program that shows questions or sheets whenever one comes or goes, until its connection ends.
    ///
    /// - Returns: `nil`: the request is answered at each change.
    func startPrompter(
        _ prompter: WirePrompter, for caller: Caller, _ subscriber: any Subscriber
    ) throws(KeychainError) -> Work? {
        try caller.session.requirePresenter()
        subscriber.begin()
        let id = caller.id
        let tell: @Sendable () -> Void = { [weak questions, weak sheets, notices] in
            guard let questions, let sheets else { return }
            notices.async {
                var list = prompter.hidesQuestions ? WireQuestionList() : questions.list
                list.sheets = sheets.offers(for: id)
                // A program that does not read what it is told keeps others waiting.
                if case .sent = subscriber.send(.questions(list)) { return }
                subscriber.hangUp()
            }
        }
        sheets.addPresenter(id, caller.program, on: SheetQueue.Screens(prompter), tell)
        if prompter.hidesQuestions {
            tell()
        } else {
            // The command line shows sheets in the terminals of others if it shows questions in windows: see “chatelaine prompter”.
            let hasWindows = caller.program.role == .sheetWindow || prompter.showsSheetsInTerminals
            questions.addPrompter(id, caller.program, hasWindows: hasWindows, tell)
        }
        if caller.socket.hasEnded { connectionEnded(id) }
        return nil
    }

    /// Forgets a connection that showed questions or sheets.
    func connectionEnded(_ id: Poller.ID) {
        questions.removePrompter(id)
        sheets.removeConnection(id)
    }

    // MARK: - Answering

    /// Returns the work that hands on an answer.
    ///
    /// - Parameter secret: the passcode, where a yes takes one, or what was typed at a prompt.
    func answerQuestion(
        _ answer: WireQuestionAnswer, _ secret: UnsafeRawBufferPointer, for caller: Caller
    ) throws(KeychainError) -> Work {
        let program = caller.program
        guard program.isCommandLine || program.isPresenter else { throw .onlyTheCommandLine }
        guard secret.count <= PasscodeChecker.longestPasscode else { throw .unreadable("a passcode that is too long") }
        let passcode = SecretHolder(copying: secret)
        let (id, verdict) = (answer.id, answer.verdict)
        let source = questions.source(of: program)
        if let prompt = questions.answering(id, from: source) { return answerPrompt(prompt, verdict, typed: passcode) }
        let isYes = verdict != .deny && verdict != .denyAlways
        if isYes { try questions.requireMayAllow(id, program) }
        var work = Work(.passcodes) { [questions, checker] _ throws(KeychainError) in
            _ = try questions.program(of: id)
            if isYes, try checker.isPasscodeSet {
                try checker.counting(program, from: source) { () throws(KeychainError) in
                    try checker.prove(passcode)
                }
            }
            try questions.answer(id, verdict)
            return .done
        }
        work.source = source
        return work
    }

    /// Returns the work that hands on what a person does at a prompt, and waits until a typed secret was judged.
    private func answerPrompt(
        _ prompt: @escaping @Sendable (PromptAnswer) -> Void, _ verdict: Questions.Verdict, typed: SecretHolder
    ) -> Work {
        Work(.ownThread) { _ throws(KeychainError) in
            switch try PromptVerdict(verdict) {
            case .cancel: prompt(.cancel)
            case .fallBack: prompt(.fallBack)
            case .secret: try submit(typed, to: prompt)
            }
            return .done
        }
    }

    private func submit(
        _ typed: SecretHolder, to prompt: @Sendable (PromptAnswer) -> Void
    ) throws(KeychainError) {
        let judged = DispatchSemaphore(value: 0)
        let outcome = Mutex<AuthenticationError?>(nil)
        prompt(
            .secret(TypedSecret(typed.secret.copy())) { error in
                outcome.withLock { $0 = error }
                judged.signal()
            })
        // The prompt may be gone by now, and with it the thread that judges.
        guard judged.wait(timeout: .now() + .seconds(Int(Questions.timeout))) == .success else {
            throw .noSuchQuestion
        }
        if let error = outcome.withLock({ $0 }) { throw KeychainError(error) }
    }
}

extension SheetQueue.Screens {
    fileprivate init(_ prompter: WirePrompter) {
        self = []
        if prompter.showsSheets { insert(.own) }
        if prompter.showsSheetsInTerminals { insert(.terminals) }
    }
}
