import AccessPolicy
import CLinux
import Foundation
import Glibc
import KeyManagement
import KeychainServices
import LinuxSupport
import ProcessIdentity
import Synchronization

/// Identifies programs by their files, and gives them the access groups of the policy.
package final class PolicyGatekeeper: Gatekeeper {
    /// Looks at the process that a descriptor refers to.
    package typealias Inspect = @Sendable (_ pidfd: Int32) throws(IdentificationFailure) -> Identification

    private let policy: PolicyKeeper
    private let inspectProcess: Inspect
    private let keychain: any KeychainService
    let seen = SeenPrograms()
    private let upgraded = RunningPrograms()
    /// Windows of ours that are not secured.
    private let unsecured = RunningPrograms()
    private let markHolders = MarkHolders()
    private let tellsMarks: Bool
    /// Whether files of a program were recognised by numbers that other files can have as well.
    private let hasAmbiguousFiles = Atomic(false)
    /// The lists of programs that were installed for all users; `nil` if none count.
    private let lists: SystemLists?
    private let programs: BelongingPrograms
    /// The development mode for tests that run in a host; `nil` if it is off.
    private let testHost: TestHost?
    private let grants = Mutex<[TerminalGrant.Terminal: TerminalGrant]>([:])

    /// - Parameters:
    ///   - keychain: the keychain whose lock state counts.
    ///   - programs: the programs that belong to this agent.
    ///   - helper: the program that looks at others; `nil` if this process looks itself.
    ///   - lists: the entitlement lists of programs that were installed for all users.
    ///   - tellsMarks: whether the helper tells secured programs from others. An agent of a user's own cannot look at them.
    ///   - testHost: the program whose children have its identity; `nil` for none.
    package init(
        _ policy: PolicyKeeper, keychain: any KeychainService, programs: BelongingPrograms,
        helper: IdentifyHelper? = nil, lists: SystemLists? = nil, tellsMarks: Bool = false, testHost: TestHost? = nil
    ) {
        self.testHost = testHost
        self.tellsMarks = tellsMarks
        self.policy = policy
        self.keychain = keychain
        self.lists = lists
        if let helper {
            let service = IdentifyService(helper: helper)
            inspectProcess = { pidfd throws(IdentificationFailure) in try service.identification(pidfd: pidfd) }
        } else {
            let inspector = Inspector()
            inspectProcess = { pidfd throws(IdentificationFailure) in try inspector.identification(pidfd: pidfd) }
        }
        self.programs = programs
    }

    /// The group that the command line adds to.
    private static let commandLineGroup = "chatelaine"

    // MARK: - Identity

    package func inspect(_ credentials: ProcessCredentials, pidfd: Int32) throws(KeychainError) -> Program {
        let program = try look(at: credentials, pidfd: pidfd)
        guard let testHost, let parent = ParentProcess(of: pidfd), testHost.mayHost(program) else { return program }
        // A parent that cannot be looked at is no host.
        guard let found = try? inspectProcess(parent.pidfd), testHost.isHost(found.evidence),
            let host = try? self.program(of: found, ProcessCredentials(pid: parent.pid, of: credentials)),
            // Looked at between two moments at which it was the parent.
            parent.isParent, host.witness?.isRunning == true
        else { return program }
        return testHost.hosted(program, by: host)
    }

    package func inspectParent(
        of socket: Int32, _ credentials: ProcessCredentials
    ) throws(KeychainError) -> (Program, ParentProcess) {
        let number = clinux_peer_pidfd(socket, false)
        guard number >= 0 else { throw .noParent }
        let pidfd = Descriptor(owning: number)
        guard let parent = ParentProcess(of: pidfd.number) else { throw .noParent }
        let program = try look(at: ProcessCredentials(pid: parent.pid, of: credentials), pidfd: parent.pidfd)
        // Looked at between two moments at which it was the parent.
        guard parent.isParent else { throw .noParent }
        return (program, parent)
    }

    private func look(at credentials: ProcessCredentials, pidfd: Int32) throws(KeychainError) -> Program {
        let found: Identification
        do throws(IdentificationFailure) {
            found = try inspectProcess(pidfd)
        } catch {
            throw KeychainError(
                .missingEntitlement, "the agent cannot find out which program asks (\(error))",
                remedy: "let the program be dumpable (prctl(2), PR_SET_DUMPABLE), and not run under a debugger")
        }
        return try program(of: found, credentials)
    }

    private func program(
        of found: Identification, _ credentials: ProcessCredentials
    ) throws(KeychainError) -> Program {
        let evidence = found.evidence
        guard evidence.pid == credentials.pid, evidence.credentials.realUserID == credentials.uid else {
            throw KeychainError(.missingEntitlement, "the program changed its user after it had connected")
        }
        var subject = try subject(of: evidence)
        seen.note(subject)
        let role = programs.role(
            of: evidence.executable, path: evidence.executablePath, isRootsAlone: subject.strength >= .system)
        // It prints secrets for any program that starts it: its mark protects its memory, and gives it nothing.
        if role == .commandLine { subject = subject.withoutMark }
        let process = "\(evidence.pid) \(evidence.startTime) \(evidence.executable) \(evidence.executablePathBytes)"
        var program = Program(
            credentials: credentials, path: evidence.shownPath, subject: subject, process: process,
            fingerprint:
                "\(subject.strength) \(subject.key ?? "") \(subject.digest?.hexadecimal ?? "") \(subject.memory.sorted())",
            session: "\(bootID) \(evidence.session.id) \(evidence.session.leaderStartTime ?? 0)",
            terminal: terminal(of: evidence), witness: found.program, role: role)
        program.startTime = evidence.startTime
        program.reason = evidence.reason(trustedDirectories: policy.trustedDirectories)
        program.declaration = found.declaration
        program.markHolder = evidence.markHolder
        markHolders.note(evidence)
        program.wasUpgraded = evidence.wasUpgraded
        program.isLookedAtForMark = tellsMarks
        if program.wasUpgraded { upgraded.note(program, "was replaced, start it again") }
        note(program, program.reasonAgainstWindow)
        if evidence.traits.contains(.ambiguousFiles) { hasAmbiguousFiles.store(true, ordering: .relaxed) }
        return program
    }

    /// Notes whether a window of ours is secured now.
    private func note(_ program: Program, _ reason: String?) {
        guard let reason else { return unsecured.forget(program) }
        unsecured.note(
            program, "is not secured, and takes the master password each time: \(reason)")
    }

    private func subject(of evidence: ProcessEvidence) throws(KeychainError) -> Subject {
        let path = evidence.executablePath
        do throws(PolicyError) {
            switch evidence.strength(trustedDirectories: policy.trustedDirectories) {
            case .secured: return try .secured(path: path)
            case .system: return try .system(path: path)
            case .pinned:
                guard let digest = evidence.pinnedDigest.flatMap({ Digest($0) }) else { return .unidentified }
                return try .pinned(path: path, digest: digest, memory: evidence.memory)
            case .unpinned: return try .unpinned(path: path)
            case .interpreter: return try .interpreter(path: path)
            case .confined:
                if let id = evidence.flatpakID { return try .confined(.flatpak, id: id, path: path) }
                if let name = evidence.snapName { return try .confined(.snap, id: name, path: path) }
                return try .confined(.namespace, id: "unknown", path: path)
            case .unidentified: return .unidentified
            }
        } catch {
            throw KeychainError(.missingEntitlement, "the program cannot be told apart from others: \(error)")
        }
    }

    private func terminal(of evidence: ProcessEvidence) -> TerminalGrant.Terminal? {
        guard evidence.session.terminalDevice != 0, let start = evidence.session.leaderStartTime else { return nil }
        return TerminalGrant.Terminal(
            uid: evidence.credentials.realUserID, sessionID: evidence.session.id, leaderStart: start,
            device: UInt64(evidence.session.terminalDevice))
    }

    // MARK: - Access groups

    package func admit(
        _ program: Program, wanted: [String], token: TokenGrant?, hasShownPasscode: Bool
    ) throws(KeychainError) -> Admission {
        guard let decision = try ownGroups(of: program, wanted: wanted) else {
            var admission = Admission(groups: AccessGroups([]))
            // A command line that was built or upgraded gets no groups, but a connection over which the user can accept it.
            admission.isChanged = !(program.isCommandLine && !wanted.contains("*"))
            return admission
        }
        var own = decision.granted
        var readOnly: String?
        if let token {
            guard opens(token, program) else {
                throw KeychainError(.authenticationFailed, "the token has expired or was revoked")
            }
            if token.isReadOnly, !own.contains(token.group) { readOnly = token.group }
            own.append(token.group)
        }
        guard !wanted.isEmpty else { return admission(own, readOnly, decision) }
        var granted: [String] = []
        var lacksTerminal = false
        for name in wanted {
            // The window of the keychains adds to the group of the command line.
            if name == "*" || program.role == .keychainWindow && name == Self.commandLineGroup {
                if try maySeeEverything(program, hasShownPasscode) {
                    granted.append(name)
                } else {
                    lacksTerminal = true
                }
            } else if own.contains(where: { $0.utf8.elementsEqual(name.utf8) }) {
                granted.append(name)
            } else {
                try check(program, group: name)
                granted.append(name)
            }
        }
        if let token { granted.append(token.group) }
        return admission(granted, readOnly, decision, wantsTerminalGrant: lacksTerminal)
    }

    private func admission(
        _ groups: [String], _ readOnly: String?, _ decision: GroupDecision, wantsTerminalGrant: Bool = false
    ) -> Admission {
        // Of what is for secured programs, the command line and the window of the keychains get nothing by getting all groups.
        let withheld = groups.contains("*") ? policy.document.securedOnly : []
        var admission = Admission(
            groups: AccessGroups(groups, except: withheld),
            groupsToChange: AccessGroups(groups.filter { $0 != readOnly }, except: withheld),
            wantsTerminalGrant: wantsTerminalGrant)
        admission.reservesGroups = decision.reservesGroups
        return admission
    }

    private func opens(_ token: TokenGrant, _ program: Program) -> Bool {
        let access = policy.document.access(
            of: program.subject, to: token.group, writing: !token.isReadOnly, session: nil, now: Date(), token: token)
        return access == .allow
    }

    /// - Returns: `nil` if the program has changed.
    private func ownGroups(of program: Program, wanted: [String]) throws(KeychainError) -> GroupDecision? {
        guard !program.wasUpgraded else {
            throw KeychainError(
                .missingEntitlement, "“\(program.path)” was replaced, start it again",
                remedy: "start the program again: it was upgraded while it was running")
        }
        guard program.subject.strength != .unidentified else {
            throw KeychainError(
                .missingEntitlement, "the agent cannot find out which program asks: \(program.reason)",
                remedy: "do not run it under a debugger, or with the rights of several users")
        }
        lists?.renew { policy.take($0) }
        // The command line asks for the group that it has always had.
        let proposed =
            program.isCommandLine
            ? [Self.commandLineGroup] : try program.declaredGroups().names
        let decision = policy.document.groups(
            for: program.subject, proposed: proposed, now: Date(), isOwners: program.isCommandLine,
            asksForSecured: try program.declaresSecuredGroups())
        guard decision.changedPinned.isEmpty else { return nil }
        if decision.granted.isEmpty, let group = decision.withheld.first { throw .notSecured(program, group) }
        guard !decision.granted.isEmpty || !decision.lacksRoom else { throw .noRoomInPolicy(program.path) }
        if decision.changesPolicy {
            try policy.change { document throws(PolicyError) in try document.apply(decision) }
        }
        return decision
    }

    private func check(_ program: Program, group: String) throws(KeychainError) {
        let access = policy.document.access(
            of: program.subject, to: group, writing: true, session: nil, now: Date())
        guard access == .allow else {
            throw KeychainError(
                .missingEntitlement, "“\(program.path)” does not belong to the access group “\(group)”",
                remedy: "share the group with it: chatelaine apps share “\(group)” “\(program.path)”")
        }
    }

    // MARK: - Terminals

    /// Whether a program may see all groups: the command line, after the passcode was entered in the same terminal, and the window of the
    /// keychains, after it was entered there; or if there is none.
    private func maySeeEverything(_ program: Program, _ hasShownPasscode: Bool) throws(KeychainError) -> Bool {
        guard program.showsEverything else {
            guard program.role != .keychainWindow else {
                throw KeychainError(
                    .missingEntitlement,
                    "the window is not shown the items of all programs: others than root can change its files",
                    remedy: "install chatelaine where only root can change it")
            }
            throw KeychainError(
                .missingEntitlement, "only the command line may ask for all access groups",
                remedy: "name the groups that the program needs in its entitlements list")
        }
        return try isTrusted(program, hasShownPasscode: hasShownPasscode)
    }

    package func isTrusted(_ program: Program, hasShownPasscode: Bool) throws(KeychainError) -> Bool {
        if hasShownPasscode { return true }
        if try keychain.lockState() == .noPasscode { return true }
        // The passcode that was entered in a terminal counts for the command line: a window is started by any program there.
        guard program.isCommandLine, let terminal = program.terminal else { return false }
        let now = Clock.secondsSinceBoot
        return grants.withLock { grants in
            grants[terminal] = grants[terminal]?.touched(now: now)
            return grants[terminal] != nil
        }
    }

    package func grantTerminal(of program: Program) {
        guard program.isCommandLine, let terminal = program.terminal else { return }
        let grant = TerminalGrant(terminal, now: Clock.secondsSinceBoot)
        grants.withLock { $0[terminal] = grant }
    }

    package var notes: [String] {
        (testHost?.notes ?? []) + (lists?.notes ?? []) + upgraded.notes + unsecured.notes + markHolders.notes
            + ambiguityNotes
    }

    private var ambiguityNotes: [String] {
        guard hasAmbiguousFiles.load(ordering: .relaxed) else { return [] }
        return [
            "programs lie on btrfs, where this agent cannot tell a library of yours from one of root's that has the same number; "
                + "the system service can"
        ]
    }

    package func locked() { grants.withLock { $0 = [:] } }
}

extension KeychainError {
    fileprivate static func noRoomInPolicy(_ path: String) -> KeychainError {
        KeychainError(
            .missingEntitlement, "the programs of the user have used up their part of the agent's policy",
            remedy:
                "give “\(path)” its group with: chatelaine apps owner; see what others have with: chatelaine apps"
        )
    }
}
