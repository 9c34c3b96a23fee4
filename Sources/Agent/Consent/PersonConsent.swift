import AccessPolicy
import Foundation
import KeychainServices

/// Asks a person on behalf of a program, and keeps the answer in the policy.
struct PersonConsent: Sendable {
    let questions: Questions
    /// `nil` if every program gets what it asks for, as in tests.
    let policy: PolicyKeeper?
    let checker: PasscodeChecker
    let seen: SeenPrograms
    let admissions: Admissions
    let audit: Auditor?

    /// Asks whether a program may use a group, and keeps the answer as long as that says.
    ///
    /// - Throws: `.missingEntitlement` if not.
    func askForGroup(_ group: String, for program: Program, on socket: ClientSocket) throws(KeychainError) {
        let owner = policy?.document.owner(of: group)?.key
        let verdict = questions.ask(
            .group(group, owner: owner), for: program, on: socket.descriptor, needsPasscode: try checker.isPasscodeSet)
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

    /// Whether a question about a changed program would be shown at once.
    var canAskAboutChange: Bool { questions.hasPrompter }

    /// Asks whether a program that has changed is the one that it was.
    ///
    /// - Throws: `.missingEntitlement` if not.
    func askAboutChange(of program: Program, on socket: ClientSocket) throws(KeychainError) {
        let verdict = questions.ask(
            .change, for: program, on: socket.descriptor, needsPasscode: try checker.isPasscodeSet)
        audit?.note(program, "question: \(verdict)")
        guard verdict == .allowOnce || verdict == .allowSession || verdict == .allowAlways else {
            throw .changed(program.path)
        }
        try policy?.change { document throws(PolicyError) in
            try document.acceptChange(of: program.subject, now: Date())
        }
    }
}

extension KeychainError {
    fileprivate static func refused(_ group: String) -> KeychainError {
        KeychainError(.missingEntitlement, "the user has not allowed the program to use the access group “\(group)”")
    }

    static func changed(_ path: String) -> KeychainError {
        KeychainError(
            .missingEntitlement, "“\(path)”, or a library that it has loaded, is not what it was at its first use",
            remedy: "if you have changed or updated it yourself: chatelaine apps accept “\(path)”")
    }
}
