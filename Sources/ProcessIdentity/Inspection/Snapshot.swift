import Glibc
import LinuxSupport

/// The values that are read before and after an inspection. If any differs, the data read in between may belong to two
/// programs.
struct Snapshot: Equatable {
    let stat: StatLine
    let credentials: Credentials
    let traits: ProcessTraits
    let executableLink: [UInt8]
    let executable: FileIdentity

    init(of process: ProcessDirectory, _ executable: borrowing Executable) throws(IdentificationFailure) {
        stat = try StatLine(of: process)
        // More than enough for the lines before the groups, of which there may be many.
        let status = StatusLines(try process.prefix("status", 4096))
        let (users, groups) = (status.numbers("Uid"), status.numbers("Gid"))
        guard users.count == 4, groups.count == 4, let tracer = status.numbers("TracerPid").first else {
            throw .malformed
        }
        let ids = (users + groups).compactMap { UInt32(exactly: $0) }
        guard ids.count == 8 else { throw .malformed }
        credentials = Credentials(
            realUserID: ids[0], effectiveUserID: ids[1], realGroupID: ids[4], effectiveGroupID: ids[5])
        let isMixed = Set(users).count > 1 || Set(groups).count > 1
        var traits: ProcessTraits = isMixed ? [.mixedCredentials] : []
        if tracer != 0 || process.hasTracedThread() { traits.insert(.traced) }
        self.traits = traits
        executableLink = executable.link
        self.executable = executable.identity
    }
}

/// The executable of a process: the file that `/proc/PID/exe` leads to, even if it was renamed or deleted.
struct Executable: ~Copyable {
    let file: Descriptor
    let information: stat
    /// The text of the link, possibly with the mark of a deleted file at its end.
    let link: [UInt8]
    /// The same with the escapes of a memory map.
    let escapedLink: [UInt8]

    var identity: FileIdentity { information.identity }

    init(of process: ProcessDirectory) throws(IdentificationFailure) {
        let file = try process.follow("exe")
        guard let information = file.information() else { throw .denied }
        link = try process.link("exe")
        var escapedLink: [UInt8] = []
        for byte in link {
            if byte == UInt8(ascii: "\n") { escapedLink += "\\012".utf8 } else { escapedLink.append(byte) }
        }
        self.escapedLink = escapedLink
        self.information = information
        self.file = file
    }
}
