import AgentProtocol
import Foundation
import KeyManagement
import KeychainServices
import Secrets

/// Requests of the command line to an agent other than keychain operations: access policy, audit log, questions and sheets.
package struct AgentAdministration: Sendable {
    let pool: ConnectionPool

    /// Connects to the user's agent.
    ///
    /// - Returns: `nil` if there is no agent.
    /// - Throws: a `KeychainError` if there is an agent that refuses this program or does not answer correctly.
    package init?(groups: [String] = []) throws(KeychainError) {
        guard let pool = try ConnectionPool.ofUser(groups: groups) else { return nil }
        self.pool = pool
    }

    /// Makes an administration that uses the connections of a keychain, with what was shown on them.
    init(_ pool: ConnectionPool) { self.pool = pool }

    /// Makes an administration of the agent at a socket.
    ///
    /// - Parameter path: the socket of an agent that is running.
    package init(at path: String, groups: [String] = []) { pool = ConnectionPool(path: path, groups: groups) }

    // MARK: - Passcode

    /// Proves that the user of this program knows the passcode. After that this connection, and for a limited time this terminal, can see
    /// all groups and change the policy.
    ///
    /// - Throws: `.authenticationFailed`.
    package func show(passcode: borrowing SecretBytes) throws(KeychainError) {
        try pool.show(passcode: passcode)
    }

    /// Unlocks with a login password, which may differ from the passcode: the agent tries it only while a wrong one causes no delay.
    ///
    /// - Throws: `.authenticationFailed`.
    package func unlock(withLoginPassword password: borrowing SecretBytes) throws(KeychainError) {
        let request = WirePasscode.with {
            $0.operation = .unlock
            $0.firstLength = UInt32(clamping: password.count)
            $0.atLogin = true
        }
        // Sent as a change: repeated after a restart of the agent, the attempt could count twice.
        try password.withUnsafeBytes { (bytes) throws(KeychainError) in
            try pool.perform(.passcode(request), [bytes], isChange: true)
        }
    }

    /// Sets whether the tenth wrong passcode in a row at a prompt erases everything.
    ///
    /// - Throws: `.authenticationFailed`.
    package func setErasesAfterTen(_ erases: Bool, passcode: borrowing SecretBytes) throws(KeychainError) {
        let request = WirePasscode.with {
            $0.operation = erases ? .eraseAfterTenOn : .eraseAfterTenOff
            $0.firstLength = UInt32(clamping: passcode.count)
        }
        try passcode.withUnsafeBytes { (bytes) throws(KeychainError) in
            try pool.perform(.passcode(request), [bytes], isChange: true)
        }
    }

    // MARK: - Policy

    /// Changes the policy.
    ///
    /// - Throws: `.interactionNotAllowed` if the passcode has to be entered first; the error of the policy.
    package func change(_ change: WirePolicyChange.OneOf_Change) throws(KeychainError) {
        try pool.perform(.policyChange(.with { $0.change = change }), isChange: true)
    }

    /// Makes a token.
    ///
    /// - Parameter lifetime: in seconds.
    /// - Returns: the text of the token, which cannot be retrieved later.
    package func makeToken(
        group: String, readOnly: Bool, lifetime: UInt64, label: String
    ) throws(KeychainError) -> Data {
        let request = WirePolicyChange.NewToken.with {
            $0.group = group
            $0.readOnly = readOnly
            $0.lifetime = lifetime
            $0.label = label
        }
        var token = Data()
        try pool.withConnection(isChange: true) { connection in
            try connection.exchange(.policyChange(.with { $0.change = .makeToken(request) }), []) { reply, _, secret in
                guard case .done = reply else { return false }
                token = Data(secret)
                return true
            }
        }
        return token
    }

    /// Returns the contents of the policy.
    package func listing() throws(KeychainError) -> WirePolicyListing {
        try pool.answer(to: .policyListing(.init()), isChange: false) {
            if case .policyListing(let answer) = $0 { answer } else { nil }
        }
    }

    // MARK: - Log

    /// Reads the audit log.
    ///
    /// - Parameters:
    ///   - limit: the number of last records; 0 for all.
    ///   - body: receives each record, the newest last.
    /// - Returns: the result of checking every record.
    package func readLog(limit: UInt64, _ body: (WireLogRecord) throws -> Void) throws(KeychainError) -> WireLogReport {
        var report = WireLogReport()
        try pool.withConnection(isChange: false) { connection in
            try connection.exchange(.readLog(.with { $0.limit = limit }), []) { reply, _, _ in
                switch reply {
                case .logRecord(let record):
                    try body(record)
                    return false
                case .logReport(let answer):
                    report = answer
                    return true
                default: return false
                }
            }
        }
        return report
    }

    // MARK: - Questions

    /// Returns the questions that are waiting for the user.
    package func questions() throws(KeychainError) -> [WireQuestion] {
        try pool.answer(to: .questions(.init()), isChange: false) {
            if case .questions(let answer) = $0 { answer.questions } else { nil }
        }
    }

    /// Answers a question.
    ///
    /// - Parameter passcode: for a yes to a question that needs one.
    /// - Throws: `.authenticationFailed`; `.itemNotFound` if the question is no longer open.
    package func answer(
        _ id: UInt64, _ verdict: WireQuestionAnswer.Verdict, passcode: borrowing SecretBytes
    ) throws(KeychainError) {
        let answer = WireQuestionAnswer.with {
            $0.id = id
            $0.verdict = verdict
        }
        try passcode.withUnsafeBytes { (passcode) throws(KeychainError) in
            try pool.perform(.answer(answer), passcode.isEmpty ? [] : [passcode], isChange: true)
        }
    }

    /// Answers a prompt with something else than a secret.
    ///
    /// - Throws: `.itemNotFound` if the prompt does not wait any more.
    package func answerPrompt(_ id: UInt64, _ verdict: PromptVerdict) throws(KeychainError) {
        try answer(id, verdict.wire, passcode: SecretBytes(zeros: 0))
    }

    /// Sends the secret that a prompt asks for.
    ///
    /// - Throws: `.authenticationFailed` if it is wrong; `.itemNotFound` if the prompt does not wait any more.
    package func submit(_ secret: borrowing SecretBytes, toPrompt id: UInt64) throws(KeychainError) {
        try answer(id, PromptVerdict.secret.wire, passcode: secret)
    }

    /// Is told of every question and sheet that comes or goes, until the agent ends.
    ///
    /// - Parameters:
    ///   - prompter: the prompts that this program can show.
    ///   - body: receives the open questions and sheets; returns whether to continue.
    /// - Throws: `.missingEntitlement` if this program may not show them.
    package func showQuestions(
        _ prompter: WirePrompter = WirePrompter(), _ body: (WireQuestionList) throws -> Bool
    ) throws(KeychainError) {
        try pool.withConnection(isChange: false) { connection in
            try connection.exchange(.prompter(prompter), []) { reply, _, _ in
                guard case .questions(let list) = reply else { return false }
                return try !body(list)
            }
        }
    }

    /// Takes a sheet, shows it, and sends the answer for the program. It uses a separate connection, whose end the agent treats as the end
    /// of the sheet: whatever goes wrong, the program does not wait forever.
    ///
    /// - Parameter body: shows the sheet, which takes as long as the user does.
    /// - Throws: `.itemNotFound` if another program shows it, or the requesting program has gone.
    package func showSheet(
        _ id: UInt64, _ body: (WireSheetTask, borrowing SecretBytes) -> SheetReply
    ) throws(KeychainError) {
        try pool.withNewConnection { connection in
            var task: WireSheetTask?
            var secret = SecretBytes(zeros: 0)
            try connection.exchange(.takeSheet(id), []) { reply, _, part in
                guard case .sheetTask(let answer) = reply else { return false }
                task = answer
                secret = SecretBytes(copying: part)
                return true
            }
            guard let task else { throw KeychainError.unreadable("no sheet") }
            let reply = body(task, secret)
            let end = WireSheetEnd.with { ($0.id, $0.reply, $0.site) = (id, reply.message, reply.site) }
            try reply.secret.withUnsafeBytes { part in
                try connection.exchange(.endSheet(end), part.isEmpty ? [] : [part]) { reply, _, _ in
                    if case .done = reply { true } else { false }
                }
            }
        }
    }
}

/// The reply to the program whose sheet has ended.
package final class SheetReply: Sendable {
    package let message: WirePasswordManagerReply
    /// The second part of the frame.
    package let secret: SecretBytes
    /// The site that the program is known to ask for from now on; empty for none.
    package let site: String

    package init(_ message: WirePasswordManagerReply, _ secret: consuming SecretBytes, site: String = "") {
        self.message = message
        self.secret = secret
        self.site = site
    }
}
