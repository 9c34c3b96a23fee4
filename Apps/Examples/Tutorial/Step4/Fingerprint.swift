import LocalAuthentication

/// Asks for the fingerprint of the computer's owner.
enum Fingerprint {
    enum Answer {
        case confirmed
        /// The user has closed the prompt, and needs no message about it.
        case cancelled
        case refused(String)
    }

    /// Whether there is a reader, and a finger that it knows.
    static func isAvailable() async -> Bool {
        LAContext().canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: nil)
    }

    static func ask(_ reason: String) async -> Answer {
        // A new context each time: one that has succeeded does not ask again.
        let context = LAContext()
        context.localizedFallbackTitle = ""
        do {
            let isOwner = try await context.evaluatePolicy(
                .deviceOwnerAuthenticationWithBiometrics, localizedReason: reason)
            return isOwner ? .confirmed : .cancelled
        } catch let error as LAError {
            return answer(to: error)
        } catch {
            return .refused(error.localizedDescription)
        }
    }

    private static func answer(to error: LAError) -> Answer {
        switch error.code {
        case .userCancel, .systemCancel, .appCancel: .cancelled
        case .authenticationFailed: .refused("That finger is not one of yours. Log in with your password.")
        case .biometryNotEnrolled: .refused("No finger is enrolled. Run: chatelaine fingerprint enroll")
        case .biometryLockout: .refused("Too many fingers in a row did not match. Log in with your password.")
        case .biometryNotAvailable, .biometryDisconnected: .refused("The fingerprint reader does not answer.")
        default: .refused(error.localizedDescription)
        }
    }
}
