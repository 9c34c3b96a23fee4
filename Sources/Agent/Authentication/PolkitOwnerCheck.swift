import Authentication
import KeychainServices
import LinuxSupport
import PolicyKit

/// Asks polkit for the password of the account: no program of the user can answer that dialogue for the user.
///
/// Specified in: Docs/agent.md, “Who confirms”.
package struct PolkitOwnerCheck: OwnerCheck {
    private let polkit: PolkitAuthority
    private let program: Program

    /// - Parameters:
    ///   - polkit: the same for all programs of a user: it remembers the last answers.
    ///   - program: the program that the dialogue names.
    package init(_ polkit: PolkitAuthority, for program: Program) {
        self.polkit = polkit
        self.program = program
    }

    package func confirm(
        _ presentation: AuthenticationPresentation, _ cancellation: AuthenticationCancellation
    ) throws(AuthenticationError) {
        if let error = try ask(presentation, cancellation, whenAsking: {}) {
            throw AuthenticationError(error, cancelledBecause: cancellation.cause)
        }
    }

    package func confirmIfPossible(
        _ presentation: AuthenticationPresentation, _ cancellation: AuthenticationCancellation, whenAsking: () -> Void
    ) throws(AuthenticationError) -> Bool {
        guard let error = try ask(presentation, cancellation, whenAsking: whenAsking) else { return true }
        guard error.kind == .unavailable else {
            throw AuthenticationError(error, cancelledBecause: cancellation.cause)
        }
        return false
    }

    /// - Returns: the reason why polkit has not confirmed it; `nil` if it has.
    private func ask(
        _ presentation: AuthenticationPresentation, _ cancellation: AuthenticationCancellation, whenAsking: () -> Void
    ) throws(AuthenticationError) -> PolkitError? {
        guard let start = program.startTime else {
            throw AuthenticationError(.systemCancel, "it is not known when the program was started")
        }
        let process = RequestingProcess(
            pid: program.credentials.pid, startTime: start, uid: program.credentials.uid, program: program.process)
        let question = PolkitQuestion(
            program: program.path, reason: presentation.reason, reuse: presentation.reuse)
        let polkitCancellation = Cancellation()
        cancellation.onCancel { polkitCancellation.cancel() }
        do throws(PolkitError) {
            try polkit.confirm(process, question, polkitCancellation, whenAsking: whenAsking)
        } catch {
            return error
        }
        // The dialogue named one program; the process may have become another, which keeps number and start.
        guard program.witness?.isRunning ?? true else {
            throw AuthenticationError(.systemCancel, "the program was replaced by another one while the user was asked")
        }
        return nil
    }
}

extension AuthenticationError {
    fileprivate init(_ error: PolkitError, cancelledBecause cause: Code?) {
        let code: Code =
            switch error.kind {
            case .dismissed: .userCancel
            case .refused: .authenticationFailed
            case .noAuthenticationAgent, .unavailable, .untrusted: .notInteractive
            case .cancelled: cause ?? .systemCancel
            case .timedOut, .programIsGone: .systemCancel
            }
        self.init(code, error.reason, remedy: error.remedy)
    }
}
