import Foundation
import Testing

@Suite struct VaultHealthTests {
    /// A vault with two logins that share a weak password.
    private func vault() throws -> VaultTool {
        let vault = try VaultTool()
        for (name, site) in [("Bank", "https://bank.example"), ("Shop", "http://shop.example.com")] {
            let added = try vault.run(
                "add", name, "username=alice", "website=\(site)", "--secret", "password", input: "alice2024\n")
            try #require(added.status == 0, "\(added.complaint)")
        }
        return vault
    }

    private func findings(_ output: CommandLineTool.Output) throws -> [String] {
        output.text.split(separator: "\n").map { line in
            let cells = line.split(separator: "\t").map(String.init)
            return "\(cells[0]) \(cells[3])"
        }
    }

    @Test func findingsAreLinesAndTheStatusSaysThatThereAreSome() throws {
        let output = try vault().run("health")
        #expect(output.status == 3, "\(output.complaint)")
        #expect(try findings(output) == ["reused Bank", "reused Shop", "weak Bank", "weak Shop", "http Shop"])
        #expect(!(output.text + output.complaint).contains("alice2024"))
        #expect(try VaultTool().run("health").status == 0)
    }

    @Test func findingsAreIgnoredForOneItemAndKind() throws {
        let vault = try vault()
        _ = try vault.text("health", "--ignore", "Bank", "--kind", "weak", "--kind", "reused")
        #expect(try findings(vault.run("health")) == ["reused Shop", "weak Shop", "http Shop"])
        #expect(try findings(vault.run("health", "--all-findings", "--kind", "weak")) == ["weak Bank", "weak Shop"])
        #expect(!(try vault.text("show", "Bank").contains("weak")))
        _ = try vault.text("edit", "Bank", "username=maria")
        #expect(try findings(vault.run("health", "--kind", "weak")) == ["weak Shop"])
        _ = try vault.text("health", "--unignore", "Bank", "--kind", "reused")
        #expect(try findings(vault.run("health", "--kind", "reused")) == ["reused Bank", "reused Shop"])
        #expect(try vault.run("health", "--ignore", "Bank").status == 2)
    }

    @Test func aFileOfHashesSaysWhatLeaked() throws {
        let vault = try vault()
        let file = vault.tool.home.appendingPathComponent("hashes")
        // printf %s alice2024 | sha1sum
        try Data("840E0CB6E1A017B58176FE5458373196ACCF843A:7\n".utf8).write(to: file)
        let output = try vault.run("health", "--hashes", file.path, "--kind", "leaked", "--json")
        #expect(output.status == 3, "\(output.complaint)")
        let report = try #require(try JSONSerialization.jsonObject(with: output.bytes) as? [String: Any])
        let found = try #require(report["findings"] as? [[String: Any]])
        #expect(found.map { $0["title"] as? String } == ["Bank", "Shop"])
        #expect(found.allSatisfy { $0["times"] as? Int == 7 && $0["kind"] as? String == "leaked" })
        #expect(report["items"] as? Int == 2 && report["complete"] as? Bool == true)
        try Data("damaged\n".utf8).write(to: file)
        let damaged = try vault.run("health", "--hashes", file.path)
        #expect(damaged.status == 1)
        #expect(damaged.complaint.contains("at byte 0"))
    }

    @Test func vaultsAreJudgedTogether() throws {
        let vault = try VaultTool(creating: ["home", "work"])
        for name in ["home", "work"] {
            let added = try vault.run(
                "add", "In \(name)", "--vault", name, "--secret", "password", input: "rWibMFACxAUGZmxhVncy\n")
            try #require(added.status == 0, "\(added.complaint)")
        }
        let second = VaultTool.password + "\n"
        #expect(try findings(vault.run("health", "--all", input: second)) == ["reused In home", "reused In work"])
        #expect(try vault.run("health", "--vault", "home").status == 0)
        #expect(try vault.run("health", "--vault", "home", "--vault", "work", input: second).status == 3)
    }

    @Test(arguments: [
        ["--range-url", "https://example.com/"], ["--kind", "nosuch"], ["--all", "--vault", "personal"],
        ["--online", "--hashes", "x"], ["--old-after", "0"], ["--ignore", "Bank"],
    ])
    func wrongUsageEndsWithTwo(arguments: [String]) throws {
        #expect(try VaultTool().run(["health"] + arguments).status == 2)
    }
}
