/// Why nothing could be found out about a process.
///
/// The raw values travel in the helper's answers and never change.
public enum IdentificationFailure: UInt8, Error, Sendable, CaseIterable {
    /// The process has exited.
    case gone = 1
    /// The system shows the executable or the memory map of the process to others only: it is not dumpable, belongs to
    /// another user, or is no program at all.
    case denied = 2
    /// More mappings or more bytes to hash than anyone may make us read (`InspectionLimits`).
    case tooLarge = 3
    /// What was given is no pidfd, or the system's files about the process are not of the form that they should have.
    case malformed = 4
    /// The process executed another program, or its files changed, at every attempt to examine it.
    case unstable = 5
    /// The helper could not be started, died, took too long, or gave an answer that is none.
    case unanswered = 6
}

/// What an inspection reads at most, whatever the process does to make it more.
public enum InspectionLimits {
    /// Lines of a memory map.
    public static let mappings = 4096
    /// Bytes of a memory map.
    public static let mapBytes = 4 << 20
    /// Bytes of all the files that have to be hashed, cached or not.
    public static let hashedBytes: UInt64 = 512 << 20
    /// Bytes of a path.
    public static let path = 4096
    /// Bytes of a Flatpak id or a Snap name.
    public static let hint = 255
}
