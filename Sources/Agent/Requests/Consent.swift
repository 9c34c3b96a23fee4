import AccessPolicy
import AgentProtocol
import Authentication
import Foundation
import KeychainServices
import Secrets
import Synchronization

/// Questions to a person, and the answers.
extension AgentServer {
    // MARK: - Asking

    /// What a request for one access group is served with.
    struct GroupAccess {
        let keychain: any KeychainService
        /// The group, if a person has to be asked for it first.
        let asksFor: String?
    }

    /// - Parameter group: what the request names, or nil.
    func access(
        _ session: Connection.Session, to group: String?, writing: Bool
    ) throws(KeychainError) -> GroupAccess {
        let usual = writing ? session.changingKeychain : session.keychain
        // An answer about a vault must not come from a question about an access group.
        guard let group, let policy, !usual.accessGroups.allows(group), !group.hasPrefix(Self.vaultPrefix) else {
            return GroupAccess(keychain: usual, asksFor: nil)
        }
        let program = session.program
        let access = policy.document.access(
            of: program.subject, to: group, writing: writing, session: program.session, now: Date(),
            token: session.token)
        guard access != .deny else { return GroupAccess(keychain: usual, asksFor: nil) }
        let extended = service.with(accessGroups: AccessGroups(usual.accessGroups.names + [group]))
        return GroupAccess(keychain: extended, asksFor: access == .ask ? group : nil)
    }

    /// Asks a person whether a program may use a group, and keeps the answer as long as that says.
    ///
    /// - Throws: `.missingEntitlement` if not.
    func ask(_ program: Program, for group: String, _ connection: Connection) throws(KeychainError) {
        let owner = policy?.document.owner(of: group)?.key
        let verdict = questions.ask(
            .group(group, owner: owner), for: program, on: connection.descriptor, needsPasscode: try needsPasscode())
        audit?.note(program, "question: \(verdict)", group: group)
        switch verdict {
        case .allowOnce: return
        case .allowSession: try keep(.allow, program, group, .session(program.session))
        case .allowAlways: try keep(.allow, program, group, .always)
        case .denyAlways:
            try keep(.deny, program, group, .always)
            throw .refused(group)
        case .deny, .fallBack, .UNRECOGNIZED: throw .refused(group)
        }
    }

    private func keep(
        _ verdict: AccessPolicy.Answer.Verdict, _ program: Program, _ group: String, _ scope: AccessPolicy.Answer.Scope
    ) throws(KeychainError) {
        try policy?.change { document throws(PolicyError) in
            try document.answer(verdict, to: program.subject, for: group, scope, now: Date())
        }
    }

    /// Asks a person whether a program that has changed is the one that it was. Only where somebody would see the question: a
    /// program that runs without a person gets its error at once.
    ///
    /// - Throws: `.missingEntitlement` if not.
    func askAboutChange(_ program: Program, _ connection: Connection) throws(KeychainError) {
        let verdict = questions.ask(
            .change, for: program, on: connection.descriptor, needsPasscode: try needsPasscode())
        audit?.note(program, "question: \(verdict)")
        guard verdict == .allowOnce || verdict == .allowSession || verdict == .allowAlways else {
            throw .changed(program.path)
        }
        try policy?.change { document throws(PolicyError) in
            try document.acceptChange(of: program.subject, now: Date())
        }
    }

    /// Whether a yes takes the passcode.
    func needsPasscode() throws(KeychainError) -> Bool { try service.lockState() != .noPasscode }

    // MARK: - Answering

    func prepareQuestions(_ session: Connection.Session) throws(KeychainError) -> Work {
        guard session.program.isCommandLine else { throw .onlyTheCommandLine }
        return Work(nil, .here) { [questions] _ throws(KeychainError) in .message(.questions(questions.list)) }
    }

