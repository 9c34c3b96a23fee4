import Foundation
import Glibc
import KeyManagement
import Secrets
import Synchronization

/// The results of user authentication, reused over several operations.
///
/// The counterpart of Apple's `LAContext`. The results are valid until the context is invalidated or released.
public final class AuthenticationContext: Sendable {
    private struct State {
        var proof = AuthenticationProof()
        var isInvalid = false
        var current: AuthenticationCancellation?
        var interactionNotAllowed = false
        var presentation = AuthenticationPresentation(reason: "")
        var link: (any AuthenticationLink)?
    }

    private let state = Mutex(State())
    // Each search makes a context, and few of them are used for a prompt: these mutexes are stored in the object itself, while every
    // NSLock would allocate objects of its own.
    /// Held during a prompt, so that two operations of one context cause one prompt.
    private let promptLock = Mutex(())
    private let linkLock = Mutex(())
    /// The authenticator that prompts; nil if the keychain belongs to another process.
    package let authenticator: (any Authenticator)?

    /// Makes a context without any authentication results.
    public convenience init() { self.init(authenticator: nil) }

    /// Makes a context without any authentication results.
    ///
    /// - Parameter authenticator: prompts the user; nil for no prompts, so that only the program's own values count.
    package init(authenticator: (any Authenticator)?) { self.authenticator = authenticator }

    deinit { invalidate() }

    // MARK: - Values of the program

    /// Whether prompts are disallowed: an operation that needs one fails with −25308.
    public var interactionNotAllowed: Bool {
        get { state.withLock { $0.interactionNotAllowed } }
        set { state.withLock { $0.interactionNotAllowed = newValue } }
    }

    /// The texts of prompts for operations that have none of their own.
    package var presentation: AuthenticationPresentation {
        get { state.withLock { $0.presentation } }
        set { state.withLock { $0.presentation = newValue } }
    }

    /// Sets or removes the application password, which takes part in deriving the keys of items with the flag `applicationPassword`.
    ///
    /// - Parameter password: at most 4,096 bytes; nil for none.
    /// - Throws: `.parameter` if it is longer.
    public func setApplicationPassword(_ password: consuming SecretBytes?) throws(KeychainError) {
        var supplied: ApplicationPassword?
        if let password {
            guard password.count <= ApplicationPassword.mostBytes else {
                throw .parameter("an application password has at most \(ApplicationPassword.mostBytes) bytes")
            }
            supplied = ApplicationPassword(password)
        }
        state.withLock { $0.proof.applicationPassword = supplied }
    }

    /// The application password, if the program has supplied it or the user has entered it.
    package var applicationPassword: ApplicationPassword? { state.withLock { $0.proof.applicationPassword } }

    /// Discards all authentication results and cancels the prompt in progress. This is permanent.
    public func invalidate() {
        let (current, link) = state.withLock { state in
            state.isInvalid = true
            state.proof = AuthenticationProof()
            defer { state.link = nil }
            return (state.current, state.link)
        }
        current?.cancel(.appCancel)
        link?.end()
    }

    /// Whether ``invalidate()`` was called.
    package var isInvalid: Bool { state.withLock { $0.isInvalid } }

    /// Returns the link to the state that another process keeps for this context.
    ///
    /// - Parameters:
    ///   - isUsable: whether an existing link still refers to that process.
    ///   - make: makes a link if there is none.
    package func link<Link: AuthenticationLink>(
        where isUsable: (Link) -> Bool, orMake make: () throws(KeychainError) -> Link
    ) throws(KeychainError) -> Link {
        try linkLock.withLock { _ throws(KeychainError) in try usableLink(where: isUsable, orMake: make) }
    }

    private func usableLink<Link: AuthenticationLink>(
        where isUsable: (Link) -> Bool, orMake make: () throws(KeychainError) -> Link
    ) throws(KeychainError) -> Link {
        if let link = state.withLock({ $0.link }) as? Link, isUsable(link) { return link }
        let made = try make()
        let isLate = state.withLock { state in
            if !state.isInvalid { state.link = made }
            return state.isInvalid
        }
        guard !isLate else {
            made.end()
            throw KeychainError(AuthenticationError(.invalidContext, "the context has been invalidated"))
        }
        return made
    }

    // MARK: - Authenticating

    /// Whether the authentication results meet a requirement.
    package func satisfies(_ requirement: AuthenticationRequirement) -> Bool {
        state.withLock { !$0.isInvalid && $0.proof.satisfies(requirement) }
    }

    func openingKey(_ number: Int64) -> OpeningKey? { state.withLock { $0.proof.openingKeys[number] } }

    /// Whether a passcode has been entered, of the keychain or another one.
    package var hasShownPasscode: Bool { state.withLock { $0.proof.hasShownPasscode } }

    /// Authenticates the user so that `requirement` is met when this returns.
    ///
    /// - Parameters:
    ///   - presentation: the texts of the prompt; nil for those of the context.
    ///   - passcode: the passcode of the device.
    ///   - cancellation: cancels this prompt only; earlier results stay valid.
    /// - Throws: the authenticator's error; `.notInteractive` if prompts are not possible or not allowed; `.invalidContext`.
    package func show(
        _ requirement: AuthenticationRequirement, _ presentation: AuthenticationPresentation? = nil,
        passcode: any DevicePasscode, _ cancellation: AuthenticationCancellation = AuthenticationCancellation()
    ) throws(AuthenticationError) {
        try promptLock.withLock { _ throws(AuthenticationError) in
            try authenticateExclusively(requirement, presentation, passcode: passcode, cancellation)
        }
    }

