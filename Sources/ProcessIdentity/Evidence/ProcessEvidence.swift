/// The result of inspecting a process: facts from the kernel, all from one moment.
///
/// It describes the process and does not decide what the process may access: `Strength` and the caller do that.
package struct ProcessEvidence: Sendable, Equatable {
    /// The process id, which identifies the process only together with `startTime`: process ids are reused.
    package var pid: Int32
    /// The time when it was forked, in clock ticks since the system started.
    package var startTime: UInt64
    /// The users and groups that it runs as.
    package var credentials: Credentials
    /// The path of the executable as the kernel reports it, without the mark of a deleted file. Bytes, because a path need not be UTF-8.
    package var executablePathBytes: [UInt8]
    /// The file that was executed, even if its path names another file by now.
    package var executable: FileIdentity
    /// The yes-or-no findings.
    package var traits: ProcessTraits
    /// The number of files mapped executable that users other than root could have written, including the executable.
    package var unprotectedFileCount: UInt32
    /// SHA-256 over path and contents of exactly those files; `nil` if the contents of one could not be read.
    package var pinnedDigest: [UInt8]?
    /// The kinds of executable memory that no file with a name is behind: 0 for anonymous memory and that of devices, and for each name of
    /// a memfd or of shared memory a number made from it. At most ``InspectionLimits/memories``.
    package var memory: Set<UInt64> = []
    /// The terminal session of the process.
    package var session: TerminalSession
    /// The name in `/.flatpak-info` of its root directory. A hint only: any program can write one into a root directory of its own.
    package var flatpakID: String?
    /// The name in its control group or its security label. A hint only, as above.
    package var snapName: String?
    /// With `markHeldByOthers`, one of the processes; `nil` if it could not be found out whether there is one.
    package var markHolder: MarkHolder?

    /// The path of the executable for display, with replacement characters where it is not UTF-8. Two different paths may look the same, so
    /// compare `executablePathBytes`.
    package var executablePath: String { String(decoding: executablePathBytes, as: UTF8.self) }

    /// The text that stands for the program where people read it: the path, unless the path is another program's.
    package var shownPath: String {
        traits.contains(.protectedPathLost) && !traits.contains(.upgraded) ? "process \(pid)" : executablePath
    }
}

/// The users and groups of a process.
package struct Credentials: Sendable, Equatable {
    /// The user who started it.
    package var realUserID: UInt32
    /// The user whose rights it has.
    package var effectiveUserID: UInt32
    /// The group that it was started with.
    package var realGroupID: UInt32
    /// The group whose rights it has.
    package var effectiveGroupID: UInt32
}

/// The identity of a file, as long as it exists: device and inode number.
package struct FileIdentity: Hashable, Sendable {
    /// The device number, as in stat(2).
    package var device: UInt64
    /// The inode number, as in stat(2).
    package var inode: UInt64

    /// Creates the identity of the file with these numbers.
    package init(device: UInt64, inode: UInt64) {
        self.device = device
        self.inode = inode
    }
}

/// The session (setsid(2)) of a process.
package struct TerminalSession: Sendable, Equatable {
    /// The process id of the leader.
    package var id: Int32
    /// The device number of the controlling terminal, which is `st_rdev` of the terminal's file; 0 if there is none.
    package var terminalDevice: UInt32
    /// The start time of the leader, in clock ticks since the system started; `nil` if it has exited.
    package var leaderStartTime: UInt64?
}

/// Yes-or-no findings about a process. The bits are part of the helper's answers and never change.
package struct ProcessTraits: OptionSet, Sendable {
    /// The bits.
    package let rawValue: UInt32
    /// Creates a set from any bits.
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Real, effective, saved and file-system ids are not all the same: a set-id program, or one that changes its user.
    package static let mixedCredentials = ProcessTraits(rawValue: 1 << 0)
    /// A debugger is attached.
    package static let traced = ProcessTraits(rawValue: 1 << 1)
    /// The path of the executable no longer names a file.
    package static let executableDeleted = ProcessTraits(rawValue: 1 << 2)
    /// The path of the executable now names another file.
    package static let executableReplaced = ProcessTraits(rawValue: 1 << 3)
    /// Only root can have written the executable, or can replace it (`RootProtection`).
    package static let executableProtected = ProcessTraits(rawValue: 1 << 4)
    /// Executable memory without a named file behind it: anonymous, or of a memfd, a device or a deleted file.
    package static let anonymousExecutableMemory = ProcessTraits(rawValue: 1 << 5)
    /// The path of a file that is mapped executable now names another file.
    package static let replacedFiles = ProcessTraits(rawValue: 1 << 6)
    /// The process is in another user namespace than the inspector.
    package static let otherUserNamespace = ProcessTraits(rawValue: 1 << 7)
    /// The process is in another mount namespace than the inspector: its paths name other files.
    package static let otherMountNamespace = ProcessTraits(rawValue: 1 << 8)
    /// The process is in another pid namespace than the inspector.
    package static let otherPIDNamespace = ProcessTraits(rawValue: 1 << 9)
    /// The process has another root directory than the inspector.
    package static let otherRoot = ProcessTraits(rawValue: 1 << 10)
    /// The executable is an interpreter (`Interpreters`).
    package static let interpreter = ProcessTraits(rawValue: 1 << 11)

    /// The path of the executable is one that root protects, and leads to another file, or to none: the path says nothing about the
    /// program. A mount namespace of the user's gives any file any path.
    package static let protectedPathLost = ProcessTraits(rawValue: 1 << 12)
    /// As ``protectedPathLost``, by an upgrade: the executable is a file of root's that has lost its name since.
    package static let upgraded = ProcessTraits(rawValue: 1 << 13)

    /// Files on btrfs were recognised by numbers that files of two subvolumes share. Only a privileged inspector can do without them.
    package static let ambiguousFiles = ProcessTraits(rawValue: 1 << 14)
    /// No process of its user can read or change it, nor could before it started (`SecuredLook`).
    package static let secured = ProcessTraits(rawValue: 1 << 15)
    /// It would be secured, but another process of its user has the capability that marks it.
    package static let markHeldByOthers = ProcessTraits(rawValue: 1 << 16)

    static let all = ProcessTraits(rawValue: (1 << 17) - 1)
}