    /// - Parameter secret: the passcode, where a yes takes one.
    func prepare(
        _ answer: WireQuestionAnswer, _ secret: UnsafeRawBufferPointer, _ session: Connection.Session
    ) throws(KeychainError) -> Work {
        guard session.program.isCommandLine || session.program.isPresenter else { throw .onlyTheCommandLine }
        guard secret.count <= Self.longestPasscode else { throw .unreadable("a passcode that is too long") }
        let passcode = SecretHolder(SecretBytes(copying: secret))
        let (id, verdict, program) = (answer.id, answer.verdict, session.program)
        if let prompt = questions.answering(id) { return self.answer(verdict, passcode, to: prompt) }
        return Work("answer: \(verdict)", .passcodes) { [self] _ throws(KeychainError) in
            _ = try questions.program(of: id)
            if verdict != .deny, verdict != .denyAlways, try needsPasscode() {
                try counting(program, atPrompt: true) { () throws(KeychainError) in try judge(passcode) }
            }
            try questions.answer(id, verdict)
            return .done
        }
    }

    /// Hands on what a person does at a prompt; an answer that was typed is waited for to be judged.
    private func answer(
        _ verdict: Questions.Verdict, _ typed: SecretHolder, to prompt: @escaping @Sendable (PromptAnswer) -> Void
    ) -> Work {
        Work("answer: \(verdict)", .ownThread) { _ throws(KeychainError) in
            switch verdict {
            case .deny, .denyAlways: prompt(.cancel)
            case .fallBack: prompt(.fallBack)
            case .allowOnce, .allowSession, .allowAlways:
                let judged = DispatchSemaphore(value: 0)
                let outcome = Mutex<AuthenticationError?>(nil)
                prompt(
                    .secret(TypedSecret(typed.secret.copy())) { error in
                        outcome.withLock { $0 = error }
                        judged.signal()
                    })
                // The prompt may be gone by now, with nobody who judges.
                guard judged.wait(timeout: .now() + .seconds(Int(Questions.patience))) == .success else {
                    throw .noSuchQuestion
                }
                if let error = outcome.withLock({ $0 }) { throw KeychainError(error) }
            case .UNRECOGNIZED: throw .unreadable("an unknown answer")
            }
            return .done
        }
    }

    /// Tells a program that shows questions or sheets whenever one comes or goes.
    func startPrompter(
        _ prompter: WirePrompter, _ id: UInt64, _ session: Connection.Session, _ connection: Connection
    ) throws(KeychainError) {
        try requirePrompter(session)
        connections.note(connection.id, .listening)
        let told: @Sendable () -> Void = { [weak self, weak connection] in
            guard let self, let connection else { return }
            prompting.async {
                let list = self.list(of: prompter, for: connection)
                // Who does not read what it is told has others wait to be told.
                guard connection.hasRoom, (try? self.reply(id, .questions(list), to: connection)) != nil else {
                    return connection.hangUp()
                }
            }
        }
        sheets.addPresenter(connection.id, session.program, on: SheetQueue.Screens(prompter), told)
        if prompter.hidesQuestions { told() } else { questions.addPrompter(connection.id, told) }
        forgetIfRemoved(connection.id)
    }

    /// A connection shows nothing any more.
    func forget(_ id: Poller.ID) {
        questions.removePrompter(id)
        sheets.remove(id)
    }

    /// To be called behind what ``forget(_:)`` undoes: another thread may have removed the connection before it was done.
    func forgetIfRemoved(_ id: Poller.ID) { if !connections.contains(id) { forget(id) } }

    private func list(of prompter: WirePrompter, for connection: Connection) -> WireQuestionList {
        var list = prompter.hidesQuestions ? WireQuestionList() : questions.list
        list.sheets = sheets.offers(for: connection.id)
        return list
    }
}

extension SheetQueue.Screens {
    fileprivate init(_ prompter: WirePrompter) {
        self = []
        if prompter.showsSheets { insert(.own) }
        if prompter.showsSheetsInTerminals { insert(.terminals) }
    }
}

extension KeychainError {
    fileprivate static func refused(_ group: String) -> KeychainError {
        KeychainError(.missingEntitlement, "nobody has allowed the program to use the access group “\(group)”")
    }

    static func changed(_ path: String) -> KeychainError {
        KeychainError(
            .missingEntitlement, "“\(path)”, or a library that it has loaded, is not what it was at its first use",
            remedy: "if you have changed or updated it yourself: chatelaine apps accept “\(path)”")
    }
}
