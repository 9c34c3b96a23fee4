import Foundation
import TestSupport
import Testing

/// One damaged byte in a file that only its recovery key opens.
@Suite struct DamagedRecoveryTests {
    /// The numbers of the protection classes `ak` and `ck`.
    private static let (whenUnlocked, afterFirstUnlock): (UInt8, UInt8) = (6, 7)
    private static let new = "eight sober pelicans"

    /// Changes a byte of the copy of a class key that the recovery key opens (Docs/keychain-format.md, “Tables”).
    private func damageKey(of protection: UInt8, in file: URL) throws {
        var bytes = [UInt8](try Data(contentsOf: file))
        // How SQLite writes the types of a row: none, an integer, an integer or the number 1, three blobs of 60 bytes, two integers.
        let blobs: [UInt8] = [0x81, 4, 0x81, 4, 0x81, 4]
        let rows = bytes.indices.dropLast(240).filter {
            bytes[$0] == 0 && bytes[$0 + 1] == 1 && bytes[($0 + 3)..<($0 + 9)].elementsEqual(blobs)
                && bytes[$0 + 11] == protection
        }
        try #require(rows.count == 1)
        let wrapper = bytes[rows[0] + 2] == 9 ? 0 : 1
        bytes[rows[0] + 12 + wrapper + 60 + 20] ^= 1
        try Data(bytes).write(to: file)
    }

    private func keychain() throws -> (tool: CommandLineTool, recoveryKey: String) {
        let tool = try CommandLineTool()
        #expect(try tool.run("set", "mail", "kim", input: "one").status == 0)
        #expect(try tool.run("set", "shop", "kim", "--attr", "accessible=always", input: "two").status == 0)
        return (tool, try tool.run("recovery-key", "make", "--yes").text)
    }

