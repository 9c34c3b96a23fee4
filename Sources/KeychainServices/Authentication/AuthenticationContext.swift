import Foundation
import Glibc
import KeyManagement
import Secrets
import Synchronization

/// What a program has shown, kept over several operations: asked for once, it is good for all of them.
///
/// The counterpart of Apple's `LAContext`. What has been shown is good until the context is invalidated or let go of.
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
    // Each search makes a context, and few of them are asked for anything: these lie in the object itself, where every NSLock would
    // be objects of its own.
    /// Held while somebody is asked: two operations of one context ask once.
    private let asking = Mutex(())
    private let linking = Mutex(())
    /// Asks, unless the keychain is another process's.
    package let authenticator: (any Authenticator)?

    /// Nothing has been shown yet.
    public convenience init() { self.init(authenticator: nil) }

    /// - Parameter authenticator: who asks; nil: nobody, so that only what the program supplies itself counts.
    package init(authenticator: (any Authenticator)?) { self.authenticator = authenticator }

    deinit { invalidate() }

    // MARK: - What the program supplies

    /// Whether nobody is to be asked: what would take that fails with −25308.
    public var interactionNotAllowed: Bool {
        get { state.withLock { $0.interactionNotAllowed } }
        set { state.withLock { $0.interactionNotAllowed = newValue } }
    }

    /// What prompts show for operations that say nothing themselves.
    package var presentation: AuthenticationPresentation {
        get { state.withLock { $0.presentation } }
        set { state.withLock { $0.presentation = newValue } }
    }

    /// Supplies the password that enters the keys of items with the flag `applicationPassword`, or takes it back.
    ///
    /// - Parameter password: at most 4,096 bytes; nil: none.
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

    /// The application password, if the program has supplied one or a person has entered it.
    package var applicationPassword: ApplicationPassword? { state.withLock { $0.proof.applicationPassword } }

    /// Takes everything back that has been shown, and ends what is being asked. For good.
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

    /// What another process keeps for this context.
    ///
    /// - Parameters:
    ///   - isUsable: whether a link from before still leads there.
    ///   - make: makes one if there is none.
    package func link<Link: AuthenticationLink>(
        where isUsable: (Link) -> Bool, orMake make: () throws(KeychainError) -> Link
    ) throws(KeychainError) -> Link {
        try linking.withLock { _ throws(KeychainError) in try usableLink(where: isUsable, orMake: make) }
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

    // MARK: - Showing

    /// Whether what has been shown is enough.
    package func satisfies(_ requirement: AuthenticationRequirement) -> Bool {
        state.withLock { !$0.isInvalid && $0.proof.satisfies(requirement) }
    }

    func openingKey(_ number: Int64) -> OpeningKey? { state.withLock { $0.proof.openingKeys[number] } }

    /// Whether a passcode has been entered, whatever it opened.
    package var hasShownPasscode: Bool { state.withLock { $0.proof.hasShownPasscode } }

    /// Has shown what `requirement` asks for when this returns.
    ///
    /// - Parameters:
    ///   - presentation: what the prompt shows; nil for what the context has.
    ///   - passcode: of the device.
    ///   - cancellation: ends this one question; what has been shown before stays.
    /// - Throws: the error of whoever asked; `.notInteractive` if nobody may be asked; `.invalidContext`.
    package func show(
        _ requirement: AuthenticationRequirement, _ presentation: AuthenticationPresentation? = nil,
        passcode: any DevicePasscode, _ cancellation: AuthenticationCancellation = AuthenticationCancellation()
    ) throws(AuthenticationError) {
        try asking.withLock { _ throws(AuthenticationError) in
            try showAlone(requirement, presentation, passcode: passcode, cancellation)
        }
    }

    /// As ``show(_:_:passcode:_:)``, while nobody else asks for this context.
    private func showAlone(
        _ requirement: AuthenticationRequirement, _ presentation: AuthenticationPresentation?,
        passcode: any DevicePasscode, _ cancellation: AuthenticationCancellation
    ) throws(AuthenticationError) {
        let known = state.withLock { state in
            state.current = cancellation
            return (
                state.isInvalid, state.proof.satisfies(requirement), state.interactionNotAllowed, state.presentation,
                state.proof.rest(of: requirement)
            )
        }
        defer { state.withLock { $0.current = nil } }
        let (isInvalid, isSatisfied, isSilent, usual, rest) = known
        guard !isInvalid else { throw AuthenticationError(.invalidContext, "the context has been invalidated") }
        guard !isSatisfied else { return }
        guard !isSilent, let authenticator else { throw .nobodyToAsk }
        var proof = try authenticator.authenticate(
            AuthenticationRequest(
                requirement: rest, presentation: presentation ?? usual, passcode: passcode, cancellation: cancellation))
        // As it was before somebody was asked: if it has changed meanwhile, nobody knows which passcode was typed.
        proof.passcodePair = requirement.passcodePair
        let isLate = state.withLock { [proof] state in
            // Whoever has given up waiting has been shown nothing.
            let isLate = state.isInvalid || cancellation.cause != nil
            if !isLate { state.proof.add(proof) }
            return isLate
        }
        guard !isLate else { throw AuthenticationError(.appCancel, "the program took the prompt away") }
    }
}

