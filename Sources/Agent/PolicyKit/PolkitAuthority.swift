import CLinux
import DBus
import Glibc
import LinuxSupport
import Synchronization

/// A client of polkit, which verifies that the user of a program knows the password of the account.
///
/// Every call makes a connection of its own and blocks the calling thread. The result is polkit's decision; this process does not see the
/// password.
/// Specified in: polkit's D-Bus interface `org.freedesktop.PolicyKit1.Authority`; Docs/agent.md.
package final class PolkitAuthority: Sendable {
    struct Settings: Sendable {
        let bus: BusAddress
        let busUser: uid_t
        let authorityUsers: Set<uid_t>?

        /// Whether polkit may run as a user: as root, or as the account “polkitd”, if that is a system account.
        func isTrusted(_ user: uid_t) -> Bool {
            if let authorityUsers { return authorityUsers.contains(user) }
            if user == 0 { return true }
            var account: uid_t = 0
            // User ids from 1000 on belong to people (login.defs(5), SYS_UID_MAX).
            return clinux_account("polkitd", &account) == 0 && account < 1000 && account == user
        }
    }

    private let settings: Settings
    /// The time limit for the user, in microseconds.
    private let timeout: UInt64
    /// The time of the last request with ``PolkitAction/kept`` for each process, in nanoseconds of the clock that includes suspend.
    private let lastKeptRequest = Mutex<[RequestingProcess: UInt64]>([:])

    /// - Parameters:
    ///   - bus: the bus of polkit.
    ///   - busUser: the user id that has to have made the socket of the bus. Others than root's are for tests.
    ///   - authorityUsers: the user ids as which polkit may run; `nil` for root's, and that of the account `polkitd`. Others are for tests.
    ///   - timeout: the time limit for the user in seconds; an hour at most.
    package init(
        bus: BusAddress = .system(), busUser: uid_t = 0, authorityUsers: Set<uid_t>? = nil, timeout: Double = 60
    ) {
        settings = Settings(bus: bus, busUser: busUser, authorityUsers: authorityUsers)
        self.timeout = UInt64(min(max(timeout.isFinite ? timeout : 60, 0), 3600) * 1_000_000)
    }

    /// Returns when the owner of the account that a process runs as has proved to be present.
    ///
    /// The process is checked again after the answer, so that no other process with a reused process id benefits.
    ///
    /// - Parameters:
    ///   - process: the requesting process. Must not run as root: polkit allows root everything without a question.
    ///   - question: the contents of the dialogue.
    ///   - cancellation: closes the dialogue.
    ///   - whenAsking: called when polkit has not answered for a second, and so waits for the user.
    /// - Throws: `PolkitError`.
    package func confirm(
        _ process: RequestingProcess, _ question: PolkitQuestion, _ cancellation: Cancellation,
        whenAsking: () -> Void = {}
    ) throws(PolkitError) {
        guard process.uid != 0 else {
            throw PolkitError(
                .noAuthenticationAgent, "polkit does not ask for programs that run as root",
                remedy: "run the program as the owner of the keychain")
        }
        guard process.isRunning else { throw .programIsGone }
        let polkit = try AuthorityConnection(settings, cancellation)
        let action = try action(for: process, question, polkit)
        let verdict = try polkit.check(action, of: process, question, within: timeout, whenAsking: whenAsking)
        guard process.isRunning else { throw .programIsGone }
        switch verdict {
        case .authorized: if action == .kept { note(process) }
        case .dismissed: throw PolkitError(.dismissed, "the user closed polkit's dialogue")
        case .refused:
            throw PolkitError(.refused, "the password of the account was not entered correctly in polkit's dialogue")
        case .challenge:
            throw PolkitError(
                .noAuthenticationAgent, "polkit cannot ask the user: no authentication agent is running",
                remedy: "start the desktop's authentication agent, or in a terminal: pkttyagent --process PID")
        }
    }

    /// Returns the action to ask for. polkit keeps an answer for five minutes; a program may want a shorter time. A kept answer counts only
    /// if it was given here, and not longer ago than the program wants.
    private func action(
        for process: RequestingProcess, _ question: PolkitQuestion, _ polkit: AuthorityConnection
    ) throws(PolkitError) -> PolkitAction {
        guard question.reuse > 0 else { return .once }
        if let last = lastKeptRequest.withLock({ $0[process] }) {
            if Double(Clock.sinceBoot &- last) / 1e9 <= question.reuse { return .kept }
            lastKeptRequest.withLock { $0[process] = nil }
        }
        let isKept = try polkit.check(.kept, of: process, nil, within: 0) == .authorized
        return isKept ? .once : .kept
    }

    private static let mostProcesses = 1024

    /// Records the time of the first answer, because a later one may be an answer that polkit has kept.
    private func note(_ process: RequestingProcess) {
        lastKeptRequest.withLock { asked in
            guard asked[process] == nil else { return }
            if asked.count >= Self.mostProcesses { asked = [:] }
            asked[process] = Clock.sinceBoot
        }
    }
}
