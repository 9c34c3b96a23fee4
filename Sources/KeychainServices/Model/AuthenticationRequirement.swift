import Foundation
import KeyManagement

/// What a person, or a program, has to show before something is done (keychain-services 4.4, "Constraint").
package struct AuthenticationRequirement: Hashable, Sendable {
    /// What can be shown.
    package struct Means: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static let biometry = Means(rawValue: 1)
        package static let passcode = Means(rawValue: 2)
        /// A paired device nearby, of which there is none on this system.
        package static let companion = Means(rawValue: 4)
    }

    package var means: Means = []
    /// Whether one of the means will do; else all are needed.
    package var isOneEnough = false
    /// The enrolled set that a biometric has to be of; nil: whatever is enrolled.
    package var enrolledSet: Data?
    package var needsApplicationPassword = false
    /// Whether the application password is about to be chosen, not to be found out.
    package var choosesApplicationPassword = false
    /// Whether what the keychain's own passcode opens is needed: another's word that somebody has shown a passcode opens nothing.
    package var needsKeychainPasscode = false
    /// The key pair that the passcode of now opens (``Keybag/currentPasscodePair``): a passcode that was shown while there was
    /// another does not count any more.
    package var passcodePair: Int64?
    /// Whether the program has something of its own to fall back on, which a button offers.
    package var hasOwnFallback = false

    /// As it is in a keychain with these keys.
    package func inKeychain(_ keybag: Keybag) -> AuthenticationRequirement {
        var requirement = self
        requirement.passcodePair = keybag.currentPasscodePair
        return requirement
    }

    package init(_ means: Means, isOneEnough: Bool = false) {
        self.means = means
        self.isOneEnough = isOneEnough
    }

    /// What it takes to read what `control` protects.
    package init(_ control: AccessControl) {
        let flags = control.flags
        if flags.contains(.userPresence) {
            (means, isOneEnough) = ([.biometry, .passcode], true)
        } else {
            if !flags.isDisjoint(with: [.biometryAny, .biometryCurrentSet]) { means.insert(.biometry) }
            if flags.contains(.devicePasscode) { means.insert(.passcode) }
            if flags.contains(.companion) { means.insert(.companion) }
            isOneEnough = flags.contains(.or)
        }
        if flags.contains(.biometryCurrentSet) { enrolledSet = control.enrolledSet }
        needsApplicationPassword = flags.contains(.applicationPassword)
        // Where it is one of several means it cannot be: the others would be worth nothing.
        needsKeychainPasscode = means.contains(.passcode) && (!isOneEnough || means == .passcode)
    }
}

/// What a program wants a person to show, whether or not there is an item that asks for it.
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
