import Foundation
import Testing

/// A vault that does not open, or was never finished, hides no other, and its name can be used.
@Suite struct VaultDamageTests {
    private func path(_ tool: CommandLineTool, _ name: String) -> URL {
        tool.home.appendingPathComponent("keychain/data/keychains/\(name).keychain")
    }

    @Test func vaultThatDoesNotOpenHidesNoOther() throws {
        let vault = try VaultTool(creating: ["another", "broken", "personal"])
        try Data(repeating: 7, count: 8192).write(to: path(vault.tool, "vault.broken"))
        let status = try vault.tool.run("vault", "status")
        #expect(status.status == 0, "\(status.complaint)")
        let lines = status.text.split(separator: "\n").map {
            $0.split(separator: "\t").prefix(2).joined(separator: " ")
        }
        #expect(lines == ["another locked", "broken does not open", "personal locked"])
        #expect(status.complaint.contains("the vault broken does not open: "))
        let object = try JSONSerialization.jsonObject(with: vault.tool.run("vault", "status", "--json").bytes)
        let vaults = try #require((object as? [String: Any])?["vaults"] as? [[String: Any]])
        #expect(vaults.map { $0["name"] as? String } == ["another", "broken", "personal"])
        #expect(vaults.map { $0["problem"] is String } == [false, true, false])
        #expect(try vault.tool.run("vault", "status", "--vault", "broken").status == 1)
        #expect(try vault.run("list", "--vault", "personal").status == 0)
        #expect(try vault.tool.run("vault", "lock").status == 1)
    }

    /// What an earlier release has left that was ended in the middle: a keychain without a passcode under the name of a vault.
    @Test func vaultThatWasNotFinishedIsMadeByTheNextTry() throws {
        let vault = try VaultTool()
        #expect(try vault.tool.run("set", "s", "a", input: "secret").status == 0)
        try FileManager.default.copyItem(at: path(vault.tool, "default"), to: path(vault.tool, "vault.half"))
        let status = try vault.tool.run("vault", "status")
        #expect(status.status == 0 && status.text.contains("personal\tlocked"))
        #expect(status.complaint.contains("chatelaine vault create half"))
        #expect(try vault.run("create", "half").status == 0)
        #expect(try vault.run("list", "--vault", "half").status == 0)
        #expect(try vault.run("create", "half").status == 45)
        #expect(try vault.tool.run("vault", "status").complaint.isEmpty)
    }
}
