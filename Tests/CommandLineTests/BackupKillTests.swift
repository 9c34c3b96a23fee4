import Foundation
import Glibc
import TestSupport
import Testing

/// A backup or a restore that is killed at a system call that changes something has changed everything or nothing.
///
/// strace(1) kills the process when it is about to make the n-th of these calls.
@Suite(.serialized, .enabled(if: SystemCallTracer.works, "strace is not installed, or may not trace"))
struct BackupKillTests {
    /// All calls by which files change, except those of writing, of which there are too many.
    private static let calls = "openat,rename,renameat2,unlink,fsync,mkdir,rmdir,ftruncate,unlinkat,link"
    private static let writes = "write,pwrite64"
    private static let password = Data("seven silly walruses ate\n".utf8)

    private let (old, new): (CommandLineTool, CommandLineTool)
    private let file: String

    init() throws {
        (old, new) = (try CommandLineTool(), try CommandLineTool())
        file = old.home.path + "/backup"
        for tool in [old, new] {
            #expect(try tool.run("set", "mail", "alice", input: tool === old ? "restored" : "own").status == 0)
        }
        let vault = try old.run("vault", "create", "work", "--password-stdin", input: "four grey elephants sang\n")
        try #require(vault.status == 0, "\(vault.complaint)")
    }

    /// Runs a command, and kills it at a call; at none for 0.
    private func run(_ tool: CommandLineTool, _ words: [String], _ calls: String, killedAt number: Int) throws -> Bool {
        let injection = number > 0 ? ["-e", "inject=\(calls):signal=SIGKILL:when=\(number)"] : []
        let output = try tool.run(
            ["-f", "-qq", "-o", new.home.path + "/trace", "-e", "trace=\(calls)"] + injection
                + [CommandLineTool.executable] + words + ["--password-stdin"],
            input: Self.password, executable: SystemCallTracer.path)
        #expect(number > 0 || output.status == 0, "\(output.complaint)")
        return output.status == 0
    }

    /// The numbers of calls at which the command is killed: each of the last ones, which do what counts, and some before.
    private func numbers(_ tool: CommandLineTool, _ words: [String], _ calls: String, last: Int) throws -> [Int] {
        #expect(try run(tool, words, calls, killedAt: 0))
        let trace = try String(contentsOfFile: new.home.path + "/trace", encoding: .utf8)
        let count = trace.split(separator: "\n").filter { $0.contains("(") && !$0.contains("resumed") }.count
        try #require(count > last)
        return Array(stride(from: 1, to: count - last, by: max(1, (count - last) / 6))) + Array((count - last)...count)
    }

    @Test func aKilledBackupLeavesTheOldFileOrANewOne() throws {
        let words = ["backup", file, "--force"]
        for (calls, last) in [(Self.calls, 24), (Self.writes, 6)] {
            for number in try numbers(old, words, calls, last: last) {
                _ = try run(old, words, calls, killedAt: number)
                let checked = try old.run(
                    "backup", "--verify", file, "--password-stdin", input: "seven silly walruses ate\n")
                #expect(checked.status == 0, "killed at call \(number) of \(calls): \(checked.complaint)")
            }
        }
        #expect(try old.run("get", "mail", "alice").text == "restored\n")
        #expect(try run(old, words, Self.calls, killedAt: 0))
        // The last one has removed what the others have left.
        #expect(!FileManager.default.fileExists(atPath: file + ".unfinished"))
    }

    @Test func aKilledRestoreHasRestoredEverythingOrNothing() throws {
        #expect(try run(old, ["backup", file], Self.calls, killedAt: 0))
        let data = new.home.path + "/keychain/data"
        let saved = new.home.path + "/saved"
        try FileManager.default.copyItem(atPath: data, toPath: saved)
        let words = ["restore", file, "--replace"]
        var found: [Bool: Int] = [:]
        for (calls, last) in [(Self.calls, 40), (Self.writes, 10)] {
            for number in try numbers(new, words, calls, last: last) {
                try FileManager.default.removeItem(atPath: data)
                try FileManager.default.copyItem(atPath: saved, toPath: data)
                let isDone = try run(new, words, calls, killedAt: number)
                let names = try new.run("vault", "status").text
                let value = try new.run("get", "mail", "alice").text
                let isRestored = value == "restored\n"
                #expect(isRestored || value == "own\n", "killed at call \(number) of \(calls)")
                #expect(names.contains("work") == isRestored, "killed at call \(number) of \(calls)")
                #expect(!isDone || isRestored)
                found[isRestored, default: 0] += 1
            }
            try FileManager.default.removeItem(atPath: data)
            try FileManager.default.copyItem(atPath: saved, toPath: data)
        }
        print("killed restores: \(found[false] ?? 0) before, \(found[true] ?? 0) after")
        #expect(found[true] ?? 0 > 0 && found[false] ?? 0 > 0)
    }
}

/// strace(1), where it is installed and may trace.
private enum SystemCallTracer {
    static let path = "/usr/bin/strace"

    static let works: Bool = {
        guard FileManager.default.isExecutableFile(atPath: path), let tool = try? CommandLineTool() else {
            return false
        }
        return (try? tool.run(["-f", "-qq", "-o", "/dev/null", "true"], executable: path))?.status == 0
    }()
}
