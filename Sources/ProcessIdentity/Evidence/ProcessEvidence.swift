/// What was found out about a process, all of it from the kernel, at one moment.
///
/// It says what the process is made of, not whether it may have anything: that is for `Strength` and for whoever asks.
public struct ProcessEvidence: Sendable, Equatable {
    /// The process, together with `startTime`: a number alone is used again.
    public var pid: Int32
    /// When it was forked, in clock ticks since the system started.
    public var startTime: UInt64
    /// Who it runs as.
    public var credentials: Credentials
    /// Where the kernel says the executable is, without the mark of a deleted file. Bytes: a path need not be UTF-8.
    public var executablePathBytes: [UInt8]
    /// The file that was executed, whatever its path names by now.
    public var executable: FileIdentity
    /// Yes-or-no findings.
    public var traits: ProcessTraits
    /// How many files are mapped executable that others than root could have written, the executable among them.
    public var unprotectedFileCount: UInt32
    /// SHA-256 over path and contents of exactly those files; nil if the contents of one could not be had.
    public var pinnedDigest: [UInt8]?
    /// The terminal session that it belongs to.
    public var session: TerminalSession
    /// The name that `/.flatpak-info` in its root gives. A hint only: anyone can write one into a root of their own.
    public var flatpakID: String?
    /// The name that its control group or its security label gives. A hint only, as above.
    public var snapName: String?

    /// The path of the executable for people to read, with replacement characters where it is not UTF-8: two different
    /// paths may look the same, so compare `executablePathBytes`.
    public var executablePath: String { String(decoding: executablePathBytes, as: UTF8.self) }
}

/// User and group of a process.
public struct Credentials: Sendable, Equatable {
    /// Who started it.
    public var realUserID: UInt32
    /// Whose rights it has.
    public var effectiveUserID: UInt32
    /// The group that it was started with.
    public var realGroupID: UInt32
    /// The group whose rights it has.
    public var effectiveGroupID: UInt32
}

/// A file, as long as it exists: device and inode number.
public struct FileIdentity: Hashable, Sendable {
    /// As stat(2) has it.
    public var device: UInt64
    /// As stat(2) has it.
    public var inode: UInt64

    /// The file with these numbers.
    public init(device: UInt64, inode: UInt64) {
        self.device = device
        self.inode = inode
    }
}

/// The session (setsid(2)) of a process.
public struct TerminalSession: Sendable, Equatable {
    /// The leader's process number.
    public var id: Int32
    /// The controlling terminal as the kernel numbers it, which is `st_rdev` of the terminal's file; 0 if there is none.
    public var terminalDevice: UInt32
    /// When the leader was started, in clock ticks since the system started; nil if it has exited.
    public var leaderStartTime: UInt64?
}

/// Yes-or-no findings about a process. The bits travel in the helper's answers and never change.
public struct ProcessTraits: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt32
    /// Any set of bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Real, effective, saved and file-system ids are not all the same: a set-id program, or one that changes its user.
    public static let mixedCredentials = ProcessTraits(rawValue: 1 << 0)
    /// A debugger is attached.
    public static let traced = ProcessTraits(rawValue: 1 << 1)
    /// The path of the executable names nothing any more.
    public static let executableDeleted = ProcessTraits(rawValue: 1 << 2)
    /// The path of the executable names another file by now.
    public static let executableReplaced = ProcessTraits(rawValue: 1 << 3)
    /// Only root can have written the executable, or can replace it (`RootProtection`).
    public static let executableProtected = ProcessTraits(rawValue: 1 << 4)
    /// Executable memory that belongs to no file that has a name: anonymous, of a memfd, of a device, of a deleted file.
    public static let anonymousExecutableMemory = ProcessTraits(rawValue: 1 << 5)
    /// The path of a file that is mapped executable names another file by now.
    public static let replacedFiles = ProcessTraits(rawValue: 1 << 6)
    /// In another user namespace than the inspector.
    public static let otherUserNamespace = ProcessTraits(rawValue: 1 << 7)
    /// In another mount namespace than the inspector: its paths mean other files.
    public static let otherMountNamespace = ProcessTraits(rawValue: 1 << 8)
    /// In another pid namespace than the inspector.
    public static let otherPIDNamespace = ProcessTraits(rawValue: 1 << 9)
    /// Its root directory is another than the inspector's.
    public static let otherRoot = ProcessTraits(rawValue: 1 << 10)
    /// The executable runs whatever script it is given (`Interpreters`).
    public static let interpreter = ProcessTraits(rawValue: 1 << 11)

    static let all = ProcessTraits(rawValue: (1 << 12) - 1)
}
