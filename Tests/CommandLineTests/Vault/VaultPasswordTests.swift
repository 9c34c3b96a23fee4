import Foundation
import Glibc
import TestSupport
import Testing

@Suite struct VaultPasswordTests {
    private static let other = "eight sober pelicans"

    @Test func weakMasterPasswordIsRefused() throws {
        let tool = try CommandLineTool()
        let refused = try tool.run("vault", "create", "--password-stdin", input: "password\n")
        #expect(refused.status == 2)
        #expect(refused.complaint.contains("very weak"))
        #expect(!refused.complaint.contains("“password”"))
        #expect(try tool.run("vault", "create", "--password-stdin", "--allow-weak", input: "password\n").status == 0)
        #expect(try tool.run("vault", "create", "--password-stdin", "--allow-weak", input: "\n").status == 45)
    }

    @Test(arguments: ["../escape", "", "with blank", String(repeating: "x", count: 65)])
    func invalidNameIsRefused(name: String) throws {
        let tool = try CommandLineTool()
        let refused = try tool.run(
            "vault", "create", name, "--password-stdin", input: VaultTool.password + "\n")
        #expect(refused.status == 1, "\(refused.complaint)")
        #expect(refused.complaint.contains("not a valid vault name"))
    }

    @Test func wrongAndMissingMasterPasswordsHaveTheirCodes() throws {
        let vault = try VaultTool()
        #expect(try vault.tool.run("vault", "list").status == 36)
        let wrong = try vault.tool.run("vault", "list", "--password-stdin", input: "wrong\n")
        #expect(wrong.status == 51)
        #expect(!wrong.complaint.contains("passcode"))
        #expect(try vault.tool.run("vault", "list", "--password-stdin").status == 2)
        #expect(try vault.tool.run("vault", "list", "--vault", "absent").status == 1)
        #expect(try CommandLineTool().run("vault", "list").complaint.contains("vault create"))
    }

    @Test func statusTellsOfLockedVaults() throws {
        let vault = try VaultTool()
        let status = try vault.tool.run("vault", "status", "--json").bytes
        let vaults = (try JSONSerialization.jsonObject(with: status) as? [String: Any])?["vaults"] as? [[String: Any]]
        #expect(vaults?.count == 1)
        #expect(vaults?[0]["name"] as? String == "personal")
        #expect(vaults?[0]["locked"] as? Bool == true)
        #expect(vaults?[0]["items"] is NSNull)
        #expect(try vault.run("unlock").complaint.contains("no agent"))
        #expect(try vault.tool.run("vault", "lock").complaint.contains("no agent"))
    }

    @Test(arguments: [false, true]) func masterPasswordIsChanged(compromised: Bool) throws {
        let vault = try VaultTool()
        _ = try vault.text("add", "Bank", input: "pa55\n")
        let change = ["password"] + (compromised ? ["--compromised"] : [])
        #expect(try vault.run(change, input: Self.other + "\n").status == 0)
        #expect(try vault.run("list").status == 51)
        let shown = try vault.tool.run(
            "vault", "show", "Bank", "--field", "password", "--password-stdin", input: Self.other + "\n")
        #expect(shown.text == "pa55\n")
    }

    @Test func derivationIsChangedAndShown() throws {
        let vault = try VaultTool()
        #expect(try vault.tool.run("vault", "kdf", "show").text.hasPrefix("Argon2id, "))
        _ = try vault.text("kdf", "change", "pbkdf2-sha256")
        #expect(try vault.tool.run("vault", "kdf", "show").text.hasPrefix("PBKDF2-HMAC-SHA-256, "))
        #expect(try vault.run("list").status == 0)
    }

    @Test func recoveryKeyGivesTheVaultANewMasterPassword() throws {
        let vault = try VaultTool()
        _ = try vault.text("add", "Bank", input: "pa55\n")
        let key = try vault.text("recovery", "make", "--yes").trimmingCharacters(in: .newlines)
        #expect(key.split(separator: "-").map(\.count) == Array(repeating: 4, count: 7))
        func use(_ key: String) throws -> CommandLineTool.Output {
            try vault.tool.run("vault", "recovery", "use", "--stdin", input: "\(key)\n\(Self.other)\n")
        }
        #expect(try use(String(key.dropLast()) + (key.hasSuffix("A") ? "B" : "A")).status != 0)
        let another = try VaultTool()
        let foreign = try another.text("recovery", "make", "--yes").trimmingCharacters(in: .newlines)
        #expect(try use(foreign).status == 51)
        #expect(try vault.run("list").status == 0, "nothing has changed yet")
        #expect(try use(key.lowercased().replacingOccurrences(of: "-", with: " ")).status == 0)
        #expect(try vault.run("list").status == 51)
        let shown = try vault.tool.run(
            "vault", "show", "Bank", "--field", "password", "--password-stdin", input: Self.other + "\n")
        #expect(shown.text == "pa55\n")
    }

