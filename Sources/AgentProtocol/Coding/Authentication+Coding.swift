import Foundation
import KeychainServices

extension WirePresentation {
    package init(_ presentation: AuthenticationPresentation) {
        reason = presentation.reason
        if let title = presentation.cancelTitle { cancelTitle = title }
        if let title = presentation.fallbackTitle { fallbackTitle = title }
        reuse = presentation.reuse
    }

    /// The presentation with texts of limited length and without invisible characters, whatever was sent.
    package var decoded: AuthenticationPresentation {
        AuthenticationPresentation(
            reason: reason, cancelTitle: hasCancelTitle ? cancelTitle : nil,
            fallbackTitle: hasFallbackTitle ? fallbackTitle : nil, reuse: reuse)
    }
}

extension WireAuthentication {
    /// - Parameter context: the number of the agent's context; 0 for none.
    package init(_ authentication: Authentication, context: UInt64) {
        self.context = context
        interaction =
            switch authentication.effectiveInteraction {
            case .allow: .allow
            case .fail: .fail
            case .skip: .skip
            case .withhold: .withhold
            }
        presentation = WirePresentation(authentication.presentation)
    }

    /// - Throws: `.parameter` for an interaction that this version does not know.
    package func decodedInteraction() throws(KeychainError) -> Authentication.Interaction {
        switch interaction {
        case .allow: .allow
        case .fail: .fail
        case .skip: .skip
        case .withhold: .withhold
        case .UNRECOGNIZED: throw .unreadable("an unknown interaction")
        }
    }
}

extension WireEvaluate {
    package init(_ demand: AuthenticationDemand, _ context: AuthenticationContext) {
        switch demand {
        case .policy(let policy): self.policy = UInt32(policy.rawValue)
        case .accessControl(let control): accessControl = WireAccessControl(control)
        }
        presentation = WirePresentation(context.presentation)
        silent = context.interactionNotAllowed
    }

    /// - Throws: `.parameter` for an unknown policy.
    package func decoded() throws(KeychainError) -> AuthenticationDemand {
        switch requirement {
        case .policy(let number):
            guard let policy = AuthenticationPolicy(rawValue: Int(number)) else {
                throw .unreadable("an unknown policy")
            }
            return .policy(policy)
        case .accessControl(let control): return .accessControl(try control.decoded())
        case nil: throw .unreadable("no requirement")
        }
    }
}

extension WireBiometry {
    package init(_ factors: AvailableFactors) {
        hasPasscode_p = factors.hasPasscode
        enrolledSet = factors.biometry.enrolledSet ?? Data()
        switch factors.biometry {
        case .enrolled: break
        case .lockedOut: error = Int32(AuthenticationError.Code.biometryLockout.rawValue)
        case .notEnrolled: error = Int32(AuthenticationError.Code.biometryNotEnrolled.rawValue)
        case .notAvailable(let cause):
            error = Int32(clamping: cause.code.rawValue)
            reason = cause.reason
            remedy = cause.remedy ?? ""
        }
    }

    private static let enrolledSetSize = 32

    /// - Throws: `.parameter` for a hash of another size.
    package func decoded() throws(KeychainError) -> AvailableFactors {
        guard enrolledSet.isEmpty || enrolledSet.count == Self.enrolledSetSize else {
            throw .unreadable("an invalid enrolled set")
        }
        let biometry: Biometry
        switch AuthenticationError.Code(rawValue: Int(error)) {
        case .init(rawValue: 0) where !enrolledSet.isEmpty: biometry = .enrolled(enrolledSet)
        case .biometryLockout where !enrolledSet.isEmpty: biometry = .lockedOut(enrolledSet)
        case .biometryNotEnrolled: biometry = .notEnrolled
        case let code:
            biometry = .notAvailable(AuthenticationError(code, reason, remedy: remedy.isEmpty ? nil : remedy))
        }
        return AvailableFactors(biometry: biometry, hasPasscode: hasPasscode_p)
    }
}
