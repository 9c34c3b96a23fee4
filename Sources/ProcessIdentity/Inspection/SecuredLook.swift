import CLinux
import Glibc
import LinuxSupport

/// The look at a process that decides whether it is *secured*: whether the kernel keeps all other processes of its user away from it.
///
/// The kernel does that for a process that has gained a capability by executing a marked file: it is not dumpable, and processes without
/// that capability can neither trace it nor read its files in `/proc`. It does not if the process had the capability before, so no process
/// of the user may have it without the mark.
///
/// Specified in: Docs/secured-programs.md.
enum SecuredLook {
    /// The first user namespace (PROC_USER_INIT_INO in the kernel's source): capabilities in others mean nothing outside of them.
    private static let firstUserNamespace = Array("user:[4026531837]".utf8)
    /// The most tasks that are looked at. A user who has more has no secured programs.
    private static let mostTasks = 65_536
    /// More than the lines of the ids and capabilities need, with some thousand groups.
    private static let statusBytes = 64 << 10

    /// Adds `secured`, or `markHeldByOthers` and one of these processes, or nothing.
    ///
    /// - Parameter executable: protected by root, like all that the process has mapped executable.
    static func add(
        to evidence: inout ProcessEvidence, _ process: ProcessDirectory, _ executable: borrowing Executable
    ) {
        let credentials = evidence.credentials
        // Of a program of root's nothing is to be shown: all its processes may do everything.
        guard credentials.realUserID != 0, credentials.effectiveUserID != 0,
            isMarked(process, executable), (try? process.link("ns/user")) == firstUserNamespace
        else { return }
        switch holding(by: credentials.realUserID) {
        case .noProcess: evidence.traits.insert(.secured)
        case .unknown: evidence.traits.insert(.markHeldByOthers)
        case .process(let holder):
            evidence.traits.insert(.markHeldByOthers)
            evidence.markHolder = holder
        }
    }

    /// Whether a process of a user has the capability without having gained it by a mark.
    private enum Holding {
        case noProcess
        case process(MarkHolder)
        /// It cannot be found out.
        case unknown
    }

    /// Whether a process has gained the capability by executing its file.
    private static func isMarked(_ process: ProcessDirectory, _ executable: borrowing Executable) -> Bool {
        guard ProgramMark.state(of: executable.file) == .marked, let status = try? status(process, "status") else {
            return false
        }
        return ProgramMark.isHeld(in: status.bits("CapPrm") ?? 0) && status.numbers("TracerPid") == [0]
            && isUndumpable(process)
    }

    /// Whether the files of the process in `/proc` belong to root, as those of a process do that is not dumpable. The directory itself
    /// always belongs to the process's user.
    private static func isUndumpable(_ process: ProcessDirectory) -> Bool {
        var information = stat()
        return fstatat(process.descriptor.number, "fd", &information, AT_SYMLINK_NOFOLLOW) == 0
            && information.st_uid == 0
    }

    private static func status(_ process: ProcessDirectory, _ name: String) throws(IdentificationFailure) -> StatusLines
    {
        StatusLines(try process.prefix(name, statusBytes))
    }

    /// Looks for a thread of the user that has the capability in a process that has not gained it by a mark.
    private static func holding(by user: UInt32) -> Holding {
        var tasks = 0
        guard let directory = Descriptor(Array("/proc".utf8), O_RDONLY | O_DIRECTORY),
            let pids = directory.numberedEntries()
        else { return .unknown }
        for pid in pids {
            guard let process = try? ProcessDirectory(pid: pid), let threads = process.threads() else { continue }
            tasks += threads.count
            guard tasks <= mostTasks else { return .unknown }
            let holds = threads.contains { isHolder(process, thread: $0, user) }
            if holds, !isProtected(process) { return .process(MarkHolder(process, user)) }
        }
        return .noProcess
    }

    /// Whether a thread acts for the user by any of its four ids, and has the capability.
    private static func isHolder(_ process: ProcessDirectory, thread: pid_t, _ user: UInt32) -> Bool {
        guard let status = try? status(process, "task/\(thread)/status") else { return false }
        return ProgramMark.isHeld(in: status.bits("CapPrm") ?? 0) && status.numbers("Uid").contains(Int64(user))
    }

    private static func isProtected(_ process: ProcessDirectory) -> Bool {
        guard let executable = try? Executable(of: process) else { return false }
        return isMarked(process, executable)
    }
}

extension MarkHolder {
    /// Names a process: by the path of its executable if all its rights are those of the user, to whom it is shown, and the path is not too
    /// long; else by the name that every user sees.
    fileprivate init(_ process: ProcessDirectory, _ user: UInt32) {
        let status = (try? process.prefix("status", 4096)).map { StatusLines($0) }
        let isUsers = status?.numbers("Uid") == [Int64](repeating: Int64(user), count: 4)
        let path = isUsers ? try? process.link("exe") : nil
        let usable = path.flatMap { $0.count <= InspectionLimits.holder ? $0 : nil }
        self.init(pid: process.pid, name: usable ?? status?.text("Name") ?? [])
    }
}
