import KeychainServices
import Secrets
import Synchronization

/// Asks for this process, where there is no agent: in a window of the program's, or in its terminal.
///
/// What is asked here is a convention: a program can leave it out. Only what enters keys holds (SECURITY.md).
package final class ProcessAuthenticator: Authenticator {
    /// With the system's reader, as the user's settings say.
    package static let shared = ProcessAuthenticator(
        AuthenticationEquipment(reader: SystemReader()), settings: Settings.userPath())

    private let equipment: AuthenticationEquipment
    private let terminal: (any Prompter)?
    private let settings: String?
    private let entered = Mutex<TypedSecret?>(nil)

    /// - Parameters:
    ///   - terminal: shows prompts where the program does not do so itself.
    ///   - settings: where they are; nil: nowhere.
    package init(
        _ equipment: AuthenticationEquipment, terminal: (any Prompter)? = TerminalPrompter(), settings: String? = nil
    ) {
        self.equipment = equipment
        self.terminal = terminal
        self.settings = settings
    }

    package func biometry() -> Biometry { equipment.biometry() }

    /// What is not understood is told when somebody is to be asked.
    package var hasOtherPasscode: Bool { (try? Settings.read(settings))?.passcode != .chatelaine }

    /// Somebody has entered the passcode of the keychain, to unlock it: nobody is asked for it again.
    package func passcodeWasEntered(_ passcode: borrowing SecretBytes) {
        let typed = TypedSecret(passcode.copy())
        entered.withLock { $0 = typed }
    }

    package func authenticate(_ request: AuthenticationRequest) throws(AuthenticationError) -> AuthenticationProof {
        let own = KeychainPasscodeCheck(request.passcode)
        let account = try account(for: request.requirement)
        let prompter: (any Prompter)? =
            if let own = InAppPrompts.current { InAppPrompterAdapter(prompter: own) } else { terminal }
        // One program: what has matched for it is good for it.
        let evaluation = Evaluation(
            equipment, passcode: account ?? own, keychainPasscode: own, prompter: prompter, program: "")
        guard account == nil, let proof = proof(of: request.requirement, own) else {
            return try evaluation.run(request)
        }
        return try request.completing(proof, evaluation.run)
    }

    /// What counts as the passcode in the place of the keychain's own, where anything does.
    private func account(
        for requirement: AuthenticationRequirement
    ) throws(AuthenticationError) -> AccountPasswordCheck? {
        guard requirement.means.contains(.passcode), !requirement.needsKeychainPasscode else { return nil }
        do throws(KeychainError) {
            return try AccountPasswordCheck.chosen(by: Settings.read(settings))
        } catch {
            throw AuthenticationError(error)
        }
    }

    /// What a passcode shows that was entered before; nil if none was, or it is the right one no more.
    private func proof(
        of requirement: AuthenticationRequirement, _ own: KeychainPasscodeCheck
    ) -> AuthenticationProof? {
        guard requirement.means.contains(.passcode), let typed = entered.withLock({ $0 }),
            let keys = try? own.prove(typed.bytes)
        else { return nil }
        var proof = AuthenticationProof()
        (proof.hasShownPasscode, proof.openingKeys, proof.passcodePair) = (true, keys, requirement.passcodePair)
        return proof
    }
}

extension AuthenticationRequest {
    /// Adds to `proof` what it does not show of what is asked for.
    ///
    /// - Parameter ask: asks somebody for the rest, if there is any.
    package func completing(
        _ proof: AuthenticationProof,
        _ ask: (AuthenticationRequest) throws(AuthenticationError) -> AuthenticationProof
    ) throws(AuthenticationError) -> AuthenticationProof {
        let rest = proof.rest(of: requirement)
        guard !rest.means.isEmpty || rest.needsApplicationPassword else { return proof }
        var proof = proof
        proof.add(
            try ask(
                AuthenticationRequest(
                    requirement: rest, presentation: presentation, passcode: passcode, cancellation: cancellation)))
        return proof
    }
}
