/// The reason for which a process could not be identified.
///
/// The raw values are part of the helper's answers and never change.
package enum IdentificationFailure: UInt8, Error, Sendable, CaseIterable {
    /// The process has exited.
    case gone = 1
    /// The kernel does not show the executable or the memory map of the process to the inspector: the process is not
    /// dumpable, belongs to another user, or is a kernel thread.
    case denied = 2
    /// There are more mappings, or more bytes to hash, than an inspection reads (`InspectionLimits`).
    case tooLarge = 3
    /// The descriptor is not a pidfd, or the kernel's files about the process do not have the expected format.
    case malformed = 4
    /// The process executed another program, or its files changed, during every attempt to examine it.
    case unstable = 5
    /// The helper could not be started, died, took too long, or gave an invalid answer.
    case unanswered = 6
}

/// The limits on what an inspection reads, which protect it from a process that tries to exhaust it.
package enum InspectionLimits {
    /// The number of lines of a memory map.
    package static let mappings = 4096
    /// The size of a memory map in bytes.
    package static let mapBytes = 4 << 20
    /// The total size of all files that have to be hashed, in bytes, cached or not.
    package static let hashedBytes: UInt64 = 512 << 20
    /// The length of a path in bytes.
    package static let path = 4096
    /// The number of kinds of executable memory without a file.
    package static let memories = 16
    /// The size in bytes of a file that declares access groups.
    package static let declaration = 1 << 20
    /// The length of a Flatpak id or a Snap name in bytes.
    package static let hint = 255
    /// The length of the name of a process that has the mark's capability, in bytes.
    package static let holder = 255
}
