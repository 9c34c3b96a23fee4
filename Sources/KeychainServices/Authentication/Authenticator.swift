import Foundation
import KeyManagement
import LinuxSupport
import Secrets
import Synchronization

/// Asks a person to show who they are: in this process, or in the agent for a program.
package protocol Authenticator: Sendable {
    /// What there is to show, without asking anybody.
    func biometry() -> Biometry
    /// Whether something else than the keychain's own passcode counts as one, which everybody has.
    var hasOtherPasscode: Bool { get }
    /// Asks for what `request` requires; blocks until there is an answer.
    func authenticate(_ request: AuthenticationRequest) throws(AuthenticationError) -> AuthenticationProof
}

extension Authenticator {
    package var hasOtherPasscode: Bool { false }
}

/// What is known of a fingerprint reader and what is enrolled with it.
package enum Biometry: Hashable, Sendable {
    /// The hash of the enrolled set: 32 bytes.
    case enrolled(Data)
    /// There is a reader, and it is not to be used now; the set is that of before.
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

/// What a person could show.
package struct AuthenticationMeans: Sendable {
    package let biometry: Biometry
    package let hasPasscode: Bool

    package init(biometry: Biometry, hasPasscode: Bool) {
        self.biometry = biometry
        self.hasPasscode = hasPasscode
    }
}

/// One question to a person.
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

/// What a prompt shows.
package struct AuthenticationPresentation: Hashable, Sendable {
    /// Characters of a text that a program supplies; the rest is cut off.
    package static let longestText = 200

    /// Why the program asks, in its own words.
    package var reason: String
    /// The title of the button that cancels; nil for the usual one.
    package var cancelTitle: String?
    /// The title of the button that falls back on something else; nil for the usual one, empty for no such button.
    package var fallbackTitle: String?
    /// Seconds for which a finger that has matched for this program is good enough.
    package var reuse: TimeInterval

    /// Texts come from programs: what is not to be seen is left out, and what is too long is cut off.
    package init(
        reason: String, cancelTitle: String? = nil, fallbackTitle: String? = nil, reuse: TimeInterval = 0
    ) {
        self.reason = Self.presentable(reason)
        self.cancelTitle = cancelTitle.map(Self.presentable)
        self.fallbackTitle = fallbackTitle.map(Self.presentable)
        self.reuse = reuse.isFinite ? min(max(reuse, 0), Self.longestReuse) : 0
    }

    /// Seconds: LocalAuthentication's limit.
    package static let longestReuse: TimeInterval = 300

    private static func presentable(_ text: String) -> String {
        UntrustedText.forPrompt(text, limit: longestText)
    }
}

/// The passcode of the device, as something that can be shown.
package protocol DevicePasscode: Sendable {
    /// - Throws: `.notAvailable` if that cannot be found out.
    func isSet() throws(KeychainError) -> Bool
    /// - Returns: what the passcode opens.
    /// - Throws: `.authenticationFailed` if it is not the passcode.
    func prove(_ passcode: borrowing SecretBytes) throws(KeychainError) -> [Int64: OpeningKey]
}

/// What a person has shown.
package struct AuthenticationProof: Sendable {
    /// The hash of the enrolled set that a matching biometric is of; nil if none was shown.
    package var biometry: Data?
    package var hasShownPasscode = false
    /// What ``AuthenticationRequirement/passcodePair`` was when it was shown.
    package var passcodePair: Int64?
    /// What the passcode has opened, by the numbers of the key pairs.
    package var openingKeys: [Int64: OpeningKey] = [:]
    package var applicationPassword: ApplicationPassword?

    package init() {}

    /// Whether it is what `requirement` asks for.
    package func satisfies(_ requirement: AuthenticationRequirement) -> Bool {
        if requirement.needsApplicationPassword, applicationPassword == nil { return false }
        guard !requirement.means.isEmpty else { return true }
        let shown = means(for: requirement)
        return requirement.isOneEnough
            ? !requirement.means.isDisjoint(with: shown) : shown.isSuperset(of: requirement.means)
    }

    /// What has been shown of the means that count for `requirement`.
    private func means(for requirement: AuthenticationRequirement) -> AuthenticationRequirement.Means {
        // After a change of the passcode because somebody may know it, the old one shows nothing.
        let isOfNow = hasShownPasscode && passcodePair == requirement.passcodePair
        let countsPasscode = isOfNow && !(requirement.needsKeychainPasscode && openingKeys.isEmpty)
        var shown: AuthenticationRequirement.Means = countsPasscode ? .passcode : []
        if let biometry, requirement.enrolledSet ?? biometry == biometry { shown.insert(.biometry) }
        return shown
    }

    /// What of `requirement` has not been shown yet.
    package func rest(of requirement: AuthenticationRequirement) -> AuthenticationRequirement {
        var rest = requirement
        if applicationPassword != nil { rest.needsApplicationPassword = false }
        let shown = means(for: requirement)
        if !requirement.isOneEnough {
            rest.means.subtract(shown)
        } else if !requirement.means.isDisjoint(with: shown) {
            rest.means = []
        }
        return rest
    }

    /// Adds what `other` shows.
    package mutating func add(_ other: AuthenticationProof) {
        biometry = other.biometry ?? biometry
        if other.hasShownPasscode { (hasShownPasscode, passcodePair) = (true, other.passcodePair) }
        openingKeys.merge(other.openingKeys) { $1 }
        applicationPassword = other.applicationPassword ?? applicationPassword
    }
}

/// Ends questions whose answer nobody waits for any more.
package final class AuthenticationCancellation: Sendable {
    private struct State {
        var cause: AuthenticationError.Code?
        var handlers: [@Sendable () -> Void] = []
    }
    private let state = Mutex(State())

    package init() {}

    /// Why, or nil as long as somebody waits.
    package var cause: AuthenticationError.Code? { state.withLock { $0.cause } }

    /// Ends it; the first cause counts.
    package func cancel(_ cause: AuthenticationError.Code) {
        let handlers = state.withLock { state -> [@Sendable () -> Void] in
            guard state.cause == nil else { return [] }
            state.cause = cause
            defer { state.handlers = [] }
            return state.handlers
        }
        for handler in handlers { handler() }
    }

    /// Has `handler` called at the end; at once if it has come already.
    package func onCancel(_ handler: @escaping @Sendable () -> Void) {
        let isOver = state.withLock { state in
            if state.cause == nil { state.handlers.append(handler) }
            return state.cause != nil
        }
        if isOver { handler() }
    }
}
