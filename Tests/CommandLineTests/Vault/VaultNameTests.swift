import Foundation
import Testing

/// Vaults and items by names that are not quite theirs, and vaults that get other names or none.
@Suite struct VaultNameTests {
    // MARK: - Items

    @Test func wordsOfATitleFindTheItem() throws {
        let vault = try VaultTool()
        for title in ["My bank", "Shop"] { _ = try vault.text("add", title, "username=maria", "--no-secret") }
        #expect(try vault.text("show", "bank", "--field", "title") == "My bank\n")
        #expect(try vault.text("show", "BANK my", "--field", "title") == "My bank\n")
        let absent = try vault.run("show", "bnak")
        #expect(absent.status == 44 && absent.complaint.contains("did you mean “My bank”?"), "\(absent.complaint)")
    }

    @Test func severalThatFitAreListedWithoutATerminal() throws {
        let vault = try VaultTool()
        for title in ["My bank", "Bank of X"] { _ = try vault.text("add", title, "username=maria", "--no-secret") }
        let refused = try vault.run("show", "bank")
        #expect(refused.status == 1)
        #expect(refused.complaint.contains("My bank, maria") && refused.complaint.contains("Bank of X, maria"))
        #expect(refused.bytes.isEmpty)
    }

    @Test(arguments: [("1", Int32(0)), ("2", 0), ("", 128), ("3", 128), ("x", 128)])
    func severalThatFitAreAskedAboutOnATerminal(answer: String, status: Int32) throws {
        let vault = try VaultTool()
        for title in ["My bank", "Bank of X"] { _ = try vault.text("add", title, "username=maria", "--no-secret") }
        let terminal = try TestTerminal(vault.tool, "vault", "show", "bank", "--field", "title")
        try terminal.expect("Master password of personal: ")
        terminal.type(VaultTool.password + "\n")
        try terminal.expect("Which item? (1 to 2, Return: none) ")
        let rows = terminal.shown.split(whereSeparator: \.isNewline).filter { $0.contains("  maria  ") }
        try #require(rows.count == 2)
        terminal.type(answer + "\n")
        #expect(terminal.end() == status, "\(terminal.shown)")
        guard status == 0, let number = Int(answer) else { return }
        let title = try #require(terminal.shown.split(whereSeparator: \.isNewline).last)
        #expect(rows[number - 1].contains("\(answer)  \(title)  "), "\(terminal.shown)")
    }

    @Test func wordsAreNotEnoughToChangeAnItemWithoutAYes() throws {
        let vault = try VaultTool()
        _ = try vault.text("add", "My bank", "--no-secret")
        let refused = try vault.run("rm", "bank")
        #expect(refused.status == 44 && refused.complaint.contains("did you mean “My bank”?"))
        for (answer, status, left) in [("n\n", Int32(128), 1), ("y\n", 0, 0)] {
            let terminal = try TestTerminal(vault.tool, "vault", "rm", "bank")
            try terminal.expect("Master password of personal: ")
            terminal.type(VaultTool.password + "\n")
            try terminal.expect("Do you mean “My bank”? [y/N] ")
            terminal.type(answer)
            #expect(terminal.end() == status)
            #expect(try vault.text("list").split(separator: "\n").count == left)
        }
    }

    // MARK: - Vaults

    private func names(_ vault: VaultTool) throws -> [String] {
        try vault.tool.run("vault", "status").text.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    }

    @Test(arguments: [false, true]) func aVaultGetsAnotherName(withAgent: Bool) throws {
        let vault = try VaultTool(creating: ["work", "home"])
        _ = try vault.run("add", "Bank", "--vault", "work", "--secret", "password", input: "pa55\n")
        let agent = withAgent ? try RunningAgent(vault.tool) : nil
        let renamed = try vault.run("rename", "work", "acme")
        #expect(renamed.status == 0, "\(renamed.complaint)")
        #expect(try names(vault) == ["acme", "home"])
        #expect(try vault.text("show", "Bank", "--vault", "acme", "--field", "password") == "pa55\n")
        let taken = try vault.run("rename", "acme", "home")
        #expect(taken.status == 45 && taken.complaint.contains("with that name already"))
        for name in ["", "a/b", "../x", String(repeating: "a", count: 65), "wörk"] {
            #expect(try vault.run("rename", "acme", name).status == 1, "\(name)")
        }
        let unknown = try vault.run("rename", "acne", "x")
        #expect(unknown.status == 1 && unknown.complaint.contains("there is no vault “acne”"))
        #expect(try names(vault) == ["acme", "home"])
        agent?.end()
    }

