import AgentProtocol
import Foundation
import Glibc
import KeychainServices

/// What an agent says about itself and about the program that asks.
package struct AgentStatus: Sendable {
    package let socketPath: String
    package let version: String
    package let pid: Int
    package let connections: Int
    /// Seconds without use until the keychain locks; 0: never.
    package let autoLock: UInt64
    /// What the agent takes this program for.
    package let program: String
    package let strength: String
    /// Why it is not surer of that; empty if nothing speaks against the program.
    package let reason: String
    /// What a person should know of the agent itself.
    package let notes: [String]
    /// Whether the tenth wrong passcode in a row at a prompt erases everything.
    package let erasesAfterTen: Bool

    /// - Returns: nil if there is no agent.
    /// - Throws: a `KeychainError` if there is one that does not answer as it should.
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
