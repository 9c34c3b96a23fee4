import AgentClient
import KeychainServices

/// The connection to the agent, for commands that need one.
enum AgentSession {
    /// Returns the status of the agent that serves the user.
    ///
    /// - Throws: a ``Failure`` if no agent runs.
    @discardableResult
    static func require() throws -> AgentStatus {
        guard let status = try AgentStatus.ofUser() else { throw absent }
        return status
    }

    /// Connects to the agent for requests other than those of the keychain.
    ///
    /// - Throws: a ``Failure`` if no agent runs.
    static func administration() throws -> AgentAdministration {
        // The default access group of the command line.
        guard let agent = try AgentAdministration(groups: [Session.defaultGroup]) else { throw absent }
        return agent
    }

    private static var absent: Failure {
        Failure(.failed, "there is no agent", remedy: "start it with: chatelaine agent")
    }
}
