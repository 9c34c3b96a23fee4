import Glibc

/// The caches that an inspector keeps from one inspection to the next.
struct InspectionMemory: Sendable {
    let hashes = FileHashes()
    let identities = KernelIdentities()
}

/// An inspector of processes that reads `/proc` in the calling process.
///
/// It sees only what the kernel shows to the caller: dumpable processes of the same user, or all processes for root.
/// The inspected process chooses the files that it maps, and the program behind a file system can delay reading them
/// for any time. A process that holds keys therefore uses an `IdentifyService` instead.
package final class Inspector: Sendable {
    /// The number of attempts to examine a process that executes another program meanwhile.
    private static let attempts = 3
    private let memory = InspectionMemory()

    /// Creates an inspector with empty caches.
    package init() {}

    /// Inspects the process that a pidfd refers to.
    ///
    /// - Parameter pidfd: remains owned by the caller.
    /// - Throws: `.gone`, `.denied`, `.tooLarge`, `.malformed`, `.unstable`.
    package func inspect(pidfd: Int32) throws(IdentificationFailure) -> ProcessEvidence {
        try identification(pidfd: pidfd).evidence
    }

    /// Inspects the process that a pidfd refers to, and returns a witness that tells whether the result is still valid.
    ///
    /// - Parameter pidfd: remains owned by the caller.
    /// - Throws: as `inspect(pidfd:)`.
    package func identification(pidfd: Int32) throws(IdentificationFailure) -> Identification {
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
            // Opened first: everything that is read after this belongs to this program, if it is still running at the
            // end.
            let map = try ProgramMap(of: process)
            let (evidence, declaration) = try examine(process, map)
            let program = try ProgramWitness(of: process)
            // Opening the map once more waits for an execution (execve) that is in progress.
            guard try ProgramMap(of: process).isRunning, map.isRunning, program.isRunning else { throw .unstable }
            try ProcessDirectory.requireAlive(pidfd)
            return Identification(evidence: evidence, declaration: declaration, program: program)
        } catch {
            // Many failures occur because the process is ending.
            try ProcessDirectory.requireAlive(pidfd)
            throw error
        }
    }

    private func examine(
        _ process: ProcessDirectory, _ program: borrowing ProgramMap
    ) throws(IdentificationFailure) -> (ProcessEvidence, Declaration) {
        let executable = try Executable(of: process)
        let before = try Snapshot(of: process, executable)
        let namespaces = try ProcessNamespaces(of: process)
        let files = try FileExamination(
            of: process, isOtherMountNamespace: namespaces.hasOtherMountNamespace, memory: memory)
        let path = try files.add(executable)
        for mapping in try program.mappings() { try files.add(mapping, executable: executable) }
        files.finish()
        let session = Inspector.session(before.stat)
        guard try Snapshot(of: process, Executable(of: process)) == before else { throw .unstable }
        let interpreter: ProcessTraits = Interpreters.contain(path: path) ? [.interpreter] : []
        var evidence = ProcessEvidence(
            pid: process.pid, startTime: before.stat.startTime, credentials: before.credentials,
            executablePathBytes: path, executable: executable.identity,
            traits: before.traits.union(namespaces.traits).union(files.traits).union(interpreter),
            unprotectedFileCount: UInt32(clamping: files.pinned.count), pinnedDigest: files.pinned.digest(),
            memory: files.memoryKinds, session: session, flatpakID: namespaces.flatpakID, snapName: namespaces.snapName)
        if evidence.isRootsAlone {
            SecuredLook.add(to: &evidence, process, executable)
        }
        return (evidence, Declaration(nextTo: path, owner: executable.information.st_uid))
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
