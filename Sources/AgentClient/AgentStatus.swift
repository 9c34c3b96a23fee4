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

    /// - Returns: nil if there is no agent.
    /// - Throws: a `KeychainError` if there is one that does not answer as it should.
    package static func ofUser() throws(KeychainError) -> AgentStatus? {
        guard let path = SocketPath.ofUser(), access(path, F_OK) == 0 else { return nil }
        let pool = ConnectionPool(path: path, groups: [])
        do {
            _ = try pool.connect()
        } catch let error as KeychainError {
            throw error
        } catch {
            return nil
        }
        var status: AgentStatus?
        try pool.withConnection(isChange: false) { connection in
            try connection.exchange(.agentStatus(.init()), []) { reply, _, _ in
                guard case .agentStatus(let answer) = reply else { return false }
                status = AgentStatus(answer, path)
                return true
            }
        }
        return status
    }

    private init(_ status: WireAgentStatus, _ path: String) {
        socketPath = path
        version = status.version
        pid = Int(status.pid)
        connections = Int(clamping: status.connections)
        autoLock = status.autoLock
        program = status.subject.path
        strength = status.subject.strength
    }
}
