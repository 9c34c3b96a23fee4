import CLinux
import Foundation
import Glibc
import LinuxSupport
import TestSupport
import Testing

@testable import ProcessIdentity

/// A program and a helper in a mount namespace that is theirs alone, so that a test can mount what it likes.
final class PrivateMounts {
    let service: IdentifyService
    let workshop: Workshop
    private let pid: pid_t
    private let pidfd: Int32
    private let streams: [Int32]

    static var canBeMade: Bool { getuid() == 0 && access("/usr/bin/unshare", X_OK) == 0 }

    /// - Parameters:
    ///   - mounts: commands of the shell, in the directory of the workshop.
    ///   - program: what to start after them; it has to give back what it gets, or to say something.
    ///   - prefix: through which the program and the helper are started.
    init(_ mounts: String, program: String, through prefix: [String] = []) throws {
        workshop = try Workshop()
        for name in ["in", "out", "pid"] { try #require(mkfifo(workshop.at(name), 0o600) == 0) }
        let script = """
            set -e
            cd \(workshop.path)
            trap 'echo 0 > pid' EXIT
            \(mounts)
            \(prefix.joined(separator: " ")) \(program) < in > out 3<&- &
            echo $! > pid
            exec \(prefix.joined(separator: " ")) \(Built.helper)
            """
        service = IdentifyService(command: ["/usr/bin/unshare", "-m", "/bin/sh", "-c", script])
        try service.start()
        let number = Descriptor(Array(workshop.at("pid").utf8), O_RDONLY)?.bytes(limit: 16) ?? []
        pid = try #require(number.dropLast().decimal(pid_t.self))
        try #require(pid > 0, "the file systems cannot be mounted")
        pidfd = clinux_pidfd_open(pid)
        streams = [open(workshop.at("in"), O_WRONLY | O_CLOEXEC), open(workshop.at("out"), O_RDONLY | O_CLOEXEC)]
        var byte: UInt8 = 1
        try #require(write(streams[0], &byte, 1) == 1 && read(streams[1], &byte, 1) == 1)
    }

    deinit {
        for stream in streams { close(stream) }
        close(pidfd)
    }

    /// Runs commands of the shell where the program is.
    func run(_ commands: String) throws {
        try #require(
            try ChildProcess.run(["/usr/bin/nsenter", "-m", "-t", "\(pid)", "/bin/sh", "-c", commands]).status == 0)
    }

    func identify() throws -> ProcessEvidence { try service.identify(pidfd: pidfd) }
}