    @Test(arguments: [false, true]) func aDeletedVaultCanBeBroughtBack(withAgent: Bool) throws {
        let vault = try VaultTool(creating: ["work"])
        _ = try vault.run("add", "Bank", "--secret", "password", input: "pa55\n")
        let agent = withAgent ? try RunningAgent(vault.tool) : nil
        let unasked = try vault.run("delete", "work")
        #expect(unasked.status == 2 && unasked.complaint.contains("--yes"))
        let terminal = try TestTerminal(vault.tool, "vault", "delete", "work")
        try terminal.expect("Delete the vault “work”? A copy is kept until ")
        try terminal.expect("the master password that it has now opens it. [y/N] ")
        terminal.type("n\n")
        #expect(terminal.end() == 128)
        #expect(try names(vault) == ["work"])
        let deleted = try vault.run("delete", "work", "--yes", "--json")
        #expect(deleted.status == 0 && deleted.text.contains("\"copyUntil\": \"20"), "\(deleted.complaint)")
        #expect(try names(vault) == [])
        let report = try vault.tool.run("doctor").text
        #expect(report.contains("a copy of the vault “work”, deleted on ") && report.contains("undelete work"))
        #expect(try vault.tool.run("vault", "undelete", "work").status == 0)
        #expect(try vault.text("show", "Bank", "--field", "password") == "pa55\n")
        #expect(try vault.tool.run("vault", "undelete", "work").status == 1)
        agent?.end()
    }

    @Test(arguments: [false, true]) func nothingIsLeftOfAVaultThatIsDeletedNow(withAgent: Bool) throws {
        let vault = try VaultTool(creating: ["work"])
        let agent = withAgent ? try RunningAgent(vault.tool) : nil
        #expect(try vault.run("delete", "work", "--yes").status == 0)
        #expect(try vault.tool.run("vault", "delete", "work", "--yes").complaint.contains("--now"))
        #expect(try vault.run("create", "work").status == 0)
        #expect(try vault.run("delete", "work", "--yes", "--now").status == 0)
        let data = vault.tool.home.appendingPathComponent("keychain/data").path
        let files = FileManager.default.subpaths(atPath: data) ?? []
        #expect(!files.contains { $0.contains("work") }, "\(files)")
        #expect(try vault.tool.run("vault", "undelete", "work").status == 1)
        // A copy alone goes as well.
        #expect(try vault.run("create", "home").status == 0)
        #expect(try vault.run("delete", "home", "--yes").status == 0)
        #expect(try vault.run("delete", "home", "--yes", "--now").status == 0)
        #expect(try vault.run("delete", "home", "--yes", "--now").status == 1)
        agent?.end()
    }

    @Test func aChangeOfACompromisedPasscodeRemovesTheCopies() throws {
        let vault = try VaultTool(creating: ["work"])
        #expect(try vault.tool.run("passcode", "set", "--stdin", input: "passcode\n").status == 0)
        #expect(try vault.run("delete", "work", "--yes").status == 0)
        #expect(try vault.tool.run("passcode", "change", "--stdin", input: "passcode\nanother one\n").status == 0)
        #expect(try vault.tool.run("doctor").text.contains("a copy of the vault “work”"))
        let change = ["passcode", "change", "--stdin", "--compromised"]
        #expect(try vault.tool.run(change, input: Data("another one\nthird one\n".utf8)).status == 0)
        #expect(try !vault.tool.run("doctor").text.contains("a copy of the vault"))
        #expect(try vault.tool.run("vault", "undelete", "work").status == 1)
    }
}
