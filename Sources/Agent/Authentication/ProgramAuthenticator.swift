import Authentication
import KeychainServices
import LinuxSupport

/// Authenticates a person on behalf of one program. The agent itself has identified the program, and the prompt names it.
struct ProgramAuthenticator: Authenticator {
    let environment: AuthenticationEnvironment
    let program: Program
    /// The program's connection: if it goes, so does the prompt.
    let socket: ClientSocket
    /// A passcode that does not have to be typed again.
    var shown: ShownPasscode?

    func biometry() -> Biometry { environment.equipment.biometry(needsPasscodeFirst: needsPasscodeFirst) }

    var hasOtherPasscode: Bool { environment.accountCheck != nil || environment.ownerCheck != nil }

    /// Whether the passcode comes first, as after a start of the machine (keychain-services 10.3).
    private var needsPasscodeFirst: Bool { environment.checker.isBeforeFirstUnlock }

    func authenticate(_ request: AuthenticationRequest) throws(AuthenticationError) -> AuthenticationProof {
        guard let proof = proofOfShown(for: request.requirement) else { return try ask(request) }
        environment.audit?.note(program, "authentication: passcode, shown before")
        return try request.completing(proof, ask)
    }

    private func proofOfShown(for requirement: AuthenticationRequirement) -> AuthenticationProof? {
        // An account's password that counts as the passcode is asked for itself.
        guard requirement.needsKeychainPasscode || !hasOtherPasscode else { return nil }
        return shown?.proof(for: requirement, lock: environment.admissions.lockCount, now: Clock.sinceBoot)
    }

    private func ask(_ request: AuthenticationRequest) throws(AuthenticationError) -> AuthenticationProof {
        let questions = environment.questions
        guard questions.mayPrompt(program) else { throw .tooOften }
        let watch = HangUpWatch(socket) { request.cancellation.cancel(.systemCancel) }
        defer { watch.end() }
        let prompter = QuestionPrompter(questions: questions, program: program)
        let owner = environment.ownerCheck?(program)
        let own = KeychainPasscodeCheck(
            CountedPasscode(checker: environment.checker, queues: environment.queues, program: program) {
                prompter.answeredFrom ?? program.asProgram
            })
        let evaluation = Evaluation(
            environment.equipment, passcode: environment.accountCheck ?? own, keychainPasscode: own, owner: owner,
            prompter: prompter, program: program.subject.key ?? program.process, needsPasscodeFirst: needsPasscodeFirst)
        do throws(AuthenticationError) {
            let proof = try evaluation.run(request)
            questions.prompted(program, granted: true)
            environment.audit?.note(program, "authentication: \(proof.summary)")
            return proof
        } catch {
            environment.fingers.forgetAllIfLockedOut()
            // A prompt that was never shown does not count as one in vain.
            if error.code != .notInteractive, prompter.hasAsked || owner != nil {
                questions.prompted(program, granted: false)
            }
            environment.audit?.note(program, "authentication", status: KeychainError(error).code.rawValue)
            throw error
        }
    }
}

extension AuthenticationProof {
    /// The means that were shown, for the audit log.
    fileprivate var summary: String {
        var parts: [String] = []
        if biometry != nil { parts.append("fingerprint") }
        if hasShownPasscode { parts.append("passcode") }
        if applicationPassword != nil { parts.append("application password") }
        return parts.joined(separator: ", ")
    }
}

extension AuthenticationError {
    fileprivate static var tooOften: AuthenticationError {
        AuthenticationError(
            .systemCancel, "too many authentication requests of the program have failed",
            remedy: "wait ten minutes, then try again")
    }
}
