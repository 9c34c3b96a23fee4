import Foundation
import Glibc
import KeychainServices
import Testing

@testable import TrustedPlatform

/// The real command line, as processes of its own.
@Suite(.enabled(if: SoftwareTPM.isInstalled && Programs.areBuilt)) struct KilledTests {
    private func run(
        _ machine: Machine, _ arguments: [String], input: String = ""
    ) throws -> (status: Int32, text: String) {
        let child = try Programs.start(machine, arguments, input: .bytes(Data(input.utf8)))
        let text = child.text()
        return (child.wait(), text)
    }

    @Test func sealStatusAndUnsealCommandsWork() throws {
        let machine = try Machine()
        try machine.store("secret")
        let sealed = try run(machine, ["device-key", "seal", "--tcti", "swtpm:path=" + machine.tpm.socket])
        #expect(sealed.status == 0)
        #expect(sealed.text.wholeMatch(of: /([0-9a-f]{4}-){9}[0-9a-f]{4}\n/) != nil)
        let status = try run(machine, ["device-key", "status"])
        #expect(status.status == 0)
        #expect(status.text.contains("the TPM opens it"))
        machine.tpm.stop()
        #expect(try run(machine, ["device-key", "status"]).status == 1)
        #expect(try run(machine, ["device-key", "unseal"]).status == 1)
        let code = machine.home + "/code"
        try Data(sealed.text.utf8).write(to: URL(fileURLWithPath: code))
        let child = try Programs.start(
            machine, ["device-key", "unseal", "--recovery-code", "--stdin"], input: .file(code))
        #expect(child.wait() == 0)
        #expect(try run(machine, ["device-key", "status"]).text.contains("in the clear"))
        #expect(try machine.read() == "secret")
    }

    /// On a file system that is mounted for reading only, in a mount namespace of the test's own: reading takes no lock file.
    @Test func sealedKeyOpensWhereNothingCanBeWritten() throws {
        let machine = try Machine()
        #expect(try run(machine, ["set", "mail", "alice"], input: "secret").status == 0)
        _ = try machine.seal()
        let words = [
            ("get mail alice", 0, "secret\n"), ("device-key status", 0, "the TPM opens it"),
            ("doctor", 0, "is healthy"), ("set mail bob", 1, ""),
        ]
        for (arguments, status, text) in words {
            let output = try runForReadingOnly(machine, arguments)
            #expect(output.status == status && (text.isEmpty || output.text.contains(text)), "\(arguments): \(output)")
        }
        machine.tpm.stop()
        #expect(try runForReadingOnly(machine, "get mail alice").status == 1)
    }

    private func runForReadingOnly(_ machine: Machine, _ arguments: String) throws -> (status: Int32, text: String) {
        let home = machine.home
        let script =
            "mount --bind '\(home)' '\(home)' && mount -o remount,bind,ro '\(home)' && exec \"$0\" \(arguments)"
        let map = geteuid() == 0 ? [] : ["--map-root-user"]
        let child = try Programs.start(
            machine, ["--mount"] + map + ["/bin/sh", "-c", script, Programs.chatelaine], executable: "/usr/bin/unshare")
        let text = child.text()
        return (child.wait(), text)
    }

    /// SIGKILL in place of the answer to the first command that the TPM gets, to the second, and so on to the last.
    @Test func killedAtAnyCommandToTheTPMTheOldOrTheNewFileWorks() throws {
        let machine = try Machine()
        try machine.store("secret")
        var moments = 0
        for command in [
            ["device-key", "seal"], ["device-key", "seal", "--pcrs", "sha256:7"], ["device-key", "unseal"],
        ] {
            for moment in 1...60 {
                let gate = try Gate(machine.tpm, closingAt: moment)
                let child = try Programs.start(machine, command + ["--tcti", "swtpm:path=" + gate.socket])
                gate.serve(killing: child.id)
                let status = child.wait()
                gate.close()
                // What the process had loaded stays in a TPM without resource manager until it is switched off.
                machine.tpm.stop()
                try machine.tpm.start()
                try #require(status == 0 || status == -SIGKILL, "\(command) \(moment)")
                #expect(try machine.readAtOwnTPM() == "secret", "\(command) \(moment)")
                guard status != 0 else { break }
                moments += 1
            }
        }
        #expect(moments > 20)
    }

    /// swtpm has no resource manager: two at once would get each other's answers.
    @Test func severalProcessesAtOnceWaitForOneAnother() throws {
        let machine = try Machine()
        try machine.store("secret")
        _ = try machine.seal()
        let children = try (0..<8).map { _ in try Programs.start(machine, ["list"]) }
        for child in children {
            #expect(child.text().contains("alice"))
            #expect(child.wait() == 0)
        }
    }

    @Test func theAgentOpensASealedKeyOnceAndKeepsIt() throws {
        let machine = try Machine()
        try machine.store("secret")
        _ = try machine.seal()
        let agent = try Programs.start(machine, ["agent"])
        defer { agent.end(SIGTERM) }
        try agent.expectLine("listening on")
        machine.tpm.stop()
        let answer = try run(machine, ["get", "mail", "alice"])
        #expect(answer.text == "secret\n" || answer.text == "secret")
        #expect(answer.status == 0)
    }

    @Test func anAgentThatCannotOpenItSaysWhy() throws {
        let machine = try Machine()
        try machine.store("secret")
        _ = try machine.seal()
        machine.tpm.stop()
        let agent = try Programs.start(machine, ["agent"], errors: .file(machine.home + "/errors"))
        #expect(agent.text() == "")
        #expect(agent.wait() == 1)
        let complaint = try String(contentsOfFile: machine.home + "/errors", encoding: .utf8)
        #expect(complaint.contains("there is no TPM at"))
        #expect(complaint.contains("--recovery-code"))
    }
}
