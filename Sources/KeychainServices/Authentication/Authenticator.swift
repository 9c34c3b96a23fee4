import Foundation
import KeyManagement
import LinuxSupport
import Secrets
import Synchronization

/// Authenticates the user: in this process, or in the agent on behalf of a program.
package protocol Authenticator: Sendable {
    /// Returns the state of the fingerprint reader, without a prompt.
    func biometry() -> Biometry
    /// Whether another passcode than the keychain's own counts, such as the account's password, which every account has.
    var hasOtherPasscode: Bool { get }
    /// Prompts for the factors that `request` requires; blocks until there is a result.
    func authenticate(_ request: AuthenticationRequest) throws(AuthenticationError) -> AuthenticationProof
}

extension Authenticator {
    package var hasOtherPasscode: Bool { false }
}

/// The state of the fingerprint reader and its enrolled set.
package enum Biometry: Hashable, Sendable {
    /// The hash of the enrolled set: 32 bytes.
    case enrolled(Data)
    /// There is a reader, but it is locked out; the set is the one from before the lockout.
    case lockedOut(Data)
    case notEnrolled
    case notAvailable(AuthenticationError)

    /// The hash of the enrolled set, or nil if there is none.
    package var enrolledSet: Data? {
        switch self {
        case .enrolled(let set), .lockedOut(let set): set
        case .notEnrolled, .notAvailable: nil
        }
    }
}

/// The authentication factors that are available.
package struct AvailableFactors: Sendable {
    package let biometry: Biometry
    package let hasPasscode: Bool

    package init(biometry: Biometry, hasPasscode: Bool) {
        self.biometry = biometry
        self.hasPasscode = hasPasscode
    }
}

/// One request to authenticate the user.
package struct AuthenticationRequest: Sendable {
    package let requirement: AuthenticationRequirement
    package let presentation: AuthenticationPresentation
    package let passcode: any DevicePasscode
    package let cancellation: AuthenticationCancellation

    package init(
        requirement: AuthenticationRequirement, presentation: AuthenticationPresentation,
        passcode: any DevicePasscode, cancellation: AuthenticationCancellation
    ) {
        self.requirement = requirement
        self.presentation = presentation
        self.passcode = passcode
        self.cancellation = cancellation
    }
}

/// The texts and settings of a prompt.
package struct AuthenticationPresentation: Hashable, Sendable {
    /// The maximum number of characters of a program's text; the rest is cut off.
    package static let longestText = 200

    /// The program's reason, in its own words.
    package var reason: String
    /// The title of the cancel button; nil for the usual one.
    package var cancelTitle: String?
    /// The title of the fallback button; nil for the usual one, empty for no such button.
    package var fallbackTitle: String?
    /// The number of seconds for which an earlier fingerprint match for this program is accepted.
    package var reuse: TimeInterval

    /// Makes a presentation. Its texts come from programs, so invisible characters are replaced and long texts are cut off.
    package init(
        reason: String, cancelTitle: String? = nil, fallbackTitle: String? = nil, reuse: TimeInterval = 0
    ) {
        self.reason = Self.presentable(reason)
        self.cancelTitle = cancelTitle.map(Self.presentable)
        self.fallbackTitle = fallbackTitle.map(Self.presentable)
        self.reuse = reuse.isFinite ? min(max(reuse, 0), Self.longestReuse) : 0
    }

    /// The maximum number of seconds, LocalAuthentication's limit.
    package static let longestReuse: TimeInterval = 300

    private static func presentable(_ text: String) -> String {
        UntrustedText.forPrompt(text, limit: longestText)
    }
}

/// The passcode of the device, as an authentication factor.
package protocol DevicePasscode: Sendable {
    /// Returns whether a passcode is set.
    ///
    /// - Throws: `.notAvailable` if that cannot be determined.
    func isSet() throws(KeychainError) -> Bool
    /// Verifies a passcode.
    ///
    /// - Returns: the opening keys that the passcode unwraps.
    /// - Throws: `.authenticationFailed` if it is not the passcode.
    func prove(_ passcode: borrowing SecretBytes) throws(KeychainError) -> [Int64: OpeningKey]
}