    @Test func damagedKeyThatNothingUsesIsNamed() throws {
        let (tool, key) = try keychain()
        let other = try CommandLineTool()
        try tool.copyFile(of: "default", to: other)
        try damageKey(of: Self.afterFirstUnlock, in: other.file(of: "default"))
        let used = try other.run("recovery-key", "use", "--stdin", input: key)
        #expect(used.status == 0 && used.complaint.contains("the key of the class “ck”"), "\(used.complaint)")
        #expect(try other.run("get", "mail", "kim").text == "one\n")
        #expect(try other.run("get", "shop", "kim").text == "two\n")
        #expect(
            try other.run("set", "new", "kim", "--attr", "accessible=after-first-unlock", input: "new").status == 0)
        #expect(try other.run("passcode", "set", "--stdin", input: "passcode\n").status == 0)
    }

    // MARK: - The doctor

    /// Whatever it finds, the file stays as it is.
    private func examine(_ tool: CommandLineTool, _ key: String, _ options: String...) throws -> CommandLineTool.Output
    {
        let before = try Data(contentsOf: tool.file(of: "default"))
        let output = try tool.run(["doctor", "--recovery-key-stdin"] + options, input: Data(key.utf8))
        #expect(try Data(contentsOf: tool.file(of: "default")) == before)
        return output
    }

    @Test func doctorNamesTheDamagedKeyThatNothingUses() throws {
        let (tool, key) = try keychain()
        let whole = try examine(tool, key)
        #expect(whole.status == 0 && whole.text.contains("the keychain is healthy"), "\(whole.complaint)")
        for (code, items) in [("ak", 1), ("ck", 0), ("dk", 1)] {
            #expect(whole.text.contains("note: the recovery key opens the class “\(code)” (items: \(items))"))
        }
        #expect(whole.text.contains("note: no recovery key opens the class “aku”"))
        try damageKey(of: Self.afterFirstUnlock, in: tool.file(of: "default"))
        // Without the key there is nothing to see.
        #expect(try tool.run("doctor").status == 0)
        let found = try examine(tool, key)
        #expect(
            found.status == 1 && found.text.contains("error: the recovery key does not open the class “ck” (items: 0)"))
        #expect(found.text.contains("note: the recovery key opens the class “ak” (items: 1)"))
        #expect(found.text.contains("next: ") && found.text.contains("chatelaine recovery-key make"))
        // What the remedy says helps.
        let new = try tool.run("recovery-key", "make", "--yes").text
        #expect(try examine(tool, new).status == 0)
    }

    @Test func doctorExaminesTheRecoveryKeyOfACopyAndOfAVault() throws {
        let (tool, key) = try keychain()
        let other = try CommandLineTool()
        try tool.copyFile(of: "default", to: other)
        // Without a device key nothing else can be said of a copy.
        let copy = try examine(other, key, "--json")
        let report = try #require(JSONSerialization.jsonObject(with: copy.bytes) as? [String: Any])
        let findings = try #require(report["findings"] as? [[String: Any]])
        #expect(copy.status == 1 && findings.contains { $0["kind"] as? String == "device-key" })
        let ofKey = findings.filter { $0["kind"] as? String == "recovery-key" }
        #expect(ofKey.count >= 6 && ofKey.allSatisfy { $0["severity"] as? String == "note" }, "\(ofKey)")
        let vault = try VaultTool()
        let vaultKey = try vault.text("recovery", "make", "--yes")
        func examineVault() throws -> CommandLineTool.Output {
            try vault.tool.run("doctor", "--vault", "personal", "--recovery-key-stdin", input: vaultKey)
        }
        #expect(try examineVault().status == 0)
        try damageKey(of: Self.whenUnlocked, in: vault.tool.file(of: "vault.personal"))
        let found = try examineVault()
        #expect(found.status == 1 && found.text.contains("does not open the class “ak”"), "\(found.text)")
        #expect(found.text.contains("chatelaine vault recovery make --vault personal"))
    }

    @Test func doctorTakesTheRecoveryKeyOnATerminalAndRefusesAnother() throws {
        let (tool, key) = try keychain()
        #expect(try examine(tool, String(repeating: "0123456789", count: 4) + "\n").status == 51)
        #expect(try examine(tool, "no key\n").status == 2)
        #expect(try examine(tool, key, "--repair").status == 2)
        #expect(try tool.run("doctor", "--recovery-key").complaint.contains("--recovery-key-stdin"))
        let empty = try CommandLineTool().run("doctor", "--recovery-key-stdin", input: key)
        #expect(empty.status == 1 && empty.complaint.contains("there is no keychain"))
        let terminal = try TestTerminal(tool, "doctor", "--recovery-key")
        try terminal.expect("Recovery key: ")
        #expect(!terminal.echoes)
        terminal.type(key)
        try terminal.expect("the recovery key opens the class “ak”")
        #expect(terminal.end() == 0)
    }

    @Test func itemsOfADamagedKeyAreCountedAndTheOthersRecovered() throws {
        let (tool, key) = try keychain()
        let other = try CommandLineTool()
        try tool.copyFile(of: "default", to: other)
        try damageKey(of: Self.whenUnlocked, in: other.file(of: "default"))
        let used = try other.run("recovery-key", "use", "--stdin", input: key)
        #expect(used.status == 1 && used.complaint.contains("the key of the class “ak”"), "\(used.complaint)")
        #expect(used.complaint.contains("1 items were not recovered"))
        #expect(try other.run("get", "mail", "kim").status != 0)
        #expect(try other.run("get", "shop", "kim").text == "two\n")
    }

    /// All items of a vault are of one class.
    @Test func vaultIsRecoveredUnlessItsOwnKeyIsDamaged() throws {
        let vault = try VaultTool()
        _ = try vault.text("add", "Bank", input: "pa55\n")
        let key = try vault.text("recovery", "make", "--yes")
        let other = try CommandLineTool()
        let file = other.file(of: "vault.personal")
        func use() throws -> CommandLineTool.Output {
            try other.run("vault", "recovery", "use", "--stdin", input: "\(key)\(Self.new)\n")
        }
        try vault.tool.copyFile(of: "vault.personal", to: other)
        try damageKey(of: Self.whenUnlocked, in: file)
        let before = try Data(contentsOf: file)
        let refused = try use()
        #expect(refused.status == 1 && refused.complaint.contains("nothing was changed"), "\(refused.complaint)")
        #expect(try Data(contentsOf: file) == before)
        try vault.tool.copyFile(of: "vault.personal", to: other)
        try damageKey(of: Self.afterFirstUnlock, in: file)
        let used = try use()
        #expect(used.status == 0, "\(used.complaint)")
        let shown = try other.run(
            "vault", "show", "Bank", "--field", "password", "--password-stdin", input: Self.new + "\n")
        #expect(shown.text == "pa55\n", "\(shown.complaint)")
    }

    // MARK: - With an agent

    /// Runs a command that recovers with the agent, and expects that it refuses with a reason and changes nothing.
    private func expectRefused(_ reason: String, _ file: URL, _ body: () throws -> CommandLineTool.Output) throws {
        let before = try Data(contentsOf: file)
        let refused = try body()
        #expect(refused.status == 1 && refused.complaint.contains(reason), "\(refused.complaint)")
        #expect(refused.complaint.contains("end the agent first"))
        #expect(try Data(contentsOf: file) == before)
    }

    @Test func damagedVaultOfAnAgentIsRecoveredWhenTheAgentHasEnded() throws {
        let vault = try VaultTool()
        let file = vault.tool.file(of: "vault.personal")
        var agent = try RunningAgent(vault.tool)
        _ = try vault.text("add", "Bank", "--no-secret")
        let key = try vault.text("recovery", "make", "--yes")
        #expect(agent.end() == 0)
        var damaged = try DamagedKeychain(file.path)
        try damaged.flipBit(ofItem: damaged.count - 1)
        func use(_ options: String...) throws -> CommandLineTool.Output {
            try vault.tool.run(
                ["vault", "recovery", "use", "--stdin"] + options, input: Data("\(key)\(Self.new)\n".utf8))
        }
        agent = try RunningAgent(vault.tool)
        try expectRefused("the agent recovers no damaged vault", file) { try use("--damaged") }
        #expect(agent.end() == 0)
        let used = try use("--damaged")
        #expect(used.status == 0, "\(used.complaint)")
        // It is still the agent's, which opens it with the new master password.
        agent = try RunningAgent(vault.tool)
        let listed = try vault.tool.run("vault", "list", "--password-stdin", input: Self.new + "\n")
        #expect(listed.status == 65 && listed.complaint.contains("items may be missing"), "\(listed.complaint)")
        #expect(agent.end() == 0)
    }

    @Test func keychainOfAnAgentIsRecoveredWhenTheAgentHasEnded() throws {
        let (tool, key) = try keychain()
        var agent = try RunningAgent(tool)
        func use() throws -> CommandLineTool.Output {
            try tool.run("recovery-key", "use", "--damaged", "--stdin", input: key)
        }
        try expectRefused("the agent has the keychain open", tool.file(of: "default"), use)
        #expect(agent.end() == 0)
        try damageKey(of: Self.whenUnlocked, in: tool.file(of: "default"))
        let used = try use()
        #expect(used.status == 1 && used.complaint.contains("the key of the class “ak”"), "\(used.complaint)")
        agent = try RunningAgent(tool)
        #expect(try tool.run("get", "shop", "kim").text == "two\n")
        #expect(agent.end() == 0)
    }
}
