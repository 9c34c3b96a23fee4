import Foundation
import TestSupport
import Testing

/// Bringing items from a file and writing them to one, as the documents say.
@Suite struct VaultImportTests {
    private static let csv = """
        name,url,username,password,note
        Shop,https://shop.example/,maria,Tr0ub4dor,
        Forum,https://forum.example/,m,correct horse,hello
        """

    private func file(_ vault: VaultTool, _ text: String = csv, name: String = "export.csv") throws -> String {
        let path = vault.tool.home.appendingPathComponent(name)
        try Data(text.utf8).write(to: path)
        return path.path
    }

    @Test func dryRunShowsWhatWouldComeAndChangesNothing() throws {
        let vault = try VaultTool()
        let path = try file(vault)
        let output = try vault.run("import", path, "--dry-run")
        #expect(output.status == 0)
        #expect(output.complaint.contains("would be imported from"))
        #expect(output.complaint.contains("2 items: 2 new"))
        #expect(!output.complaint.contains("Tr0ub4dor"))
        let listed = try vault.json("import", path, "--list")
        let items = try #require(listed["items"] as? [[String: Any]])
        #expect(items.map { $0["title"] as? String } == ["Shop", "Forum"])
        #expect(items.map { $0["outcome"] as? String } == ["new", "new"])
        #expect(try vault.text("list") == "")
    }

    @Test func secondImportChangesNothing() throws {
        let vault = try VaultTool()
        let path = try file(vault)
        let first = try vault.json("import", path)
        #expect(first["done"] as? String == "imported")
        #expect((first["counts"] as? [String: Int])?["new"] == 2)
        #expect(try vault.text("show", "Forum", "--field", "password") == "correct horse\n")
        #expect(try vault.text("show", "Forum", "--field", "notes") == "hello\n")
        let again = try vault.json("import", path)
        #expect((again["counts"] as? [String: Int])?["same"] == 2)
        // A plain file is named, and stays without --remove.
        let said = try vault.run("import", path)
        #expect(said.complaint.contains("still has everything in plain text"))
        #expect(FileManager.default.fileExists(atPath: path))
        #expect(try vault.run("import", path, "--remove").status == 0)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func someItemsAreChosenByTheirNumbers() throws {
        let vault = try VaultTool()
        #expect(try vault.run("import", file(vault), "--choose", "2", "--tag", "moved").status == 0)
        #expect(try vault.text("list", "--tag", "moved").contains("Forum"))
        #expect(try vault.run("show", "Shop").status == 44)
        #expect(try vault.run("import", file(vault), "--choose", "0").status == 2)
    }

    @Test func columnsOfAnyFileAreNamed() throws {
        let vault = try VaultTool()
        let path = try file(vault, "What,Who,Key,Shelf\nShop,maria,Tr0ub4dor,7\n")
        let output = try vault.run(
            "import", path, "--map", "What=title", "--map", "Who=username", "--map", "Key=password")
        #expect(output.status == 0, "\(output.complaint)")
        #expect(try vault.text("show", "Shop", "--field", "password") == "Tr0ub4dor\n")
        #expect(try vault.text("show", "Shop", "--field", "Shelf") == "7\n")
    }

    @Test func foldersBecomeVaults() throws {
        let vault = try VaultTool()
        let path = try file(
            vault,
            """
            "Group","Title","Username","Password","URL","Notes"
            "Root/Work","Shop","maria","one","https://shop.example",""
            "Root/Work/Deep","Forum","maria","two","https://forum.example",""
            """)
        let output = try vault.run(
            "import", path, "--folders", "vaults", input: "another silly walrus with a hat\n")
        #expect(output.status == 0, "\(output.complaint)")
        #expect(try vault.text("list", "--vault", "personal") == "")
    }

    @Test func unknownAndEmptyFilesAreRefused() throws {
        let vault = try VaultTool()
        let unknown = try vault.run("import", file(vault, "\u{1}\u{2}", name: "x.bin"))
        #expect(unknown.status == 1)
        #expect(unknown.complaint.contains("next:"))
        #expect(try vault.run("import", file(vault, "", name: "empty")).status == 1)
        #expect(try vault.run("import", vault.tool.home.path + "/absent").status == 1)
        #expect(try vault.run("import", file(vault), "--format", "nonsense").status == 1)
    }

    @Test func ownFormatBringsAllOfAVaultToAnotherMachine() throws {
        let vault = try VaultTool()
        _ = try vault.text("import", file(vault))
        _ = try vault.text("edit", "Shop", "--secret", "password", input: "another\n")
        _ = try vault.text("attach", "add", "Forum", file(vault, "a scan", name: "scan.txt"))
        let path = vault.tool.home.path + "/copy.chatelaine"
        let written = try vault.run("export", path, "--file-password-stdin", input: "file password\n")
        #expect(written.status == 0, "\(written.complaint)")
        // It is not replaced without being asked for.
        #expect(try vault.run("export", path, "--file-password-stdin", input: "file password\n").status == 1)
        let other = try VaultTool()
        let wrong = try other.run("import", path, "--file-password-stdin", input: "wrong\n")
        #expect(wrong.status == 51, "\(wrong.complaint)")
        #expect(try other.text("list") == "")
        let missing = try other.run("import", path)
        #expect(missing.status == 36, "\(missing.complaint)")
        let output = try other.run("import", path, "--file-password-stdin", input: "file password\n")
        #expect(output.status == 0, "\(output.complaint)")
        #expect(!output.complaint.contains("plain text"))
        #expect(try other.text("show", "Shop", "--field", "password") == "another\n")
        #expect(try other.text("history", "Shop", "--reveal").contains("Tr0ub4dor"))
        let extracted = other.tool.home.path + "/scan.out"
        _ = try other.text("attach", "extract", "Forum", "scan.txt", "--output", extracted)
        #expect(try String(contentsOfFile: extracted, encoding: .utf8) == "a scan")
    }

