/// The result of inspecting a process: facts from the kernel, all from one moment.
///
/// It describes the process and does not decide what the process may access: `Strength` and the caller do that.
public struct ProcessEvidence: Sendable, Equatable {
    /// The process id, which identifies the process only together with `startTime`: process ids are reused.
    public var pid: Int32
    /// The time when it was forked, in clock ticks since the system started.
    public var startTime: UInt64
    /// The users and groups that it runs as.
    public var credentials: Credentials
    /// The path of the executable as the kernel reports it, without the mark of a deleted file. Bytes, because a path need not be UTF-8.
    public var executablePathBytes: [UInt8]
    /// The file that was executed, even if its path names another file by now.
    public var executable: FileIdentity
    /// The yes-or-no findings.
    public var traits: ProcessTraits
    /// The number of files mapped executable that users other than root could have written, including the executable.
    public var unprotectedFileCount: UInt32
    /// SHA-256 over path and contents of exactly those files; `nil` if the contents of one could not be read.
    public var pinnedDigest: [UInt8]?
    /// The terminal session of the process.
    public var session: TerminalSession
    /// The name in `/.flatpak-info` of its root directory. A hint only: any program can write one into a root directory of its own.
    public var flatpakID: String?
    /// The name in its control group or its security label. A hint only, as above.
    public var snapName: String?

    /// The path of the executable for display, with replacement characters where it is not UTF-8. Two different paths may look the same, so
    /// compare `executablePathBytes`.
    public var executablePath: String { String(decoding: executablePathBytes, as: UTF8.self) }
}

/// The users and groups of a process.
public struct Credentials: Sendable, Equatable {
    /// The user who started it.
    public var realUserID: UInt32
    /// The user whose rights it has.
    public var effectiveUserID: UInt32
    /// The group that it was started with.
    public var realGroupID: UInt32
    /// The group whose rights it has.
    public var effectiveGroupID: UInt32
}

/// The identity of a file, as long as it exists: device and inode number.
public struct FileIdentity: Hashable, Sendable {
    /// The device number, as in stat(2).
    public var device: UInt64
    /// The inode number, as in stat(2).
    public var inode: UInt64

    /// Creates the identity of the file with these numbers.
    public init(device: UInt64, inode: UInt64) {
        self.device = device
        self.inode = inode
    }
}

/// The session (setsid(2)) of a process.
public struct TerminalSession: Sendable, Equatable {
    /// The process id of the leader.
    public var id: Int32
    /// The device number of the controlling terminal, which is `st_rdev` of the terminal's file; 0 if there is none.
    public var terminalDevice: UInt32
    /// The start time of the leader, in clock ticks since the system started; `nil` if it has exited.
    public var leaderStartTime: UInt64?
}

/// Yes-or-no findings about a process. The bits are part of the helper's answers and never change.
public struct ProcessTraits: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt32
    /// Creates a set from any bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Real, effective, saved and file-system ids are not all the same: a set-id program, or one that changes its user.
    public static let mixedCredentials = ProcessTraits(rawValue: 1 << 0)
    /// A debugger is attached.
    public static let traced = ProcessTraits(rawValue: 1 << 1)
    /// The path of the executable no longer names a file.
    public static let executableDeleted = ProcessTraits(rawValue: 1 << 2)
    /// The path of the executable now names another file.
    public static let executableReplaced = ProcessTraits(rawValue: 1 << 3)
    /// Only root can have written the executable, or can replace it (`RootProtection`).
    public static let executableProtected = ProcessTraits(rawValue: 1 << 4)
    /// Executable memory without a named file behind it: anonymous, or of a memfd, a device or a deleted file.
    public static let anonymousExecutableMemory = ProcessTraits(rawValue: 1 << 5)
    /// The path of a file that is mapped executable now names another file.
    public static let replacedFiles = ProcessTraits(rawValue: 1 << 6)
    /// The process is in another user namespace than the inspector.
    public static let otherUserNamespace = ProcessTraits(rawValue: 1 << 7)
    /// The process is in another mount namespace than the inspector: its paths name other files.
    public static let otherMountNamespace = ProcessTraits(rawValue: 1 << 8)
    /// The process is in another pid namespace than the inspector.
    public static let otherPIDNamespace = ProcessTraits(rawValue: 1 << 9)
    /// The process has another root directory than the inspector.
    public static let otherRoot = ProcessTraits(rawValue: 1 << 10)
    /// The executable is an interpreter (`Interpreters`).
    public static let interpreter = ProcessTraits(rawValue: 1 << 11)

    static let all = ProcessTraits(rawValue: (1 << 12) - 1)
}
