import Glibc

/// What an inspector remembers from one inspection to the next.
struct InspectionMemory: Sendable {
    let hashes = FileHashes()
    let identities = KernelIdentities()
}

/// Finds out what a process is, from `/proc`, in the calling process.
///
/// It sees only what the kernel shows to the caller: processes of the same user that are dumpable, or all for root. The
/// files that a process has mapped are the process's choice, and reading one may take as long as the program behind its
/// file system likes; so whoever holds keys asks an `IdentifyService` instead.
public final class Inspector: Sendable {
    /// How often a process that executes something while it is examined is examined again.
    private static let attempts = 3
    private let memory = InspectionMemory()

    /// An inspector with nothing in its memory.
    public init() {}

    /// Inspects the process that a pidfd refers to.
    ///
    /// - Parameter pidfd: stays the caller's.
    /// - Throws: `.gone`, `.denied`, `.tooLarge`, `.malformed`, `.unstable`.
    public func inspect(pidfd: Int32) throws(IdentificationFailure) -> ProcessEvidence {
        try identification(pidfd: pidfd).evidence
    }

    /// Inspects the process that a pidfd refers to, and gives a witness that tells how long the answer holds.
    ///
    /// - Parameter pidfd: stays the caller's.
    /// - Throws: as `inspect(pidfd:)`.
    public func identification(pidfd: Int32) throws(IdentificationFailure) -> Identification {
        for _ in 1..<Inspector.attempts {
            do {
                return try attempt(pidfd)
            } catch .unstable {
                continue
            } catch {
                throw error
            }
        }
        return try attempt(pidfd)
    }

    private func attempt(_ pidfd: Int32) throws(IdentificationFailure) -> Identification {
        let process = try ProcessDirectory(pidfd: pidfd)
        do throws(IdentificationFailure) {
            // Before all else: what is read from here on is of this program, if it is still there in the end.
            let map = try ProgramMap(of: process)
            let evidence = try examine(process, map)
            let program = try ProgramWitness(of: process)
            // Opening the map once more waits for an execution that is under way.
            guard try ProgramMap(of: process).isRunning, map.isRunning, program.isRunning else { throw .unstable }
            try ProcessDirectory.requireLife(of: pidfd)
            return Identification(evidence: evidence, program: program)
        } catch {
            // Much of what goes wrong does so because the process ends.
            try ProcessDirectory.requireLife(of: pidfd)
            throw error
        }
    }

    private func examine(
        _ process: ProcessDirectory, _ program: borrowing ProgramMap
    ) throws(IdentificationFailure) -> ProcessEvidence {
        let executable = try Executable(of: process)
        let before = try Snapshot(of: process, executable)
        let namespaces = try ProcessNamespaces(of: process)
        let files = try FileExamination(of: process, isElsewhere: namespaces.areElsewhere, memory: memory)
        let path = try files.add(executable)
        for mapping in try program.mappings() { try files.add(mapping, executable: executable) }
        let session = Inspector.session(before.stat)
        guard try Snapshot(of: process, Executable(of: process)) == before else { throw .unstable }
        let interpreter: ProcessTraits = Interpreters.contain(path: path) ? [.interpreter] : []
        return ProcessEvidence(
            pid: process.pid, startTime: before.stat.startTime, credentials: before.credentials,
            executablePathBytes: path, executable: executable.identity,
            traits: before.traits.union(namespaces.traits).union(files.traits).union(interpreter),
            unprotectedFileCount: UInt32(clamping: files.pinned.count), pinnedDigest: files.pinned.digest(),
            session: session, flatpakID: namespaces.flatpakID, snapName: namespaces.snapName)
    }

    private static func session(_ line: StatLine) -> TerminalSession {
        var leaderStartTime: UInt64?
        if line.session > 0, let leader = try? ProcessDirectory(pid: line.session),
            let leaderLine = try? StatLine(of: leader), leaderLine.session == line.session
        {
            leaderStartTime = leaderLine.startTime
        }
        return TerminalSession(
            id: line.session, terminalDevice: line.terminalDevice, leaderStartTime: leaderStartTime)
    }
}
