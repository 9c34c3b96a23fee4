import AgentProtocol
import Foundation
import Glibc
import KeychainServices

/// An agent's report about itself and about the requesting program.
package struct AgentStatus: Sendable {
    package let socketPath: String
    package let version: String
    package let pid: Int
    package let connections: Int
    /// The number of seconds without use until the keychain locks; 0: never.
    package let autoLock: UInt64
    /// The identity that the agent has determined for this program.
    package let program: String
    package let strength: String
    /// The reason for which the strength is not higher; empty if there is none.
    package let reason: String
    /// Notes about the agent itself, for the user.
    package let notes: [String]
    /// Whether the tenth wrong passcode in a row at a prompt erases everything.
    package let erasesAfterTen: Bool

    /// Returns the status of the user's agent.
    ///
    /// - Returns: `nil` if there is no agent.
    /// - Throws: a `KeychainError` if there is an agent that refuses this program or does not answer correctly.
    package static func ofUser() throws(KeychainError) -> AgentStatus? {
        guard let pool = try ConnectionPool.ofUser(groups: []) else { return nil }
        return try pool.answer(to: .agentStatus(.init()), isChange: false) {
            if case .agentStatus(let answer) = $0 { AgentStatus(answer, pool.path) } else { nil }
        }
    }

    private init(_ status: WireAgentStatus, _ path: String) {
        socketPath = path
        version = status.version
        pid = Int(status.pid)
        connections = Int(clamping: status.connections)
        autoLock = status.autoLock
        program = status.subject.path
        strength = status.subject.strength
        reason = status.subject.note
        notes = status.notes
        erasesAfterTen = status.erasesAfterTen
    }
}
