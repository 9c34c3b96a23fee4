import KeychainServices

/// Asks for this process, where there is no agent: in a window of the program's, or in its terminal.
///
/// What is asked here is a convention: a program can leave it out. Only what enters keys holds (SECURITY.md).
package final class ProcessAuthenticator: Authenticator {
    /// With the system's reader.
    package static let shared = ProcessAuthenticator(AuthenticationEquipment(reader: SystemReader()))

    private let equipment: AuthenticationEquipment
    private let terminal: (any Prompter)?

    /// - Parameter terminal: shows prompts where the program does not do so itself.
    package init(_ equipment: AuthenticationEquipment, terminal: (any Prompter)? = TerminalPrompter()) {
        self.equipment = equipment
        self.terminal = terminal
    }

    package func biometry() -> Biometry { equipment.biometry() }

    package func authenticate(_ request: AuthenticationRequest) throws(AuthenticationError) -> AuthenticationProof {
        let prompter: (any Prompter)? =
            if let own = InAppPrompts.current { InAppPrompterAdapter(prompter: own) } else { terminal }
        // One program: what has matched for it is good for it.
        return try Evaluation(
            equipment, passcode: KeychainPasscodeCheck(request.passcode), prompter: prompter, program: ""
        ).run(request)
    }
}
