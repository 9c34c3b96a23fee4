import CLinux
import Glibc
import LinuxSupport
import Secrets

/// A checker of account passwords that uses PAM, through `chatelaine-pam-helper`.
///
/// The helper is started at once and cannot be started later. For users other than root, `pam_unix` checks the password with a program that
/// has more rights (unix_chkpwd(8)), which a process that has given up gaining rights (`no_new_privs`) and its children cannot use. So
/// create this object first and confine the process afterwards. The helper ends with this object or with this process. Each transaction
/// runs in a separate process.
package final class AccountPassword: Sendable {
    /// A function that asks the user. Called on a separate thread, for one question after the other; an answer that arrives after the end
    /// of the transaction is wiped.
    package typealias Conversation = @Sendable (Question) -> Answer

    private let connection: Descriptor?
    /// The process id of the helper, if it could be started.
    let pid: pid_t?
    /// The pidfd of the helper, since a program that waits for all its children frees the process id.
    private let pidfd: Descriptor?
    private let limit: Duration

    /// Starts the helper. If that fails, every transaction ends with ``Outcome/unavailable(_:)``.
    ///
    /// - Parameters:
    ///   - path: absolute path of `chatelaine-pam-helper`.
    ///   - service: name of the PAM service: lower-case letters, digits, `-` and `_`.
    ///   - directory: absolute path of the directory with the file of the service; `nil` for the system's.
    ///   - limit: the time limit of a transaction, including the time for typing; at most ``HelperMessage/timeLimit``.
    package convenience init(
        helper path: String, service: String = "chatelaine", configurationDirectory directory: String? = nil,
        limit: Duration = .seconds(HelperMessage.timeLimit)
    ) {
        let isUsable = path.hasPrefix("/") && HelperMessage.isService(service) && directory?.hasPrefix("/") ?? true
        self.init(command: isUsable ? [path, service] + (directory.map { [$0] } ?? []) : [], limit: limit)
    }

    /// - Parameter command: absolute path and arguments; none for a helper that cannot be started.
    init(command: [String], limit: Duration) {
        self.limit = min(limit, .seconds(HelperMessage.timeLimit))
        guard let ends = PacketPair(), let pid = ChildStart.spawn(command, descriptors: [ends.theirs.number]) else {
            connection = nil
            pid = nil
            pidfd = nil
            return
        }
        self.pid = pid
        pidfd = Descriptor(clinux_pidfd_open(pid))
        connection = ends.takeOurs()
    }

    deinit {
        guard let pid else { return }
        let number = Self.number(pidfd)
        // The kernel ends the processes that the helper has started together with it. Without a pidfd, the process id has to serve.
        let isOurs = number >= 0 ? clinux_pidfd_send_signal(number, SIGKILL) == 0 : kill(pid, SIGKILL) == 0
        if isOurs { waitForChild(pid) }
    }

    /// Whether the helper was started and has not ended.
    package var isRunning: Bool {
        var question = pollfd(fd: connectionNumber, events: 0, revents: 0)
        return connectionNumber >= 0 && retrying { poll(&question, 1, 0) } == 0
    }

    /// Asks for the password of an account and lets PAM check it, and whether the account may be used. Blocks until that is done, at most
    /// for the time limit. Any number of threads may call this at once; the helper serves 16 of them at a time.
    ///
    /// - Parameters:
    ///   - user: name of the account. A helper that does not run as root checks only its own account.
    ///   - cancellation: ends the transaction at any time, within milliseconds.
    ///   - conversation: asks the user.
    package func authenticate(
        user: String, cancellation: Cancellation = Cancellation(), conversation: @escaping Conversation
    ) -> Outcome {
        guard HelperMessage.isName(user) else { return .unavailable("this is not a valid account name") }
        guard isRunning else {
            return .unavailable(
                "“chatelaine-pam-helper” is not running; check that it is installed, and restart this program or the agent"
            )
        }
        guard cancellation.event >= 0, let ends = PacketPair() else { return Self.outOfResources }
        let order = [HelperMessage.order] + Array(user.utf8)
        guard clinux_send_packet_now(connectionNumber, order, order.count, ends.theirs.number) == order.count else {
            return .unavailable("“chatelaine-pam-helper” does not accept requests; restart this program or the agent")
        }
        return Transaction(
            connection: ends.takeOurs(), cancellation: cancellation, limit: limit, conversation: conversation
        ).run()
    }

    static var outOfResources: Outcome {
        .unavailable("the process has too many open files or threads; raise its limits (ulimit -n, ulimit -u)")
    }

    private var connectionNumber: Int32 { Self.number(connection) }

    private static func number(_ descriptor: borrowing Descriptor?) -> Int32 {
        switch descriptor {
        case .some(let descriptor): descriptor.number
        case .none: -1
        }
    }
}
