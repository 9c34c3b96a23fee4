import AccessPolicy
import CLinux
import Glibc
import KeychainServices
import ProcessIdentity

/// A program that sends requests, as the agent has identified it.
package struct Program: Sendable {
    /// The credentials of the sender, from the kernel.
    package let credentials: ProcessCredentials
    /// The path of its executable.
    package let path: String
    /// The identity by which the policy knows it.
    package let subject: Subject
    /// An identifier that no other process has, even one with the same number later. A difference ends the connection.
    package let process: String
    /// The files of which it consisted at the last look. After a difference it is admitted again.
    package let fingerprint: String
    /// The session that it runs in, to which an answer “for this session” applies.
    package let session: String
    /// The terminal that it runs in, if any.
    package let terminal: TerminalGrant.Terminal?
    /// Tells at any time, without the cost of a look, whether the process still runs the same program.
    package let witness: ProgramWitness?
    /// Its role among the programs that belong to this agent.
    package let role: Role
    /// The start of the process in the kernel's clock ticks since the start of the machine; `nil` if unknown.
    package var startTime: UInt64?
    /// The reason why its identity is not worth more, for people; empty if there is none.
    package var reason = ""
    /// The process because of which its mark counts nothing; `nil` if there is none.
    package var markHolder: MarkHolder?
    /// Whether its executable was replaced while it was running, as by an upgrade. It keeps the connections that it has.
    package var wasUpgraded = false
    /// The file next to its executable that proposes its access groups.
    package var declaration = Declaration.absent
    /// Whether the agent tells secured programs from others, as the system service does.
    package var isLookedAtForMark = false
    /// The test host that has started it, and whose identity it has; `nil` for other programs.
    package var host: TestHost.Host?

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

    /// The role of a program. Those that belong to an agent are installed with it, and known by their files.
    package enum Role: String, Sendable, CaseIterable {
        case commandLine = "chatelaine"
        /// Shows sheets and questions in windows.
        case sheetWindow = "chatelaine-sheet"
        /// The window of the password manager.
        case vaultWindow = "chatelaine-passwords"
        /// The window of the keychains.
        case keychainWindow = "chatelaine-keychains"
        /// The native host of browsers.
        case browserHost = "chatelaine-browser"
        /// A program that does not belong to the agent.
        case other = ""
    }

    /// Whether it is the command line that belongs to this agent.
    package var isCommandLine: Bool { role == .commandLine }

    /// Whether it shows questions and sheets to people. One that is seen to load code of the user's shows none. That is a name and no
    /// wall: a program that starts a presenter controls it, and can answer what it shows.
    package var isPresenter: Bool {
        (role == .commandLine || role == .sheetWindow) && subject.strength >= .system
    }

    /// Whether it is a window of ours that no other program of its user controls, as far as the agent can know. Such a window shows what was
    /// saved in vaults that are unlocked, and is unlocked by a finger; any other takes the master password first.
    package var isTrustedWindow: Bool {
        isWindow && subject.strength >= (isLookedAtForMark ? .secured : .system)
    }

    /// The reason for which a window of ours is not trusted though it is installed as it should be, for people; `nil` for other programs.
    package var reasonAgainstWindow: String? {
        guard isWindow, isLookedAtForMark, subject.strength < .secured else { return nil }
        return reason.isEmpty ? "it has no mark" : reason
    }

    private var isWindow: Bool { role == .sheetWindow || role == .vaultWindow }

    /// Whether it may do everything with a vault whose master password was entered in it.
    package var servesVaults: Bool {
        switch role {
        case .commandLine, .sheetWindow, .vaultWindow: true
        case .keychainWindow, .browserHost, .other: false
        }
    }

    /// Whether it is the native host of browsers, as root has installed it.
    package var isBrowserHost: Bool { role == .browserHost && subject.strength >= .system }

    /// Whether it shows the items of all programs, and what the agent knows of programs, once the passcode was entered in it: the command line,
    /// and the window of the keychains where root alone can have installed it.
    package var showsEverything: Bool { isCommandLine || role == .keychainWindow && subject.strength >= .system }

    /// The strength of its identity, for people.
    package var strength: String { host == nil ? subject.strength.rawValue : "hosted" }
}

/// The number of a process, and its user.
package struct ProcessCredentials: Hashable, Sendable {
    package let pid: Int32
    package let uid: UInt32
    package let gid: UInt32

    package init(_ credentials: clinux_credentials) {
        (pid, uid, gid) = (credentials.pid, credentials.uid, credentials.gid)
    }

    /// The credentials of another process of the same user and group.
    init(pid: Int32, of other: ProcessCredentials) {
        (self.pid, uid, gid) = (pid, other.uid, other.gid)
    }
}

/// The access groups that a program gets.
package struct Admission: Sendable {
    package let groups: AccessGroups
    /// Those of them whose items it may change.
    package let groupsToChange: AccessGroups
    /// Whether it would get more after the passcode is entered in its terminal.
    package let wantsTerminalGrant: Bool
    /// Whether the program has changed since its first use: it gets nothing before a person has accepted the change.
    package var isChanged = false
    /// Whether groups have just been reserved for secured programs, so that others lose them.
    package var reservesGroups = false

    package init(groups: AccessGroups, groupsToChange: AccessGroups? = nil, wantsTerminalGrant: Bool = false) {
        self.groups = groups
        self.groupsToChange = groupsToChange ?? groups
        self.wantsTerminalGrant = wantsTerminalGrant
    }
}

/// Identifies programs, and decides which access groups they get.
package protocol Gatekeeper: Sendable {
    /// Identifies the program of a process.
    ///
    /// - Parameter pidfd: refers to the process, even if its number is another's later.
    /// - Throws: `.notAvailable` if it has ended.
    func inspect(_ credentials: ProcessCredentials, pidfd: Int32) throws(KeychainError) -> Program

    /// Identifies the program that has started the one at the other end of a connection.
    ///
    /// - Parameters:
    ///   - socket: the descriptor of the connection.
    ///   - credentials: those of the program at its other end.
    /// - Throws: `.notAvailable` if it has ended, or is another one's now.
    func inspectParent(
        of socket: Int32, _ credentials: ProcessCredentials
    ) throws(KeychainError) -> (Program, ParentProcess)

    /// Returns the access groups that a program gets.
    ///
    /// - Parameters:
    ///   - wanted: the groups that it asks for; empty for the groups that the policy gives it.
    ///   - token: the grant of the token that it has presented.
    ///   - hasShownPasscode: whether it has sent the right passcode.
    /// - Throws: `.missingEntitlement` if it asks for groups that it may not use.
    func admit(
        _ program: Program, wanted: [String], token: TokenGrant?, hasShownPasscode: Bool
    ) throws(KeychainError) -> Admission

    /// Whether the passcode was entered in the program, or there is none.
    func isTrusted(_ program: Program, hasShownPasscode: Bool) throws(KeychainError) -> Bool

    /// Notes that the passcode was entered in the program's terminal.
    func grantTerminal(of program: Program)

    /// Notes that the keychain was locked.
    func locked()

    /// Notes for people on why programs get something, or do not.
    var notes: [String] { get }
}

extension Gatekeeper {
    package var notes: [String] { [] }

    package func inspectParent(
        of socket: Int32, _ credentials: ProcessCredentials
    ) throws(KeychainError) -> (Program, ParentProcess) { throw .noParent }
}

extension KeychainError {
    static var noParent: KeychainError {
        KeychainError(
            .notAvailable, "it is not known which program has started the native host",
            remedy: "let the browser start it")
    }
}
