import Foundation
import TestSupport
import Testing

/// A vault of which a part is damaged, on the command line.
@Suite struct VaultDoctorTests {
    private func path(_ vault: VaultTool, _ name: String = "personal") -> String {
        vault.tool.home.appendingPathComponent("keychain/data/keychains/vault.\(name).keychain").path
    }

    /// Moves the log to the file, as a rename does.
    private func emptyLog(of name: String, _ vault: VaultTool) throws {
        for names in [[name, "other"], ["other", name]] {
            let renamed = try vault.run(["rename"] + names)
            try #require(renamed.status == 0, "\(renamed.complaint)")
        }
    }

    /// Makes a vault with an item, whose index is damaged.
    private func damaged() throws -> VaultTool {
        let vault = try VaultTool()
        _ = try vault.text("add", "Bank", "username=maria", "--no-secret")
        try emptyLog(of: "personal", vault)
        var file = try DamagedKeychain(path(vault))
        try file.flipBit(ofItem: file.count - 1)
        return vault
    }

    private func doctor(_ vault: VaultTool, _ arguments: String...) throws -> CommandLineTool.Output {
        try vault.tool.run(
            ["doctor", "--vault", "personal", "--passcode-stdin"] + arguments,
            input: Data("\(VaultTool.password)\n".utf8))
    }

    @Test func aListThatLacksItemsEndsWithAStatusOfItsOwn() throws {
        let vault = try damaged()
        for arguments in [["list"], ["list", "--tags"], ["search", "bank"], ["show", "Bank"]] {
            let output = try vault.run(arguments)
            #expect(output.status == 65 && output.text.isEmpty, "\(arguments): \(output.complaint)")
            #expect(
                output.complaint.contains("items may be missing")
                    && output.complaint.contains("--repair --vault personal"))
        }
        let json = try vault.run("list", "--json")
        #expect(json.status == 65)
        let object = try #require(try JSONSerialization.jsonObject(with: json.bytes) as? [String: Any])
        #expect(object["complete"] as? Bool == false && (object["items"] as? [Any])?.isEmpty == true)
        let refused = try vault.run("add", "Shop", "--no-secret")
        #expect(refused.status == 1 && refused.complaint.contains("nothing was changed"))
    }

    @Test func aListThatHasAllSaysThatToo() throws {
        let vault = try VaultTool()
        #expect(try vault.json("list")["complete"] as? Bool == true)
    }

    @Test func doctorLooksIntoAVaultAndBringsBackWhatIsInTheFile() throws {
        let vault = try damaged()
        // Without the master password nothing can be said of the items.
        let outside = try vault.tool.run("doctor")
        #expect(outside.status == 0 && outside.text.contains("vault personal:"))
        #expect(outside.text.contains("the vault “personal” is healthy"))
        let found = try doctor(vault)
        #expect(
            found.status == 1 && found.text.contains("lists lack 1 of the 1 items that are in the file"),
            "\(found.text)")
        #expect(found.complaint.contains("the vault “personal” has problems") && found.complaint.contains("--repair"))
        let repaired = try doctor(vault, "--repair")
        #expect(repaired.status == 0 && repaired.text.contains("repaired: brought 1 items back"), "\(repaired.text)")
        #expect(try vault.text("list").contains("\tBank\t"))
    }

    @Test func oneThatCannotBeReadDoesNotHideTheOthers() throws {
        let vault = try VaultTool(creating: ["home", "work"])
        try emptyLog(of: "home", vault)
        try Data().write(to: URL(fileURLWithPath: path(vault, "home")))
        let output = try vault.tool.run("doctor", "--json")
        #expect(output.status == 1)
        let object = try #require(try JSONSerialization.jsonObject(with: output.bytes) as? [String: Any])
        let vaults = try #require(object["vaults"] as? [[String: Any]])
        #expect(vaults.map { $0["name"] as? String } == ["home", "work"])
        #expect(vaults.map { $0["healthy"] as? Bool } == [false, true])
        #expect(object["healthy"] as? Bool == false)
        let unknown = try vault.tool.run("doctor", "--vault", "away")
        #expect(unknown.status == 1 && unknown.complaint.contains("there is no vault “away”"))
    }

    // MARK: - Missing changes

    /// Makes a vault with two items, and puts back its file from before the second.
    private func withAnOlderFile() throws -> VaultTool {
        let vault = try VaultTool()
        _ = try vault.text("add", "Bank", "--no-secret")
        try emptyLog(of: "personal", vault)
        let file = URL(fileURLWithPath: path(vault))
        let older = try Data(contentsOf: file)
        _ = try vault.text("add", "Shop", "--no-secret")
        for end in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path(vault) + end) }
        try older.write(to: file)
        return vault
    }

    /// Every command says so, nothing is written, and the owner's decision is the end of it.
    private func expectNoticedUntilAccepted(_ vault: VaultTool) throws {
        for arguments in [["list"], ["search", "bank"], ["show", "Bank"], ["add", "New", "--no-secret"]] {
            let output = try vault.run(arguments)
            #expect(output.status == 1 && output.text.isEmpty, "\(arguments): \(output.complaint)")
            #expect(output.complaint.contains("missing from the keychain"), "\(output.complaint)")
        }
        let found = try doctor(vault)
        #expect(found.status == 1 && found.text.contains("missing from the keychain"))
        #expect(found.complaint.contains("chatelaine doctor --accept-state --vault personal"), "\(found.complaint)")
        let accepted = try doctor(vault, "--accept-state")
        #expect(accepted.status == 0 && accepted.text.contains("repaired: accepted the keychain without"))
        #expect(accepted.text.contains("the vault “personal” is healthy"), "\(accepted.text)")
        // The counter starts from the file: what is added counts, and nothing is missing.
        #expect(try vault.text("list").contains("\tBank\t"))
        _ = try vault.text("add", "New", "--no-secret")
        let titles = try vault.text("list")
        #expect(titles.contains("\tNew\t") && !titles.contains("\tShop\t"))
        #expect(try doctor(vault).status == 0)
        // Nothing is left to accept.
        #expect(try !doctor(vault, "--accept-state").text.contains("accepted"))
    }

    @Test func missingChangesOfAVaultAreNoticedUntilTheyAreAccepted() throws {
        try expectNoticedUntilAccepted(withAnOlderFile())
    }

    /// The agent serves such a vault no more than a program opens it, and goes on with it as soon as its state is accepted.
    @Test func theAgentNoticesMissingChangesOfAVault() throws {
        let vault = try withAnOlderFile()
        let agent = try RunningAgent(vault.tool)
        try expectNoticedUntilAccepted(vault)
        #expect(agent.end() == 0)
    }
}
