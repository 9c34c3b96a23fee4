import AccessPolicy
import Agent
import AgentClient
import Foundation
import KeychainServices

/// An agent on threads of this process, at a socket of the test's own, which gives every program the groups that it asks for.
final class AgentUnderTest {
    /// The keychain behind it.
    let served: Keychain
    let socketPath: String
    private let server: AgentServer
    private let ended = DispatchSemaphore(value: 0)

    init(serving keychain: Keychain, in directory: String, _ authenticators: Authenticators = Authenticators()) throws {
        served = keychain
        socketPath = directory + "/run/agent.socket"
        let server = try AgentServer(
            AgentServer.Configuration(socketPath: socketPath), service: keychain.service(), gatekeeper: OpenGate(),
            authenticators: authenticators)
        self.server = server
        Thread.detachNewThread { [ended] in
            server.run()
            ended.signal()
        }
    }

    deinit { end() }

    private var hasEnded = false

    func end() {
        guard !hasEnded else { return }
        hasEnded = true
        server.stop()
        ended.wait()
        served.close()
    }

    func keychain(groups: [String]) throws -> Keychain { try .served(at: socketPath, groups: groups) }
}

/// Lets every program in.
private struct OpenGate: Gatekeeper {
    func inspect(_ credentials: ProcessCredentials, pidfd: Int32) throws(KeychainError) -> Program {
        Program(
            // The installed command line may show questions.
            credentials: credentials, path: "/test", subject: (try? .system(path: "/test")) ?? .unidentified,
            process: "test", fingerprint: "test",
            terminal: nil, witness: nil, role: .commandLine)
    }

    func admit(
        _ program: Program, wanted: [String], token: TokenGrant?, hasShownPasscode: Bool
    ) throws(KeychainError) -> Admission { Admission(groups: AccessGroups(wanted)) }

    func isTrusted(_ program: Program, hasShownPasscode: Bool) throws(KeychainError) -> Bool { true }

    func grantTerminal(of program: Program) {}
    func locked() {}
}
