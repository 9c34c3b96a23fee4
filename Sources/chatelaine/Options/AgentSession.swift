import AgentClient
import KeychainServices

/// What needs an agent.
enum AgentSession {
    /// - Throws: if there is none.
    @discardableResult
    static func require() throws -> AgentStatus {
        guard let status = try AgentStatus.ofUser() else { throw absent }
        return status
    }

    /// What the agent is asked beside the keychain.
    ///
    /// - Throws: if there is none.
    static func administration() throws -> AgentAdministration {
        // The group that the command line has always had.
        guard let agent = try AgentAdministration(groups: [Session.defaultGroup]) else { throw absent }
        return agent
    }

    private static var absent: Failure {
        Failure(.failed, "there is no agent", remedy: "start it with: chatelaine agent")
    }
}