/// Leads to what another process keeps for a context.
package protocol AuthenticationLink: Sendable {
    /// Ends it there as well, with whatever is being asked.
    func end()
}

extension AuthenticationError {
    /// There is no prompt that could be shown.
    package static var nobodyToAsk: AuthenticationError {
        AuthenticationError(
            .notInteractive, "it would take a person, and nobody can be asked",
            remedy:
                "start “chatelaine prompter” in the graphical session, or “chatelaine approve --follow” in a terminal")
    }
}

/// With what an operation goes to items that ask for more than an unlocked keychain.
public struct Authentication: Sendable {
    /// What happens at an item for which nothing has been shown yet.
    public enum Interaction: Hashable, Sendable {
        /// A person is asked.
        case allow
        /// The operation fails with −25308.
        case fail
        /// A search goes on as if the item were not there.
        case skip
    }

    /// What has been shown so far.
    public var context: AuthenticationContext
    /// What happens at an item for which nothing has been shown yet.
    public var interaction: Interaction
    /// Why the program asks, for the prompt; nil: as the context says.
    public var reason: String?
    /// Whether to leave it to the caller to ask: then the error says what it would take.
    package var isDeferred = false
    /// Whether the context is good for more than this operation.
    package let isKept: Bool

    /// - Parameters:
    ///   - context: what has been shown so far; nil: nothing, and what is shown now is good for this operation only.
    ///   - interaction: what happens at an item that asks for more.
    ///   - reason: why the program asks, for the prompt.
    public init(
        _ context: AuthenticationContext? = nil, interaction: Interaction = .allow, reason: String? = nil
    ) {
        self.init(context, or: nil, interaction: interaction, reason: reason)
    }

    /// - Parameter authenticator: asks for this operation if there is no context.
    package init(
        _ context: AuthenticationContext?, or authenticator: (any Authenticator)?, interaction: Interaction = .allow,
        reason: String? = nil
    ) {
        self.context = context ?? AuthenticationContext(authenticator: authenticator ?? Self.usualAuthenticator)
        isKept = context != nil
        self.interaction = interaction
        self.reason = reason
    }

    private static let usual = Mutex<(any Authenticator)?>(nil)

    /// Asks for operations that bring neither a context nor anybody who asks; nil: nobody does. A program sets it when it starts.
    package static var usualAuthenticator: (any Authenticator)? {
        get { usual.withLock { $0 } }
        set { usual.withLock { $0 = newValue } }
    }

    /// What happens at an item that asks for more, with what the context says about it.
    package var effectiveInteraction: Interaction {
        interaction == .allow && context.interactionNotAllowed ? .fail : interaction
    }

    /// What a prompt shows.
    package var presentation: AuthenticationPresentation {
        let usual = context.presentation
        guard let reason else { return usual }
        return AuthenticationPresentation(
            reason: reason, cancelTitle: usual.cancelTitle, fallbackTitle: usual.fallbackTitle, reuse: usual.reuse)
    }
}
