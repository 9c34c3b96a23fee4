import AgentProtocol
import Glibc
import KeychainServices
import Synchronization

/// Serves requests for the state of the agent itself.
final class StatusRequests: Sendable {
    private let autoLock: UInt64
    private let table: ConnectionTable
    private let gatekeeper: any Gatekeeper
    private let checker: PasscodeChecker
    private let notes = Mutex<[String]>([])

    /// - Parameter autoLock: the seconds without use until the keychain locks.
    init(autoLock: UInt64, _ table: ConnectionTable, _ gatekeeper: any Gatekeeper, _ checker: PasscodeChecker) {
        self.autoLock = autoLock
        self.table = table
        self.gatekeeper = gatekeeper
        self.checker = checker
    }

    /// Adds a note that the state shows from now on.
    func addNote(_ text: String) { notes.withLock { $0.append(text) } }

    func showAgentStatus(to caller: Caller) -> Work {
        let program = caller.program
        return Work(.immediate, log: .absent) { [self] _ throws(KeychainError) in
            .message(.agentStatus(status(for: program)))
        }
    }

    private func status(for program: Program) -> WireAgentStatus {
        .with {
            $0.version = ProtocolVersion.release
            $0.pid = UInt32(getpid())
            $0.connections = UInt64(table.count)
            $0.autoLock = autoLock
            $0.subject = program.wire
            $0.notes = notes.withLock { $0 } + gatekeeper.notes
            $0.erasesAfterTen = checker.erasesAfterLimit
        }
    }
}
