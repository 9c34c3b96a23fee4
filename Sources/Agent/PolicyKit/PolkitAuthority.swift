import CLinux
import DBus
import Glibc
import LinuxSupport
import Synchronization

/// Has polkit ask whoever uses a program for the password of their account.
///
/// Every call makes a connection of its own and blocks the thread that makes it. What comes back is polkit's word; no password is
/// seen here.
/// Specified in: polkit's D-Bus interface `org.freedesktop.PolicyKit1.Authority`; Docs/agent.md.
package final class PolkitAuthority: Sendable {
    struct Settings: Sendable {
        let bus: BusAddress
        let busUser: uid_t
        let authorityUsers: Set<uid_t>?

        /// Whether polkit may run as a user: as root, or as the account “polkitd”, if that is one of the system's.
        func isTrusted(_ user: uid_t) -> Bool {
            if let authorityUsers { return authorityUsers.contains(user) }
            if user == 0 { return true }
            var account: uid_t = 0
            // Numbers from 1000 on are people's (login.defs(5), SYS_UID_MAX).
            return clinux_account("polkitd", &account) == 0 && account < 1000 && account == user
        }
    }

    private let settings: Settings
    /// Microseconds that a person has.
    private let patience: UInt64
    /// When a process was last asked for with ``PolkitAction/kept``, in nanoseconds of the clock that counts sleep.
    private let askedAt = Mutex<[AskingProcess: UInt64]>([:])

    /// - Parameters:
    ///   - bus: where polkit is.
    ///   - busUser: the user id who has to have made the socket of the bus. Anything but root's is for tests.
    ///   - authorityUsers: the user ids as which polkit may run; nil: root's, and that of the account `polkitd`. Others are for tests.
    ///   - patience: seconds that a person has to answer; an hour at most.
    package init(
        bus: BusAddress = .system(), busUser: uid_t = 0, authorityUsers: Set<uid_t>? = nil, patience: Double = 60
    ) {
        settings = Settings(bus: bus, busUser: busUser, authorityUsers: authorityUsers)
        self.patience = UInt64(min(max(patience.isFinite ? patience : 60, 0), 3600) * 1_000_000)
    }

    /// Returns when the owner of the account as which a process runs has shown to be there.
    ///
    /// The process is looked at again after the answer: nothing is for a process that has taken over the number of another.
    ///
    /// - Parameters:
    ///   - process: which asks. Never one of root's: polkit allows that everything and asks nobody.
    ///   - question: what the dialogue says.
    ///   - cancellation: takes the dialogue away.
    /// - Throws: `PolkitError`.
    package func confirm(
        _ process: AskingProcess, _ question: PolkitQuestion, _ cancellation: Cancellation
    ) throws(PolkitError) {
        guard process.uid != 0 else {
            throw PolkitError(
                .nobodyToAsk, "polkit asks nobody for programs of root's",
                remedy: "run the program as the user whose keychain it is")
        }
        guard process.isRunning else { throw .programIsGone }
        let polkit = try AuthorityConnection(settings, cancellation)
        let action = try action(for: process, question, polkit)
        let verdict = try polkit.check(action, of: process, question, within: patience)
        guard process.isRunning else { throw .programIsGone }
        switch verdict {
        case .authorized: if action == .kept { note(process) }
        case .dismissed: throw PolkitError(.dismissed, "somebody closed polkit's dialogue")
        case .refused: throw PolkitError(.refused, "polkit has not been shown the password of the account")
        case .challenge:
            throw PolkitError(
                .nobodyToAsk, "polkit has nobody to ask: no authentication agent of the user's runs",
                remedy: "start the one of the desktop, or in a terminal: pkttyagent --process PID")
        }
    }

    /// polkit keeps an answer for five minutes, a program may want less. What is kept counts only if it was asked for here, and not
    /// longer ago than the program wants.
    private func action(
        for process: AskingProcess, _ question: PolkitQuestion, _ polkit: AuthorityConnection
    ) throws(PolkitError) -> PolkitAction {
        guard question.reuse > 0 else { return .once }
        if let last = askedAt.withLock({ $0[process] }) {
            if Double(Clock.sinceBoot &- last) / 1e9 <= question.reuse { return .kept }
            askedAt.withLock { $0[process] = nil }
        }
        let isKept = try polkit.check(.kept, of: process, nil, within: 0) == .authorized
        return isKept ? .once : .kept
    }

    private static let mostProcesses = 1024

    /// The first answer counts: a later one may be what polkit has kept.
    private func note(_ process: AskingProcess) {
        askedAt.withLock { asked in
            guard asked[process] == nil else { return }
            if asked.count >= Self.mostProcesses { asked = [:] }
            asked[process] = Clock.sinceBoot
        }
    }
}
