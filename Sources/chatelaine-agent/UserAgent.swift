import Agent
import AgentProtocol
import DesktopEvents
import Foundation
import KeychainServices

/// The agent of the user that it runs as.
struct UserAgent {
    let autoLock: UInt64
    let idleExit: UInt64
    /// The program whose children have its identity; `nil` outside development.
    let testHost: String?

    func run() throws {
        guard let path = SocketPath.ofUser() else {
            throw KeychainError(
                .notAvailable, "the directory for the agent's socket cannot be determined",
                remedy: "set XDG_RUNTIME_DIR")
        }
        var configuration = AgentServer.Configuration(socketPath: path)
        configuration.autoLock = autoLock * 60
        configuration.idleExit = idleExit
        let token = try KeyToken(Settings.read(Settings.userPath()))
        configuration.tpm = token.tpm
        configuration.inheritedSocket = ServiceManager.inheritedSockets().first?.descriptor
        // Programs declare their groups in files next to them. The socket's directory may have to be created again.
        let above = (((path as NSString).deletingLastPathComponent) as NSString).deletingLastPathComponent
        var serving = Serving(
            configuration: configuration, root: try .user(), helper: try Serving.startHelper(),
            files: (writable: [above], readable: ["/"]),
            authenticators: try Authenticators(settings: Settings.userPath()))
        serving.token = token
        serving.testHost = try testHost.map { path throws(KeychainError) in try TestHost(path: path) }
        try serving.run {
            DesktopLockObserver($0) { lock in LockSignals { lock($0) } }
        } onStart: {
            Serving.announce(path)
            _ = ServiceManager.notifyReady(status: "listening")
        }
    }
}
