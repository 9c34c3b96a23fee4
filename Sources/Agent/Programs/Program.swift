import AccessPolicy
import CLinux
import Glibc
import KeychainServices
import ProcessIdentity

/// A program that asks, as the agent found it.
package struct Program: Sendable {
    /// Who sent what arrived, as the kernel says.
    package let credentials: ProcessCredentials
    /// The path of its executable.
    package let path: String
    /// What the policy knows it by.
    package let subject: Subject
    /// What tells this process from every other one, whatever becomes of its number: a difference ends the connection.
    package let process: String
    /// What it was made of when it was looked at: a difference has it judged anew.
    package let fingerprint: String
    /// The session that it runs in: an answer “for this session” is for this one.
    package let session: String
    /// The terminal that it runs in, if any.
    package let terminal: TerminalGrant.Terminal?
    /// Tells at any time, without the cost of a look, whether the process still runs the same program.
    package let witness: ProgramWitness?
    /// Which of the programs that belong to this agent it is.
    package let role: Role
    /// When the process has started, in the kernel's clock ticks since the machine has; nil if nobody looked.
    package var startTime: UInt64?
    /// Why its identity is not worth more, for people; empty if nothing speaks against it.
    package var reason = ""

    package init(
        credentials: ProcessCredentials, path: String, subject: Subject, process: String, fingerprint: String,
        session: String = "",
        terminal: TerminalGrant.Terminal?, witness: ProgramWitness?, role: Role = .other
    ) {
        self.credentials = credentials
        self.path = path
        self.subject = subject
        self.process = process
        self.fingerprint = fingerprint
        self.session = session
        self.terminal = terminal
        self.witness = witness
        self.role = role
    }

    /// The programs that belong to an agent are installed with it, and known by their files.
    package enum Role: String, Sendable, CaseIterable {
        case commandLine = "chatelaine"
        /// Shows sheets and questions in windows.
        case sheetWindow = "chatelaine-sheet"
        /// The window of the password manager.
        case vaultWindow = "chatelaine-passwords"
        /// Somebody else's program.
        case other = ""
    }

    /// Whether it is the command line that belongs to this agent.
    package var isCommandLine: Bool { role == .commandLine }

    /// Whether it shows to people what the agent asks. What loads code of the user's shows nothing.
    package var isPresenter: Bool {
        (role == .commandLine || role == .sheetWindow) && subject.strength == .system
    }

    /// Whether it does with a vault whatever the person does who has entered the master password in it.
    package var servesVaults: Bool { role != .other }

    /// How much its identity is worth, for people.
    package var strength: String { subject.strength.rawValue }
}

/// A process and its user.
package struct ProcessCredentials: Hashable, Sendable {
    package let pid: Int32
    package let uid: UInt32
    package let gid: UInt32

    package init(_ credentials: clinux_credentials) {
        (pid, uid, gid) = (credentials.pid, credentials.uid, credentials.gid)
    }
}

/// What a program gets.
package struct Admission: Sendable {
    package let groups: AccessGroups
    /// Those of them whose items it may change.
    package let groupsToChange: AccessGroups
    /// Whether it would get more if somebody entered the passcode in its terminal.
    package let wantsTerminalGrant: Bool
    /// Whether the program is not what it was at its first use: it gets nothing before somebody has said that this is right.
    package var isChanged = false

    package init(groups: AccessGroups, groupsToChange: AccessGroups? = nil, wantsTerminalGrant: Bool = false) {
        self.groups = groups
        self.groupsToChange = groupsToChange ?? groups
        self.wantsTerminalGrant = wantsTerminalGrant
    }
}

/// Finds out who asks, and decides what that program may have.
package protocol Gatekeeper: Sendable {
    /// Looks at a process.
    ///
    /// - Parameter pidfd: refers to it, whatever becomes of its number.
    /// - Throws: `.notAvailable` if it has ended.
    func inspect(_ credentials: ProcessCredentials, pidfd: Int32) throws(KeychainError) -> Program

    /// What a program gets.
    ///
    /// - Parameters:
    ///   - wanted: the groups that it asks for; empty: what it is given.
    ///   - token: what it has presented.
    ///   - hasShownPasscode: whether it has sent the right passcode.
    /// - Throws: `.missingEntitlement` if it asks for what it may not have.
    func admit(
        _ program: Program, wanted: [String], token: TokenGrant?, hasShownPasscode: Bool
    ) throws(KeychainError) -> Admission

    /// Whether the person who uses a program has shown to know the passcode, or there is none.
    func isTrusted(_ program: Program, hasShownPasscode: Bool) throws(KeychainError) -> Bool

    /// Somebody has entered the passcode in the program's terminal.
    func grantTerminal(of program: Program)

    /// The keychain was locked.
    func locked()

    /// What somebody should know who wonders why a program gets something, or does not.
    var notes: [String] { get }
}

extension Gatekeeper {
    package var notes: [String] { [] }
}
