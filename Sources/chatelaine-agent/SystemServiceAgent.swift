import AccountPassword
import Agent
import AgentProtocol
import Authentication
import CLinux
import DesktopEvents
import Fingerprint
import Foundation
import Glibc
import KeychainServices
import LinuxSupport
import PolicyKit
import ProcessIdentity

/// The process of the system service that accepts the connections of all users.
struct SystemServiceAgent {
    let autoLock: UInt64
    let idleExit: UInt64

    func run() throws {
        var account: uid_t = 0
        guard clinux_account(SystemLocations.account, &account) == 0, geteuid() == account, getuid() == account
        else {
            throw KeychainError(
                .notAvailable,
                "the system service must run as the account “\(SystemLocations.account)”, not as you or as root",
                remedy: "start it with: systemctl start chatelaine-system.socket")
        }
        guard let own = InstalledProgram.ownPath else {
            throw KeychainError(
                .notAvailable, "the path of this program cannot be found", remedy: "check that /proc is mounted")
        }
        let helper = try Serving.startHelper()
        // No other process is to have the capabilities that the helper needs.
        guard clinux_drop_capabilities() == 0 else { throw Self.cannotConfine }
        guard SystemCalls.refuse(SystemCalls.intrusive) == nil else { throw Self.cannotConfine }
        var configuration = SystemService.Configuration(
            server: [
                own, "--auto-lock", "\(autoLock)", "--idle-exit", "\(idleExit > 0 ? idleExit : Self.idleExitDefault)",
            ])
        configuration.inheritedSocket = ServiceManager.inheritedSockets().first?.descriptor
        let service = try SystemService(configuration, helper: helper)
        Serving.announce(configuration.socketPath)
        _ = ServiceManager.notifyReady(status: "listening")
        service.run()
        _ = ServiceManager.notifyStopping()
    }

    /// The number of seconds without a connection until the process of a user ends, if it holds nothing that needed a
    /// passcode.
    private static let idleExitDefault: UInt64 = 60

    private static var cannotConfine: KeychainError {
        KeychainError(
            .notAvailable, "the system service cannot give up the rights that it does not need",
            remedy: "a kernel with seccomp is needed")
    }
}

/// The process of the system service that serves one user.
struct UserProcessOfService {
    let uid: UInt32
    let directory: String
    let autoLock: UInt64
    let idleExit: UInt64

    func run() throws {
        guard let helper = IdentifyHelper(descriptor: ChildStart.firstDescriptor + 1) else {
            throw KeychainError(.notAvailable, "only the system service can start a process for a user")
        }
        let data = try AccountDirectory(directory)
        var configuration = AgentServer.Configuration(socketPath: SystemLocations.socket)
        configuration.handover = ChildStart.firstDescriptor
        configuration.user = uid
        configuration.account = data
        configuration.autoLock = autoLock * 60
        configuration.idleExit = idleExit
        configuration.tpm = .ofMachine()
        let uid = uid
        // The directories of other users belong to the same account and are not included.
        let top = try FileManager.default.contentsOfDirectory(atPath: "/").map { "/" + $0 }
        let readable = top.filter { $0 != "/var" && $0 != "/run" }
        // The reader is asked for another user's prints, which polkit has to allow to this account.
        var authenticators = Authenticators()
        if let name = AccountName.of(uid) {
            authenticators.reader = SystemReader(FingerprintReader(user: name))
        }
        // polkit allows root everything without a question: root enters the passcode of the keychain instead.
        if uid != 0 {
            let polkit = PolkitAuthority()
            authenticators.owner = { PolkitOwnerCheck(polkit, for: $0) }
        }
        try Serving(
            configuration: configuration, root: data.root, helper: helper,
            files: (writable: [directory], readable: readable), authenticators: authenticators, tellsMarks: true
        ).run {
            // The bus of the user's session accepts no other user; suspend and locked sessions are reported on the
            // system bus.
            DesktopLockObserver($0) { lock in LockSignals(sessionBusAddress: "", user: uid) { lock($0) } }
        } onStart: {
        }
    }
}
