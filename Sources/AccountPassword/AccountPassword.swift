import CLinux
import Glibc
import LinuxSupport
import Secrets

/// Asks PAM whether a person knows the password of an account, by way of `chatelaine-pam-helper`.
///
/// The helper is started at once, and by nothing later on: `pam_unix` checks the password of whoever is not root with a program that has
/// more rights (unix_chkpwd(8)), which a process that has given up gaining rights (`no_new_privs`), and all that it starts, cannot use.
/// So make this object first and confine the process afterwards. The helper ends with this object or with this process. Each
/// transaction is a process of its own.
package final class AccountPassword: Sendable {
    /// Asks a person. Called on a thread of its own, for one question after the other; what it answers after the transaction has ended
    /// is wiped.
    package typealias Conversation = @Sendable (Question) -> Answer

    private let way: Descriptor?
    /// Of the helper, if it could be started.
    let pid: pid_t?
    /// The helper itself: a program that waits for all of its children takes the number away.
    private let pidfd: Descriptor?
    private let limit: Duration

    /// Starts the helper. Where that cannot be done every transaction ends with ``Outcome/unavailable(_:)``.
    ///
    /// - Parameters:
    ///   - path: absolute path of `chatelaine-pam-helper`.
    ///   - service: name of the PAM service: lower-case letters, digits, `-` and `_`.
    ///   - directory: absolute path of the directory with the file of the service; nil for the system's.
    ///   - limit: how long a transaction may take, with the time to type in; at most
    ///     ``HelperMessage/mostSeconds``.
    package convenience init(
        helper path: String, service: String = "chatelaine", configurationDirectory directory: String? = nil,
        limit: Duration = .seconds(HelperMessage.mostSeconds)
    ) {
        let isUsable = path.hasPrefix("/") && HelperMessage.isService(service) && directory?.hasPrefix("/") ?? true
        self.init(command: isUsable ? [path, service] + (directory.map { [$0] } ?? []) : [], limit: limit)
    }

    /// - Parameter command: absolute path and arguments; none for a helper that cannot be started.
    init(command: [String], limit: Duration) {
        self.limit = min(limit, .seconds(HelperMessage.mostSeconds))
        guard let ends = PacketPair(), let pid = ChildStart.spawn(command, descriptors: [ends.theirs.number]) else {
            way = nil
            pid = nil
            pidfd = nil
            return
        }
        self.pid = pid
        pidfd = Descriptor(clinux_pidfd_open(pid))
        way = ends.takeOurs()
    }

    deinit {
        guard let pid else { return }
        let number = Self.number(pidfd)
        // What it has started the kernel ends with it. Without a descriptor left for it, its number has to do.
        let isOurs = number >= 0 ? clinux_pidfd_send_signal(number, SIGKILL) == 0 : kill(pid, SIGKILL) == 0
        if isOurs { _ = retrying { waitpid(pid, nil, 0) } }
    }

    /// Whether the helper has been started and has not ended.
    package var isRunning: Bool {
        var question = pollfd(fd: wayNumber, events: 0, revents: 0)
        return wayNumber >= 0 && retrying { poll(&question, 1, 0) } == 0
    }

    /// Asks for the password of an account and has PAM check it, and whether the account may be used. Blocks until that is done, and
    /// no longer than the limit; any number of threads may do so at once, of which the helper serves 16.
    ///
    /// - Parameters:
    ///   - user: name of the account. A helper that is not root's checks its own account alone.
    ///   - cancellation: ends this at any time, within milliseconds.
    ///   - conversation: asks the person.
    package func authenticate(
        user: String, cancellation: Cancellation = Cancellation(), conversation: @escaping Conversation
    ) -> Outcome {
        guard HelperMessage.isName(user) else { return .unavailable("this is no name of an account") }
        guard isRunning else {
            return .unavailable(
                "“chatelaine-pam-helper” does not run; see that it is installed, and start this program or the agent again"
            )
        }
        guard cancellation.event >= 0, let ends = PacketPair() else { return Self.noMeans }
        let order = [HelperMessage.order] + Array(user.utf8)
        guard clinux_send_packet_now(wayNumber, order, order.count, ends.theirs.number) == order.count else {
            return .unavailable("“chatelaine-pam-helper” takes no order; start this program or the agent again")
        }
        return Transaction(
            connection: ends.takeOurs(), cancellation: cancellation, limit: limit, conversation: conversation
        ).run()
    }

    static var noMeans: Outcome {
        .unavailable("the process has too many open files or threads; raise its limits (ulimit -n, ulimit -u)")
    }

    private var wayNumber: Int32 { Self.number(way) }

    private static func number(_ descriptor: borrowing Descriptor?) -> Int32 {
        switch descriptor {
        case .some(let descriptor): descriptor.number
        case .none: -1
        }
    }
}
