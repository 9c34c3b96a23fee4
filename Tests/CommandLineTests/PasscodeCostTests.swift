import Foundation
import KeychainServices
import Secrets
import Testing

/// A file whose numbers have a key derived at a cost that the command line never chooses.
@Suite struct PasscodeCostTests {
    let tool: CommandLineTool

    init() throws {
        tool = try CommandLineTool()
        #expect(try tool.run("set", "mail", "alice", input: "secret").status == 0)
        let root = KeychainRoot(path: tool.home.appendingPathComponent("keychain/data").path)
        let keychain = try Keychain(
            root: root, accessGroups: AccessGroups(["*"]), passcodeCost: .fixed(passes: 4, memory: 8 << 10))
        try keychain.setPasscode(SecretBytes(copying: "1234".utf8))
        keychain.close()
    }

    @Test func withoutATerminalItIsAnErrorWithARemedy() throws {
        let output = try tool.run("get", "mail", "alice", "--passcode-stdin", input: "1234\n")
        #expect(output.status == 1 && output.bytes.isEmpty)
        #expect(output.complaint.contains("4 passes of Argon2id"), "\(output.complaint)")
        #expect(output.complaint.contains("chatelaine passcode change"))
    }

    @Test(arguments: [false, true]) func onATerminalThePersonDecides(accepts: Bool) throws {
        let terminal = try TestTerminal(tool, "get", "mail", "alice")
        try terminal.expect("Passcode of the keychain: ")
        terminal.type("1234\n")
        try terminal.expect("4 passes of Argon2id")
        try terminal.expect("Continue? [y/N] ")
        terminal.type(accepts ? "y\n" : "n\n")
        #expect(terminal.end() == (accepts ? 0 : 1))
        #expect(terminal.shown.contains("secret") == accepts, "\(terminal.shown)")
    }
}
