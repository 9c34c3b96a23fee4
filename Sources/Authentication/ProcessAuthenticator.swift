import KeychainServices

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

    package func authenticate(_ request: AuthenticationRequest) throws(AuthenticationError) -> AuthenticationProof {
        let own = KeychainPasscodeCheck(request.passcode)
        let account = try account(for: request.requirement)
        let prompter: (any Prompter)? =
            if let own = InAppPrompts.current { InAppPrompterAdapter(prompter: own) } else { terminal }
        // One program: what has matched for it is good for it.
        return try Evaluation(
            equipment, passcode: account ?? own, keychainPasscode: own, prompter: prompter, program: ""
        ).run(request)
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
}
