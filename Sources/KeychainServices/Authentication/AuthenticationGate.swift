import Foundation
import KeyManagement

/// Decides whether an operation may access items that require more than an unlocked keychain (keychain-services 4.5).
struct AuthenticationGate {
    let authentication: Authentication
    /// Whether every item is admitted, for internal examination that returns nothing to a program.
    private var isOpen = false

    init(authentication: Authentication) { self.authentication = authentication }

    /// A gate that admits every item: for examining attributes that no program sees.
    static var admittingAll: AuthenticationGate {
        var gate = AuthenticationGate(authentication: Authentication(interaction: .fail))
        gate.isOpen = true
        return gate
    }

    /// Returns whether a matching item may be read.
    ///
    /// - Parameters:
    ///   - readsSecret: whether more than its attributes is requested. If a private key's constraints apply to its use, its
    ///     attributes are readable without them.
    ///   - keybag: the keybag of the item's keychain.
    /// - Returns: false if the item is to be skipped, or withheld.
    /// - Throws: `.interactionNotAllowed`, with the requirement if the user may be prompted.
    func admits(_ attributes: Attributes, readsSecret: Bool, _ keybag: Keybag) throws(KeychainError) -> Bool {
        guard let control = attributes[.accessControl]?.accessControl, control.isConstrained,
            readsSecret || !control.flags.contains(.privateKeyUsage), !isOpen
        else { return true }
        let requirement = AuthenticationRequirement(control).inKeychain(keybag)
        if authentication.context.satisfies(requirement) { return true }
        if !authentication.interaction.endsAtItem { return false }
        throw error(for: requirement)
    }

    /// What a search returns of an item that ``admits(_:readsSecret:_:)`` does not admit; nil for nothing.
    func withheld(_ attributes: Attributes) -> Attributes? {
        guard authentication.interaction == .withhold else { return nil }
        var shown = Attributes()
        for key in [AttributeKey.accessGroup, .accessControl] { shown[key] = attributes[key] }
        return shown
    }

    /// Whether only opening the secret proves that the supplied password is right: then the secret is also opened to return
    /// attributes (keychain-services 4.5.4).
    func mustOpenToProve(_ attributes: Attributes) -> Bool {
        guard !isOpen, let flags = attributes[.accessControl]?.accessControl?.flags else { return false }
        return flags.contains(.applicationPassword) && !flags.contains(.privateKeyUsage)
    }

    /// Returns the error for a requirement that is not met.
    func error(for requirement: AuthenticationRequirement) -> KeychainError {
        var error = KeychainError(
            .interactionNotAllowed, "the item requires authentication",
            remedy: "allow the prompt, or authenticate beforehand")
        if authentication.effectiveInteraction == .allow { error.requirement = requirement }
        return error
    }

    /// Binds an access control for the current enrolled set to that set.
    ///
    /// - Throws: `.authenticationFailed` if no finger is enrolled.
    func bind(_ attributes: inout Attributes) throws(KeychainError) {
        guard let control = attributes[.accessControl]?.accessControl, control.flags.contains(.biometryCurrentSet)
        else { return }
        // Querying the reader takes time, which a caller that defers does not have.
        guard !authentication.isDeferred else {
            // The user is not prompted here, so it does not matter whether prompts are allowed.
            var error = error(for: AuthenticationRequirement([]))
            error.requirement = AuthenticationRequirement([])
            throw error
        }
        guard let set = authentication.context.authenticator?.biometry().enrolledSet else {
            throw KeychainError(
                .authenticationFailed,
                "the item cannot be bound to the enrolled fingerprints, because none is enrolled",
                remedy: "enrol a finger first: chatelaine fingerprint enroll")
        }
        attributes[.accessControl] = .accessControl(control.bound(to: set))
    }

    /// The maximum number of prompts of one operation: each item may have another requirement (keychain-services 4.5.5).
    private static let maximumRounds = 20

    /// Calls `body`, and prompts the user for each requirement that it reports.
    static func perform<Result>(
        _ authentication: Authentication, passcode: any DevicePasscode,
        _ body: (AuthenticationGate) throws(KeychainError) -> Result
    ) throws(KeychainError) -> Result {
        let gate = AuthenticationGate(authentication: authentication)
        for _ in 0..<maximumRounds {
            do throws(KeychainError) {
                return try body(gate)
            } catch {
                guard let requirement = error.requirement, !authentication.isDeferred else { throw error }
                do throws(AuthenticationError) {
                    try authentication.context.show(
                        requirement, authentication.presentation, passcode: passcode)
                } catch {
                    throw KeychainError(error, requirement)
                }
            }
        }
        throw KeychainError(.authenticationFailed, "the item's requirement cannot be met")
    }
}

extension KeychainError {
    /// Makes the error for a requirement of an item that authentication did not meet.
    fileprivate init(_ error: AuthenticationError, _ requirement: AuthenticationRequirement) {
        self.init(error)
        // The system evaluates nothing here: the program has to supply the password (keychain-services 4.5.4).
        guard error.code == .notInteractive, requirement.factors.isEmpty, requirement.needsApplicationPassword,
            !requirement.choosesApplicationPassword
        else { return }
        self = KeychainError(
            .authenticationFailed, "the item requires its application password",
            remedy: "supply it with the authentication context, or allow the prompt")
        authentication = error
    }
}
