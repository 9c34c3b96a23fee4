import AgentClient
import Authentication
import Foundation
import KeychainServices
import LocalAuthentication
import Secrets
import Security

/// The session of an `LAContext`: a context of the keychain's, in the agent if there is one, else in this process.
final class KeychainAuthenticationSession: AuthenticationSession, @unchecked Sendable {
    // Sendable: its only mutable state is that of the context, which protects it itself.
    let context = AuthenticationContext(authenticator: ProcessAuthenticator.shared)

    func availability(of policy: LAPolicy) -> Availability {
        let factors: AvailableFactors
        do throws(KeychainError) {
            factors = try Keychain.current().service().availableFactors(of: context)
        } catch {
            return Availability(failure: AuthenticationFailure(AuthenticationError(error)))
        }
        guard let policy = AuthenticationPolicy(rawValue: policy.rawValue) else {
            return Availability(failure: AuthenticationFailure(.companionNotAvailable))
        }
        return Availability(
            failure: factors.failure(of: policy).map { AuthenticationFailure($0) },
            biometryType: factors.hasReader ? .touchID : .none,
            domainState: policy.requirement.factors.contains(.biometry) ? factors.biometry.enrolledSet : nil)
    }

    func evaluate(
        _ policy: LAPolicy, _ presentation: PromptTexts, _ cancellation: EvaluationCancellation
    ) -> AuthenticationFailure? {
        guard let policy = AuthenticationPolicy(rawValue: policy.rawValue) else {
            return AuthenticationFailure(.companionNotAvailable)
        }
        return show(.policy(policy), presentation, cancellation)
    }

    func evaluate(
        _ control: SecAccessControl, for operation: LAAccessControlOperation, _ presentation: PromptTexts,
        _ cancellation: EvaluationCancellation
    ) -> AuthenticationFailure? {
        do throws(KeychainError) {
            return show(.accessControl(try AccessControl(control)), presentation, cancellation)
        } catch {
            return AuthenticationFailure(AuthenticationError(error))
        }
    }

    /// Sets the texts of prompts from now on.
    func setPromptTexts(_ presentation: PromptTexts) {
        context.presentation = AuthenticationPresentation(
            reason: presentation.reason, cancelTitle: presentation.cancelTitle,
            fallbackTitle: presentation.fallbackTitle, reuse: context.presentation.reuse)
    }

    private func show(
        _ demand: AuthenticationDemand, _ presentation: PromptTexts, _ cancellation: EvaluationCancellation
    ) -> AuthenticationFailure? {
        setPromptTexts(presentation)
        let evaluationCancellation = AuthenticationCancellation()
        return cancellation.withHandler(onCancel: { evaluationCancellation.cancel(.appCancel) }) {
            do throws(KeychainError) {
                try Keychain.current().service().show(demand, in: context, evaluationCancellation)
                return nil
            } catch {
                return AuthenticationFailure(AuthenticationError(error))
            }
        }
    }

    func setCredential(_ credential: Data?, type: LACredentialType) -> Bool {
        guard type == .applicationPassword else { return false }
        let password: SecretBytes? = if let credential { SecretBytes(copying: credential) } else { nil }
        return (try? context.setApplicationPassword(password)) != nil
    }

    func isCredentialSet(_ type: LACredentialType) -> Bool {
        type == .applicationPassword && context.applicationPassword != nil
    }

    var allowableReuseDuration: TimeInterval {
        get { context.presentation.reuse }
        set {
            let shown = context.presentation
            context.presentation = AuthenticationPresentation(
                reason: shown.reason, cancelTitle: shown.cancelTitle, fallbackTitle: shown.fallbackTitle,
                reuse: newValue)
        }
    }

    var interactionNotAllowed: Bool {
        get { context.interactionNotAllowed }
        set { context.interactionNotAllowed = newValue }
    }

    func invalidate() { context.invalidate() }
}

extension AvailableFactors {
    fileprivate var hasReader: Bool {
        switch biometry {
        case .enrolled, .lockedOut, .notEnrolled: true
        case .notAvailable: false
        }
    }

    /// Returns the reason why a policy cannot be evaluated now, or nil (keychain-services 10.2, 10.3).
    fileprivate func failure(of policy: AuthenticationPolicy) -> AuthenticationError? {
        switch policy {
        case .companion, .wristDetection:
            return AuthenticationError(.companionNotAvailable, "no paired device is known on this system")
        case .deviceOwner:
            if hasPasscode { return nil }
            if case .enrolled = biometry { return nil }
            return AuthenticationError(
                .passcodeNotSet, "no passcode is set", remedy: "set one with: chatelaine passcode set")
        case .biometrics, .biometricsOrCompanion:
            switch biometry {
            case .enrolled: return nil
            case .lockedOut: return .lockedOut
            case .notEnrolled:
                return AuthenticationError(
                    .biometryNotEnrolled, "no finger is enrolled",
                    remedy: "enrol one with: chatelaine fingerprint enroll")
            case .notAvailable(let error): return error
            }
        }
    }
}

extension AuthenticationFailure {
    fileprivate init(_ error: AuthenticationError) {
        let text = [error.reason, error.remedy].compactMap { $0 }.joined(separator: "; ")
        self.init(LAError.Code(rawValue: error.code.rawValue) ?? .systemCancel, text)
    }
}

private struct KeychainAuthenticationBackend: AuthenticationBackend {
    func makeSession() -> any AuthenticationSession { KeychainAuthenticationSession() }
}

// Not internal: the optimiser may remove an internal function that its module does not call.
@_silgen_name("chatelaine_authentication_backend")
package func linkedAuthenticationBackend() -> any AuthenticationBackend { KeychainAuthenticationBackend() }
