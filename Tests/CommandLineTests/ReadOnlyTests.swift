import Foundation
import Glibc
import Testing

/// A keychain and a vault on a file system that is mounted for reading only, in a mount namespace of the test's own.
@Suite struct ReadOnlyTests {
    /// Runs the built program there.
    private func run(_ tool: CommandLineTool, _ arguments: String, input: String = "") throws -> CommandLineTool.Output
    {
        let home = tool.home.path
        let script =
            "mount --bind '\(home)' '\(home)' && mount -o remount,bind,ro '\(home)' && exec \"$0\" \(arguments)"
        let map = geteuid() == 0 ? [] : ["--map-root-user"]
        return try tool.run(
            ["--mount"] + map + ["/bin/sh", "-c", script, CommandLineTool.executable], input: Data(input.utf8),
            executable: "/usr/bin/unshare")
    }

    @Test func readOnlyMountCanBeRead() throws {
        let vault = try VaultTool()
        let tool = vault.tool
        #expect(try tool.run("set", "s", "a", input: "x").status == 0)
        _ = try vault.text("add", "Bank", "username=maria", "--no-secret")
        let got = try run(tool, "get s a")
        #expect(got.status == 0 && got.text == "x\n", "\(got.complaint)")
        let listed = try run(tool, "vault list --password-stdin", input: VaultTool.password + "\n")
        #expect(listed.status == 0 && listed.text.contains("\tBank\t"), "\(listed.complaint)")
        let refused = try run(tool, "set s b", input: "y")
        #expect(refused.status == 1 && refused.complaint.contains("can only be read"), "\(refused.complaint)")
        let examined = try run(tool, "doctor")
        #expect(examined.status == 0 && examined.text.contains("the keychain is healthy"), "\(examined.text)")
    }
}