    /// With an agent, which may have the vault unlocked already.
    @Test func plainTextTakesTheMasterPasswordOfAnUnlockedVaultToo() throws {
        let vault = try VaultTool()
        let agent = try RunningAgent(vault.tool)
        defer { agent.end() }
        let path = vault.tool.home.path + "/out.csv"
        _ = try vault.text("import", file(vault))
        let wrong = try vault.tool.run(
            ["vault", "export", path, "--format", "chrome-csv", "--password-stdin"], input: Data("wrong\n".utf8))
        #expect(wrong.status == 51, "\(wrong.complaint)")
        #expect(!FileManager.default.fileExists(atPath: path))
        let output = try vault.run("export", path, "--format", "chrome-csv")
        #expect(output.status == 0, "\(output.complaint)")
        #expect(output.complaint.contains("plain text"))
        #expect(try String(contentsOfFile: path, encoding: .utf8).contains("Tr0ub4dor"))
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test func exportThatCannotBeWrittenLeavesNothing() throws {
        let vault = try VaultTool()
        _ = try vault.text("import", file(vault))
        let output = try vault.run("export", "/proc/out.csv", "--format", "chrome-csv")
        #expect(output.status == 1)
        let full = try vault.run("export", "/dev/full", "--format", "chrome-csv")
        #expect(full.status == 1)
    }
}

/// A passkey is kept, and nothing shows it.
@Suite struct PasskeyTests {
    private static let secret = "cGFzc2tleS1wcml2YXRlLXBhcnQ"

    /// A login with a passkey, from another program.
    private func vault() throws -> VaultTool {
        let vault = try VaultTool()
        let json = """
            {"encrypted": false, "folders": [], "items": [{"type": 1, "name": "Bank", "login": {
            "username": "maria", "password": "pa55", "uris": [{"uri": "https://bank.example"}],
            "fido2Credentials": [{"credentialId": "b1", "keyType": "public-key", "keyAlgorithm": "ECDSA",
            "keyCurve": "P-256", "keyValue": "\(Self.secret)", "rpId": "bank.example", "userName": "maria",
            "counter": "0", "discoverable": "true", "creationDate": "2024-01-02T03:04:05.000Z"}]}}]}
            """
        let path = vault.tool.home.appendingPathComponent("bitwarden.json")
        try Data(json.utf8).write(to: path)
        _ = try vault.text("import", path.path)
        return vault
    }

    @Test func noCommandShowsIt() throws {
        let vault = try vault()
        for arguments in [
            ["show", "Bank"], ["show", "Bank", "--reveal"], ["show", "Bank", "--reveal", "--json"],
            ["show", "Bank", "--field", "passkey"], ["history", "Bank", "--reveal"],
            ["history", "Bank", "--reveal", "--json"], ["list"], ["search", "bank"], ["duplicate", "Bank"],
        ] {
            let output = try vault.run(arguments)
            #expect(!(output.text + output.complaint).contains(Self.secret), "\(arguments)")
        }
        #expect(try vault.run("show", "Bank", "--field", "passkey").status == 1)
        #expect(try vault.text("show", "Bank").contains("kept, not shown"))
        #expect(try vault.run("add", "X", "--kind", "passkey").status == 2)
        #expect(try vault.run("edit", "Bank", "key:passkey=1").status == 2)
    }

    @Test func editorsTextLacksItAndLeavesItAlone() throws {
        let vault = try vault()
        let editor = vault.tool.home.appendingPathComponent("editor")
        try ChildProcess.writeScript(
            "#!/bin/sh\ncp \"$1\" '\(vault.tool.home.path)/seen'\nsed -i 's/username: maria/username: kim/' \"$1\"\n",
            to: editor.path)
        vault.tool.environment["VISUAL"] = editor.path
        let terminal = try TestTerminal(vault.tool, "vault", "edit", "Bank")
        try terminal.expect("Master password of personal: ")
        terminal.type(VaultTool.password + "\n")
        #expect(terminal.end() == 0)
        let seen = try String(contentsOf: vault.tool.home.appendingPathComponent("seen"), encoding: .utf8)
        #expect(seen.contains("username: maria") && !seen.contains(Self.secret))
        #expect(try vault.text("show", "Bank", "--field", "username") == "kim\n")
        // It goes out as it came.
        let path = vault.tool.home.path + "/out.json"
        let output = try vault.run("export", path, "--format", "bitwarden-json")
        #expect(output.status == 0, "\(output.complaint)")
        #expect(try String(contentsOfFile: path, encoding: .utf8).contains(Self.secret))
    }
}
