import Foundation
import GtkSupport
import LocalAuthentication

/// The login by fingerprint.
@MainActor final class Fingerprint {
    private nonisolated static let policy = LAPolicy.deviceOwnerAuthenticationWithBiometrics

    /// The outcome of a request for a fingerprint.
    enum Outcome: Equatable {
        case success
        /// A failure, with the message for the user.
        case failure(String)
        /// The request was withdrawn, and needs no message.
        case withdrawn
    }

    private var context: LAContext?

    /// Whether a fingerprint can be requested now. Looks for a reader each time, because one may have been plugged in.
    static func isAvailable() async -> Bool {
        await offMain { LAContext().canEvaluatePolicy(policy, error: nil) }
    }

    /// Requests a fingerprint.
    func ask() async -> Outcome {
        // A context that has succeeded once would succeed again without asking.
        let context = LAContext()
        self.context = context
        defer { if self.context === context { self.context = nil } }
        let obstacle = await offMain { () -> Error? in
            var error: NSError?
            return context.canEvaluatePolicy(Self.policy, error: &error)
                ? nil : error ?? LAError(.invalidContext) as NSError
        }
        if let obstacle {
            return Self.outcome(of: obstacle, otherwise: text("Fingerprints cannot be used."))
        }
        do {
            let reason = text("Log in to TouchMeIn")
            return try await context.evaluatePolicy(Self.policy, localizedReason: reason) ? .success : .withdrawn
        } catch {
            return Self.outcome(of: error, otherwise: text("The fingerprint reader may not be set up."))
        }
    }

    /// Cancels the request.
    func cancel() { context?.invalidate() }

    private static func outcome(of error: Error, otherwise: String) -> Outcome {
        switch (error as? LAError)?.code {
        case .authenticationFailed: .failure(text("There was a problem verifying your identity."))
        case .userCancel: .failure(text("You pressed cancel."))
        case .userFallback: .failure(text("You pressed password."))
        case .biometryNotEnrolled:
            .failure(text("No finger is enrolled. Enrol one with “chatelaine fingerprint enroll”, or in the settings."))
        case .passcodeNotSet: .failure(text("No passcode is set. Set one with “chatelaine passcode set”."))
        case .biometryNotAvailable, .biometryDisconnected:
            .failure(text("There is no fingerprint reader. Connect one, or log in with your password."))
        case .biometryLockout:
            .failure(text("Too many fingers did not match. Enter the keychain’s passcode once: “chatelaine unlock”."))
        case .appCancel: .withdrawn
        default: .failure(otherwise)
        }
    }
}
