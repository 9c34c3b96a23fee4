import KeychainServices
import Secrets
import Synchronization

/// The authenticator for the user of this process, if there is no agent: in a window of the program, or in its terminal.
///
/// Authentication in the process itself is a convention that the program can bypass. Only the part that contributes to
/// keys is enforced (SECURITY.md).
package final class ProcessAuthenticator: Authenticator {
    /// An authenticator with the system's reader and the user's settings.
    package static let shared = ProcessAuthenticator(
        AuthenticationEquipment(reader: SystemReader()), settings: Settings.userPath())

    private let equipment: AuthenticationEquipment
    private let terminal: (any Prompter)?
    private let settings: String?
    private let entered = Mutex<TypedSecret?>(nil)

    /// - Parameters:
    ///   - terminal: shows prompts if the program does not do so itself.
    ///   - settings: the path of the settings; `nil` for none.
    package init(
        _ equipment: AuthenticationEquipment, terminal: (any Prompter)? = TerminalPrompter(), settings: String? = nil
    ) {
        self.equipment = equipment
        self.terminal = terminal
        self.settings = settings
    }

    package func biometry() -> Biometry { equipment.biometry() }

    /// An error in the settings is reported when the user is to be authenticated.
    package var hasOtherPasscode: Bool { (try? Settings.read(settings))?.passcode != .chatelaine }

    /// Records that the user has entered the keychain's passcode to unlock it, so that it is not asked for again.
    package func passcodeWasEntered(_ passcode: borrowing SecretBytes) {
        let typed = TypedSecret(passcode.copy())
        entered.withLock { $0 = typed }
    }

    package func authenticate(_ request: AuthenticationRequest) throws(AuthenticationError) -> AuthenticationProof {
        let own = KeychainPasscodeCheck(request.passcode)
        let account = try account(for: request.requirement)
        let prompter: (any Prompter)? =
            if let own = InAppPrompts.current { InAppPrompterAdapter(prompter: own) } else { terminal }
        // There is only one program, so every match counts for it.
        let evaluation = Evaluation(
            equipment, passcode: account ?? own, keychainPasscode: own, prompter: prompter, program: "")
        guard account == nil, let proof = proof(of: request.requirement, own) else {
            return try evaluation.run(request)
        }
        return try request.completing(proof, evaluation.run)
    }

    /// Returns the check that replaces the keychain's own passcode, if there is one.
    private func account(
        for requirement: AuthenticationRequirement
    ) throws(AuthenticationError) -> AccountPasswordCheck? {
        guard requirement.factors.contains(.passcode), !requirement.needsKeychainPasscode else { return nil }
        do throws(KeychainError) {
            return try AccountPasswordCheck.chosen(by: Settings.read(settings))
        } catch {
            throw AuthenticationError(error)
        }
    }

    /// Returns the proof for a passcode that was entered before; `nil` if there was none, or if it is no longer right.
    private func proof(
        of requirement: AuthenticationRequirement, _ own: KeychainPasscodeCheck
    ) -> AuthenticationProof? {
        guard requirement.factors.contains(.passcode), let typed = entered.withLock({ $0 }),
            let keys = try? own.prove(typed.bytes)
        else { return nil }
        var proof = AuthenticationProof()
        (proof.hasShownPasscode, proof.openingKeys, proof.passcodePair) = (true, keys, requirement.passcodePair)
        return proof
    }
}

extension AuthenticationRequest {
    /// Adds to `proof` the parts that are missing from the required ones.
    ///
    /// - Parameter ask: asks the user for the rest, if there is any.
    package func completing(
        _ proof: AuthenticationProof,
        _ ask: (AuthenticationRequest) throws(AuthenticationError) -> AuthenticationProof
    ) throws(AuthenticationError) -> AuthenticationProof {
        let rest = proof.remainder(of: requirement)
        guard !rest.factors.isEmpty || rest.needsApplicationPassword else { return proof }
        var proof = proof
        proof.add(
            try ask(
                AuthenticationRequest(
                    requirement: rest, presentation: presentation, passcode: passcode, cancellation: cancellation)))
        return proof
    }
}
