import Foundation
import KeyManagement

/// The authentication that an operation requires of the user or the program (keychain-services 4.4, "Constraint").
package struct AuthenticationRequirement: Hashable, Sendable {
    /// The authentication factors.
    package struct Factors: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static let biometry = Factors(rawValue: 1)
        package static let passcode = Factors(rawValue: 2)
        /// A paired device nearby, which does not exist on this system.
        package static let companion = Factors(rawValue: 4)
    }

    package var factors: Factors = []
    /// Whether one of the factors is enough; otherwise all are required.
    package var isOneEnough = false
    /// The enrolled set that the fingerprint has to belong to; nil for any enrolled finger.
    package var enrolledSet: Data?
    package var needsApplicationPassword = false
    /// Whether the application password is being chosen, not verified.
    package var choosesApplicationPassword = false
    /// Whether the key that the keychain's own passcode unwraps is needed: a passcode that another component verified unwraps nothing.
    package var needsKeychainPasscode = false
    /// The key pair that the current passcode opens (``Keybag/currentPasscodePair``): a passcode that was entered while there was
    /// another pair no longer counts.
    package var passcodePair: Int64?
    /// Whether the program has a fallback of its own, for which the prompt has a button.
    package var hasOwnFallback = false

    /// Returns the requirement for a keychain with this keybag.
    package func inKeychain(_ keybag: Keybag) -> AuthenticationRequirement {
        var requirement = self
        requirement.passcodePair = keybag.currentPasscodePair
        return requirement
    }

    package init(_ factors: Factors, isOneEnough: Bool = false) {
        self.factors = factors
        self.isOneEnough = isOneEnough
    }

    /// Makes the requirement for reading an item that `control` protects.
    package init(_ control: AccessControl) {
        let flags = control.flags
        if flags.contains(.userPresence) {
            (factors, isOneEnough) = ([.biometry, .passcode], true)
        } else {
            if !flags.isDisjoint(with: [.biometryAny, .biometryCurrentSet]) { factors.insert(.biometry) }
            if flags.contains(.devicePasscode) { factors.insert(.passcode) }
            if flags.contains(.companion) { factors.insert(.companion) }
            isOneEnough = flags.contains(.or)
        }
        if flags.contains(.biometryCurrentSet) { enrolledSet = control.enrolledSet }
        needsApplicationPassword = flags.contains(.applicationPassword)
        // Not if the passcode is one of several alternatives: then the other factors alone could not open the secret.
        needsKeychainPasscode = factors.contains(.passcode) && (!isOneEnough || factors == .passcode)
    }
}

/// The authentication that a program requests by itself, independent of any item.
package enum AuthenticationDemand: Sendable {
    case policy(AuthenticationPolicy)
    case accessControl(AccessControl)

    package var requirement: AuthenticationRequirement {
        switch self {
        case .policy(let policy): policy.requirement
        case .accessControl(let control): AuthenticationRequirement(control)
        }
    }
}

/// A policy of LocalAuthentication, with its number (keychain-services 10.1).
package enum AuthenticationPolicy: Int, Sendable {
    case biometrics = 1
    case deviceOwner = 2
    case companion = 3
    case biometricsOrCompanion = 4
    case wristDetection = 5

    package var requirement: AuthenticationRequirement {
        switch self {
        case .biometrics:
            var requirement = AuthenticationRequirement(.biometry)
            requirement.hasOwnFallback = true
            return requirement
        case .deviceOwner: return AuthenticationRequirement([.biometry, .passcode], isOneEnough: true)
        case .biometricsOrCompanion: return AuthenticationRequirement([.biometry, .companion], isOneEnough: true)
        case .companion, .wristDetection: return AuthenticationRequirement(.companion)
        }
    }
}