    /// Authenticates as ``show(_:_:passcode:_:)``, while no other prompt of this context is open.
    private func authenticateExclusively(
        _ requirement: AuthenticationRequirement, _ presentation: AuthenticationPresentation?,
        passcode: any DevicePasscode, _ cancellation: AuthenticationCancellation
    ) throws(AuthenticationError) {
        let known = state.withLock { state in
            state.current = cancellation
            return (
                state.isInvalid, state.proof.satisfies(requirement), state.interactionNotAllowed, state.presentation,
                state.proof.remainder(of: requirement)
            )
        }
        defer { state.withLock { $0.current = nil } }
        let (isInvalid, isSatisfied, isSilent, usual, rest) = known
        guard !isInvalid else { throw AuthenticationError(.invalidContext, "the context has been invalidated") }
        guard !isSatisfied else { return }
        guard !isSilent, let authenticator else { throw .noPrompter }
        var proof = try authenticator.authenticate(
            AuthenticationRequest(
                requirement: rest, presentation: presentation ?? usual, passcode: passcode, cancellation: cancellation))
        // The pair from before the prompt: if it has changed meanwhile, it is unknown which passcode was entered.
        proof.passcodePair = requirement.passcodePair
        let isLate = state.withLock { [proof] state in
            // A result that arrives after the caller has cancelled is discarded.
            let isLate = state.isInvalid || cancellation.cause != nil
            if !isLate { state.proof.add(proof) }
            return isLate
        }
        guard !isLate else { throw AuthenticationError(.appCancel, "the program cancelled the prompt") }
    }
}

/// A link to the state that another process keeps for a context.
package protocol AuthenticationLink: Sendable {
    /// Ends that state, and cancels the prompt in progress there.
    func end()
}

extension AuthenticationError {
    /// The error for a prompt that cannot be shown, or is not allowed.
    package static var noPrompter: AuthenticationError {
        AuthenticationError(
            .notInteractive, "authentication is required, and no prompt can be shown",
            remedy:
                "start “chatelaine prompter” in the graphical session, or “chatelaine approve --follow” in a terminal")
    }
}

/// The authentication of one operation on items that require more than an unlocked keychain.
public struct Authentication: Sendable {
    /// The behaviour at an item whose requirement is not met yet.
    public enum Interaction: Hashable, Sendable {
        /// The user is prompted.
        case allow
        /// The operation fails with −25308.
        case fail
        /// A search goes on as if the item were not there.
        case skip
        /// A search returns the item with its access group and its access control alone, and without its secret (``Item/isWithheld``).
        case withhold

        /// Whether an operation ends at an item whose requirement is not met, and that the user is not prompted for.
        var endsAtItem: Bool { self == .allow || self == .fail }
    }

    /// The authentication results.
    public var context: AuthenticationContext
    /// The behaviour at an item whose requirement is not met yet.
    public var interaction: Interaction
    /// The program's reason for the prompt; nil for the context's.
    public var reason: String?
    /// Whether the caller prompts by itself: then the error carries the requirement.
    package var isDeferred = false
    /// Whether the context is used for more than this operation.
    package let isKept: Bool

    /// Makes an authentication from a context.
    ///
    /// - Parameters:
    ///   - context: the authentication results; nil for none, and results of this operation are then valid for this operation only.
    ///   - interaction: the behaviour at an item that requires more.
    ///   - reason: the program's reason, for the prompt.
    public init(
        _ context: AuthenticationContext? = nil, interaction: Interaction = .allow, reason: String? = nil
    ) {
        self.init(context, or: nil, interaction: interaction, reason: reason)
    }

    /// Makes an authentication with an authenticator for the case that there is no context.
    ///
    /// - Parameter authenticator: prompts for this operation if there is no context.
    package init(
        _ context: AuthenticationContext?, or authenticator: (any Authenticator)?, interaction: Interaction = .allow,
        reason: String? = nil
    ) {
        self.context = context ?? AuthenticationContext(authenticator: authenticator ?? Self.defaultAuthenticator)
        isKept = context != nil
        self.interaction = interaction
        self.reason = reason
    }

    private static let usual = Mutex<(any Authenticator)?>(nil)

    /// The authenticator of operations that have neither a context nor an authenticator; nil for no prompts. A program sets it when it
    /// starts.
    package static var defaultAuthenticator: (any Authenticator)? {
        get { usual.withLock { $0 } }
        set { usual.withLock { $0 = newValue } }
    }

    /// The behaviour at an item that requires more, taking the context's setting into account.
    package var effectiveInteraction: Interaction {
        interaction == .allow && context.interactionNotAllowed ? .fail : interaction
    }

    /// The texts of a prompt.
    package var presentation: AuthenticationPresentation {
        let usual = context.presentation
        guard let reason else { return usual }
        return AuthenticationPresentation(
            reason: reason, cancelTitle: usual.cancelTitle, fallbackTitle: usual.fallbackTitle, reuse: usual.reuse)
    }
}