/// The authentication factors that the user has proven.
package struct AuthenticationProof: Sendable {
    /// The hash of the enrolled set of a matching fingerprint; nil if there was none.
    package var biometry: Data?
    package var hasShownPasscode = false
    /// The value of ``AuthenticationRequirement/passcodePair`` when the passcode was entered.
    package var passcodePair: Int64?
    /// The opening keys that the passcode has unwrapped, by the numbers of the key pairs.
    package var openingKeys: [Int64: OpeningKey] = [:]
    package var applicationPassword: ApplicationPassword?

    package init() {}

    /// Whether the proof meets `requirement`.
    package func satisfies(_ requirement: AuthenticationRequirement) -> Bool {
        if requirement.needsApplicationPassword, applicationPassword == nil { return false }
        guard !requirement.factors.isEmpty else { return true }
        let shown = shownFactors(for: requirement)
        return requirement.isOneEnough
            ? !requirement.factors.isDisjoint(with: shown) : shown.isSuperset(of: requirement.factors)
    }

    /// Returns the proven factors that count for `requirement`.
    private func shownFactors(for requirement: AuthenticationRequirement) -> AuthenticationRequirement.Factors {
        // After a change of a compromised passcode, the old one no longer counts.
        let isOfNow = hasShownPasscode && passcodePair == requirement.passcodePair
        let countsPasscode = isOfNow && !(requirement.needsKeychainPasscode && openingKeys.isEmpty)
        var shown: AuthenticationRequirement.Factors = countsPasscode ? .passcode : []
        if let biometry, requirement.enrolledSet ?? biometry == biometry { shown.insert(.biometry) }
        return shown
    }

    /// Returns the part of `requirement` that has not been met yet.
    package func remainder(of requirement: AuthenticationRequirement) -> AuthenticationRequirement {
        var rest = requirement
        if applicationPassword != nil { rest.needsApplicationPassword = false }
        let shown = shownFactors(for: requirement)
        if !requirement.isOneEnough {
            rest.factors.subtract(shown)
        } else if !requirement.factors.isDisjoint(with: shown) {
            rest.factors = []
        }
        return rest
    }

    /// Adds the factors of `other`.
    package mutating func add(_ other: AuthenticationProof) {
        biometry = other.biometry ?? biometry
        if other.hasShownPasscode { (hasShownPasscode, passcodePair) = (true, other.passcodePair) }
        openingKeys.merge(other.openingKeys) { $1 }
        applicationPassword = other.applicationPassword ?? applicationPassword
    }
}

/// A one-way cancellation flag for a prompt, with handlers.
package final class AuthenticationCancellation: Sendable {
    private struct State {
        var cause: AuthenticationError.Code?
        var handlers: [@Sendable () -> Void] = []
    }
    private let state = Mutex(State())

    package init() {}

    /// The reason for the cancellation; nil if not cancelled.
    package var cause: AuthenticationError.Code? { state.withLock { $0.cause } }

    /// Cancels and calls the handlers; only the first cause counts.
    package func cancel(_ cause: AuthenticationError.Code) {
        let handlers = state.withLock { state -> [@Sendable () -> Void] in
            guard state.cause == nil else { return [] }
            state.cause = cause
            defer { state.handlers = [] }
            return state.handlers
        }
        for handler in handlers { handler() }
    }

    /// Adds a handler for the cancellation; it is called at once if that has already happened.
    package func onCancel(_ handler: @escaping @Sendable () -> Void) {
        let isOver = state.withLock { state in
            if state.cause == nil { state.handlers.append(handler) }
            return state.cause != nil
        }
        if isOver { handler() }
    }
}
