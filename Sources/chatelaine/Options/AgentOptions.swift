import AgentClient
import ArgumentParser
import KeychainServices

/// The options of commands for the parts of the agent that only the user may see or change.
struct AgentOptions: ParsableArguments {
    @Flag(help: "Take the keychain's passcode from the first line of standard input.") var passcodeStdin = false

    /// Runs `body`. If the agent requires the passcode for it, asks for the passcode and runs `body` again.
    func perform<Result>(_ body: (AgentAdministration) throws -> Result) throws -> Result {
        let agent = try AgentSession.administration()
        if passcodeStdin {
            try agent.show(passcode: StandardInput.passcode())
            return try body(agent)
        }
        do {
            return try body(agent)
        } catch let error as KeychainError where error.code == .interactionNotAllowed {
            guard let terminal = Terminal() else { throw error }
            try Session.ask(terminal, "Passcode of the keychain: ") { try agent.show(passcode: $0) }
            return try body(agent)
        }
    }
}
