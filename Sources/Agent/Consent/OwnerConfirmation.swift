import AccessPolicy
import Authentication
import KeychainServices

/// Asks a person whether a program may take what opens or locks everything, in a keychain without a passcode that would prove it: a
/// passcode, a recovery key, or a keychain that brings them along.
///
/// polkit is asked if it is there, else a window of the agent's prompters. Where neither is, nothing can ask, and nothing is asked.
struct OwnerConfirmation: Sendable {
    let questions: Questions
    /// The check that a program's owner is there; `nil` without polkit.
    let ownerCheck: (@Sendable (Program) -> any OwnerCheck)?
    let move: MoveState
    let audit: Auditor?

    /// Whether a person may have to be asked.
    var canAsk: Bool { ownerCheck != nil || questions.hasWindow }

    /// Returns work that derives keys from a passcode, after a person has allowed it.
    func work(
        _ matter: Questions.Matter, for caller: Caller, _ queues: WorkQueues, _ body: @escaping Work.Body
    ) -> Work {
        let source = caller.program.passcodeSource
        return work(matter, for: caller) { progress throws(KeychainError) in
            let result = queues.derived(from: source) {
                Result { () throws(KeychainError) in try body(progress) }
            }
            return try result.get()
        }
    }

    /// Returns work that is done after a person has allowed it.
    ///
    /// - Parameter body: called on a thread of its own.
    func work(_ matter: Questions.Matter, for caller: Caller, _ body: @escaping Work.Body) -> Work {
        let (program, socket) = (caller.program, caller.socket)
        return Work(.ownThread) { progress throws(KeychainError) in
            try confirm(matter, for: program, on: socket) { progress(0, Work.asksPerson) }
            return try body(progress)
        }
    }

    /// Waits for the answer of a person; for a thread of its own.
    ///
    /// - Parameter whenAsking: called when a person is asked; not if nothing can ask.
    /// - Throws: `.userCanceled` if the answer is no, or there was none; `.authenticationFailed` if polkit was not shown the password of
    ///   the account; `.notAvailable` if polkit is there and nothing shows its dialogue.
    func confirm(
        _ matter: Questions.Matter, for program: Program, on socket: ClientSocket, whenAsking: () -> Void
    ) throws(KeychainError) {
        if try !isConfirmedByOwner(matter, program, socket, whenAsking), questions.hasWindow {
            try askInWindow(matter, program, socket, whenAsking)
        }
        // The answer was about one program, and about the keychain of then.
        guard program.witness?.isRunning ?? true else { throw .becameAnother }
        guard !move.isUnderWay else { throw .movingIn }
    }

    private func askInWindow(
        _ matter: Questions.Matter, _ program: Program, _ socket: ClientSocket, _ whenAsking: () -> Void
    ) throws(KeychainError) {
        let verdict = questions.ask(
            matter, for: program, on: socket.descriptor, needsPasscode: false, whenAsking: whenAsking)
        audit?.note(program, "question: \(verdict)")
        switch verdict {
        case .allowOnce, .allowSession, .allowAlways: return
        case .deny, .denyAlways, .fallBack, .UNRECOGNIZED: throw .notConfirmed
        }
    }

    /// - Returns: `false` if there is no polkit.
    private func isConfirmedByOwner(
        _ matter: Questions.Matter, _ program: Program, _ socket: ClientSocket, _ whenAsking: () -> Void
    ) throws(KeychainError) -> Bool {
        guard let ownerCheck else { return false }
        guard questions.mayPrompt(program) else { throw .notConfirmed }
        let cancellation = AuthenticationCancellation()
        let watch = HangUpWatch(socket) { cancellation.cancel(.systemCancel) }
        defer { watch.end() }
        let presentation = AuthenticationPresentation(reason: matter.reason)
        do throws(AuthenticationError) {
            let isThere = try ownerCheck(program).confirmIfPossible(
                presentation, cancellation, whenAsking: whenAsking)
            guard isThere else { return false }
        } catch {
            questions.prompted(program, granted: false)
            audit?.note(program, "authentication", status: KeychainError(error).code.rawValue)
            guard error.code == .notInteractive else { throw KeychainError(error) }
            throw KeychainError(.notAvailable, error.reason, remedy: error.remedy)
        }
        questions.prompted(program, granted: true)
        audit?.note(program, "authentication: owner")
        return true
    }
}

extension Questions.Matter {
    /// The reason in the dialogue of polkit.
    fileprivate var reason: String {
        switch self {
        case .setPasscode: "Set the passcode that opens everything in the keychain"
        case .makeRecoveryKey: "Make a recovery key that opens everything in the keychain"
        case .moveKeychains: "Move keychains to the system service; their passcode and recovery key open everything"
        case .group, .change, .share, .pairBrowser: ""
        }
    }
}

extension KeychainError {
    fileprivate static var notConfirmed: KeychainError {
        KeychainError(
            .userCanceled, "it was not done, because the user was asked and has not allowed it",
            remedy: "run it again, and allow it in the window that asks")
    }
}
