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
}
