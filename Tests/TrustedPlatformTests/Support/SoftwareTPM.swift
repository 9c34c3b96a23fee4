import Foundation
import Glibc

@testable import TrustedPlatform

/// A TPM of its own for a test: swtpm, started here and ended with the last reference.
final class SoftwareTPM {
    static let program = "/usr/bin/swtpm"
    static let isInstalled = access(program, X_OK) == 0 && (try? TSSLibrary()) != nil

    /// For everything that the test makes; absolute, for swtpm takes nothing else.
    let directory: String
    private var process: pid_t = 0

    var socket: String { directory + "/tpm" }

    init() throws {
        var template = Array("/tmp/chatelaine-tpm-XXXXXX".utf8CString)
        guard let made = template.withUnsafeMutableBufferPointer({ $0.baseAddress.flatMap { mkdtemp($0) } }) else {
            throw Problem("mkdtemp")
        }
        directory = String(cString: made)
        try start()
    }

    deinit {
        stop()
        try? FileManager.default.removeItem(atPath: directory)
    }

    func address() throws -> TPMAddress {
        guard let address = TPMAddress("swtpm:path=" + socket) else { throw Problem("address") }
        return address
    }

    func connect() throws -> TrustedPlatform { try TrustedPlatform(at: address()) }

    /// Switches it on with the state that it had, as a machine that starts anew. Returns when it listens.
    func start() throws {
        try? FileManager.default.createDirectory(atPath: directory + "/state", withIntermediateDirectories: true)
        let fifo = directory + "/ready"
        guard mkfifo(fifo, 0o600) == 0 else { throw Problem("mkfifo") }
        defer { unlink(fifo) }
        let reader = open(fifo, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        defer { close(reader) }
        let child = try Child(
            [
                Self.program, "socket", "--tpm2", "--tpmstate", "dir=" + directory + "/state", "--server",
                "type=unixio,path=" + socket, "--ctrl", "type=unixio,path=" + socket + ".ctrl", "--flags",
                "not-need-init,startup-clear", "--pid", "file=" + fifo, "--log", "file=/dev/null",
            ])
        process = child.pid
        // The process id is written when the sockets are there.
        guard try !Child.line(from: reader).isEmpty else { throw Problem("swtpm") }
    }

    func stop() {
        guard process > 0 else { return }
        kill(process, SIGKILL)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        process = 0
        for path in [socket, socket + ".ctrl"] { unlink(path) }
    }

    /// Runs one of the tools of tpm2-tools on it, and returns how it ended.
    @discardableResult func tool(_ arguments: String...) throws -> Int32 {
        let child = try Child(
            ["/usr/bin/env", "-C", directory] + arguments,
            environment: ["TPM2TOOLS_TCTI=swtpm:path=" + socket, "TSS2_LOG=all+none"])
        return child.end()
    }

    static let hasTools = access("/usr/bin/tpm2_pcrextend", X_OK) == 0
}

struct Problem: Error {
    let text: String
    init(_ text: String) { self.text = text }
}