    private func opens(_ vault: VaultTool, _ key: String, _ name: String = "personal") throws -> Bool {
        let key = key.trimmingCharacters(in: .newlines)
        let status = try vault.tool.run(
            "vault", "recovery", "use", "--vault", name, "--stdin", input: "\(key)\n\(VaultTool.password)\n"
        ).status
        #expect(status == 0 || status == 51)
        return status == 0
    }

    @Test func recoveryKeyThatCannotBeWrittenReplacesNone() throws {
        let vault = try VaultTool()
        let old = try vault.text("recovery", "make", "--yes")
        for options in [[], ["--yes"], ["--json", "--yes"]] {
            let made = try vault.tool.run(
                ["vault", "recovery", "make", "--password-stdin"] + options,
                input: Data("\(VaultTool.password)\n".utf8),
                output: .file("/dev/full"))
            #expect(made.status == 1)
        }
        #expect(try opens(vault, old))
    }

    @Test func recoveryKeyInAFileCountsOnceItIsConfirmed() throws {
        let vault = try VaultTool()
        let old = try vault.text("recovery", "make", "--yes")
        let key = try vault.text("recovery", "make")
        #expect(try !opens(vault, key))
        #expect(try vault.run("recovery", "confirm", "--stdin", input: old.lowercased().dropLast(2) + "\n").status != 0)
        #expect(try vault.run("recovery", "confirm", "--stdin", input: key).status == 0)
        #expect(try !opens(vault, old))
        #expect(try opens(vault, key))
    }

    @Test func recoveryKeyOfANewVaultCountsOnceItIsConfirmed() throws {
        let vault = try VaultTool(creating: [])
        func create(_ name: String, _ options: [String], output: ChildProcess.Stream? = nil) throws
            -> CommandLineTool.Output
        {
            try vault.tool.run(
                ["vault", "create", name, "--recovery-key", "--password-stdin"] + options,
                input: Data("\(VaultTool.password)\n".utf8), output: output)
        }
        let unconfirmed = try create("first", [])
        #expect(unconfirmed.status == 0 && unconfirmed.complaint.contains("vault recovery confirm --vault first"))
        #expect(try !opens(vault, unconfirmed.text, "first"))
        #expect(try opens(vault, create("second", ["--yes"]).text, "second"))
        #expect(try create("third", ["--yes"], output: .file("/dev/full")).status == 1)
        #expect(try vault.run("list", "--vault", "third").status == 0)
    }

    @Test func passwordsAreGeneratedUnderRules() throws {
        let tool = try CommandLineTool()
        let made = try tool.run("vault", "generate", "--length", "24", "--no-symbols", "--digits")
        #expect(made.text.count == 25)
        #expect(made.text.dropLast().allSatisfy { $0.isLetter || $0.isNumber })
        #expect(made.complaint.hasPrefix("entropy: "))
        #expect(try tool.run("vault", "generate", "--words", "6").text.split(separator: "-").count == 6)
        #expect(try tool.run("vault", "generate", "--pin", "6").text.dropLast().allSatisfy(\.isNumber))
        let rules = "minlength: 8; maxlength: 12; required: lower; allowed: [xyz]"
        #expect(try tool.run("vault", "generate", "--rules", rules).text.count == 13)
        let refused = try tool.run("vault", "generate", "--length", "3")
        #expect(refused.status == 2)
        #expect(try tool.run("vault", "generate", "--words", "5", "--pin", "4").status == 2)
    }

    @Test func unwritableHomeIsReported() throws {
        let tool = try CommandLineTool()
        // No user, root included, can create a directory below a file.
        let file = tool.home.appendingPathComponent("file")
        try Data().write(to: file)
        tool.environment["CHATELAINE_HOME"] = file.path
        let refused = try tool.run("vault", "create", "--password-stdin", input: VaultTool.password + "\n")
        #expect(refused.status == 1)
        #expect(refused.complaint.contains("next: "))
        #expect(try tool.run("vault", "status").status == 0)
    }
}
