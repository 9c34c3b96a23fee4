import Foundation
import Glibc
import TestSupport
import Testing

@testable import TrustedPlatform

/// A TPM of its own for a test: swtpm, started here and ended with the last reference.
final class SoftwareTPM {
    static let program = "/usr/bin/swtpm"
    static let isInstalled = access(program, X_OK) == 0 && (try? TSSLibrary()) != nil

    private let temporary: TemporaryDirectory
    private var process: ChildProcess?

    /// For everything that the test makes; absolute, for swtpm takes nothing else.
    var directory: String { temporary.path }

    var socket: String { directory + "/tpm" }

    init() throws {
        temporary = try TemporaryDirectory(mode: 0o700)
        try start()
    }

    deinit { stop() }

    func address() throws -> TPMAddress {
        guard let address = TPMAddress("swtpm:path=" + socket) else { throw TestFailure("address") }
        return address
    }

    func connect() throws -> TrustedPlatform { try TrustedPlatform(at: address()) }

    /// Switches it on with the state that it had, as at a restart of the machine. Returns when it listens.
    func start() throws {
        try? FileManager.default.createDirectory(atPath: directory + "/state", withIntermediateDirectories: true)
        let fifo = directory + "/ready"
        guard mkfifo(fifo, 0o600) == 0 else { throw TestFailure("there is no pipe “\(fifo)”") }
        defer { unlink(fifo) }
        let reader = open(fifo, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        defer { close(reader) }
        process = try ChildProcess(
            [
                Self.program, "socket", "--tpm2", "--tpmstate", "dir=" + directory + "/state", "--server",
                "type=unixio,path=" + socket, "--ctrl", "type=unixio,path=" + socket + ".ctrl", "--flags",
                "not-need-init,startup-clear", "--pid", "file=" + fifo, "--log", "file=/dev/null",
            ], output: .null, errors: .null)
        // The process id is written when the sockets are there.
        var ready = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
        guard poll(&ready, 1, 300_000) > 0, ready.revents & Int16(POLLIN) != 0 else {
            throw TestFailure("swtpm does not start")
        }
    }

    func stop() {
        guard let process else { return }
        process.end()
        self.process = nil
        for path in [socket, socket + ".ctrl"] { unlink(path) }
    }

    /// Runs one of the tools of tpm2-tools on it, and returns how it ended.
    @discardableResult func tool(_ arguments: String...) throws -> Int32 {
        let variables = ["TPM2TOOLS_TCTI": "swtpm:path=" + socket, "TSS2_LOG": "all+none"]
        return try ChildProcess.run(
            ["/usr/bin/env", "-C", directory] + arguments,
            variables: ProcessInfo.processInfo.environment.merging(variables) { $1 }, errors: .null
        ).status
    }

    static let hasTools = access("/usr/bin/tpm2_pcrextend", X_OK) == 0

    /// Has it refuse everything that it protects against guessing, as after other programs' guesses.
    func lockOut() throws {
        try #require(try tool("tpm2_dictionarylockout", "-s", "-n", "2", "-t", "1000", "-l", "1000") == 0)
        try Data("x".utf8).write(to: URL(fileURLWithPath: directory + "/x"))
        try tool("tpm2_createprimary", "-Q", "-C", "o", "-c", "p.ctx")
        try tool("tpm2_flushcontext", "-t")
        try tool("tpm2_create", "-Q", "-C", "p.ctx", "-i", "x", "-p", "right", "-u", "u", "-r", "r")
        try tool("tpm2_flushcontext", "-t")
        try tool("tpm2_load", "-Q", "-C", "p.ctx", "-u", "u", "-r", "r", "-c", "o.ctx")
        try tool("tpm2_flushcontext", "-t")
        for _ in 0..<2 {
            #expect(try tool("tpm2_unseal", "-Q", "-c", "o.ctx", "-p", "wrong") != 0)
            try tool("tpm2_flushcontext", "-t")
        }
        // Also the right one is refused.
        #expect(try tool("tpm2_unseal", "-Q", "-c", "o.ctx", "-p", "right") != 0)
        try tool("tpm2_flushcontext", "-t")
    }
}
