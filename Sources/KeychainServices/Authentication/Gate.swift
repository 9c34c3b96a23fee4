import Foundation
import KeyManagement

/// Lets an operation to items that ask for more than an unlocked keychain, or not (keychain-services 4.5).
struct Gate {
    let authentication: Authentication
    /// Whether it only looks, and returns nothing to a program.
    private var isOpen = false

    init(authentication: Authentication) { self.authentication = authentication }

    /// Lets everything in: for a look at attributes that no program sees.
    static var open: Gate {
        var gate = Gate(authentication: Authentication(interaction: .fail))
        gate.isOpen = true
        return gate
    }

    /// Whether an item that is a hit is to be read.
    ///
    /// - Parameters:
    ///   - readsSecret: whether more than its attributes is wanted. Of a private key whose constraints are on its use the
    ///     attributes are for everybody.
    ///   - keybag: of the keychain that it is in.
    /// - Returns: false if it is to be passed over.
    /// - Throws: `.interactionNotAllowed`, with what it would take where somebody may be asked.
    func admits(_ attributes: Attributes, readsSecret: Bool, _ keybag: Keybag) throws(KeychainError) -> Bool {
        guard let control = attributes[.accessControl]?.accessControl, control.isConstrained,
            readsSecret || !control.flags.contains(.privateKeyUsage), !isOpen
        else { return true }
        let requirement = AuthenticationRequirement(control).inKeychain(keybag)
        if authentication.context.satisfies(requirement) { return true }
        if authentication.interaction == .skip { return false }
        throw needed(requirement)
    }

    /// Whether only the secret tells that what was supplied is right: then it is opened for a look at attributes as well
    /// (keychain-services 4.5.4).
    func provesByOpening(_ attributes: Attributes) -> Bool {
        guard !isOpen, let flags = attributes[.accessControl]?.accessControl?.flags else { return false }
        return flags.contains(.applicationPassword) && !flags.contains(.privateKeyUsage)
    }

    /// What is missing to do as `requirement` says.
    func needed(_ requirement: AuthenticationRequirement) -> KeychainError {
        var error = KeychainError(
            .interactionNotAllowed, "the item asks for more than an unlocked keychain",
            remedy: "allow that somebody is asked, or show it beforehand")
        if authentication.effectiveInteraction == .allow { error.requirement = requirement }
        return error
    }

    /// Ties an access control that is for the enrolled set as it is now to that set.
    ///
    /// - Throws: `.authenticationFailed` if nothing is enrolled.
    func bind(_ attributes: inout Attributes) throws(KeychainError) {
        guard let control = attributes[.accessControl]?.accessControl, control.flags.contains(.biometryCurrentSet)
        else { return }
        // Asking the reader takes time, which whoever defers does not have.
        guard !authentication.isDeferred else {
            // Nobody is asked, so that it does not matter whether somebody may be.
            var error = needed(AuthenticationRequirement([]))
            error.requirement = AuthenticationRequirement([])
            throw error
        }
        guard let set = authentication.context.authenticator?.biometry().enrolledSet else {
            throw KeychainError(
                .authenticationFailed, "the item is to be bound to the enrolled fingerprints, and there are none",
                remedy: "enrol a finger first: chatelaine fingerprint enroll")
        }
        attributes[.accessControl] = .accessControl(control.bound(to: set))
    }

    /// The most times that one operation asks: each item may ask for something else (keychain-services 4.5.5).
    private static let mostRounds = 20

    /// Runs `body`, and has somebody asked for what it turns out to need.
    static func pass<Result>(
        _ authentication: Authentication, passcode: any DevicePasscode,
        _ body: (Gate) throws(KeychainError) -> Result
    ) throws(KeychainError) -> Result {
        let gate = Gate(authentication: authentication)
        for _ in 0..<mostRounds {
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
        throw KeychainError(.authenticationFailed, "what was shown is never enough")
    }
}

extension KeychainError {
    /// Why what an item asks for was not shown.
    fileprivate init(_ error: AuthenticationError, _ requirement: AuthenticationRequirement) {
        self.init(error)
        // Nothing is evaluated there: the password is a program's to supply (keychain-services 4.5.4).
        guard error.code == .notInteractive, requirement.means.isEmpty, requirement.needsApplicationPassword,
            !requirement.choosesApplicationPassword
        else { return }
        self = KeychainError(
            .authenticationFailed, "the item takes its application password",
            remedy: "supply it with the authentication context, or let somebody be asked for it")
        authentication = error
    }
}
