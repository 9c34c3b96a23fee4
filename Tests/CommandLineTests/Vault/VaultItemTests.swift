import Foundation
import Testing

@Suite struct VaultItemTests {
    @Test func addedLoginIsListedFoundAndShown() throws {
        let vault = try VaultTool()
        let added = try vault.json(
            "add", "My bank", "username=maria", "website=https://bank.example", "tag=money", input: "pa55\n")
        let id = try #require((added["item"] as? [String: Any])?["id"] as? String)
        let line = try vault.text("list").split(separator: "\t").map(String.init)
        #expect(line.prefix(5) == [id, "login", "My bank", "maria", "money"])
        #expect(try vault.text("search", "BANK").hasPrefix(id))
        #expect(try vault.run("search", "nothing").status == 44)
        #expect(try vault.text("show", "my bank", "--field", "password") == "pa55\n")
        #expect(try vault.text("show", id, "--field", "username", "--raw") == "maria")
    }

    @Test func secretsAreHiddenUntilTheyAreAskedFor() throws {
        let vault = try VaultTool()
        _ = try vault.text(
            "add", "Bank", "username=maria", "--secret", "password", "--notes", input: "pa55\nn0tes\nmore")
        let (hidden, shown) = try (vault.text("show", "Bank"), vault.text("show", "Bank", "--reveal"))
        #expect(!hidden.contains("pa55") && !hidden.contains("n0tes"))
        #expect(shown.contains("pa55") && shown.contains("n0tes") && shown.contains("more"))
        let output = try vault.run("show", "Bank", "--json")
        #expect(!output.text.contains("pa55") && !output.text.contains("n0tes"))
        let item = try #require(try vault.json("show", "Bank", "--reveal")["item"] as? [String: Any])
        #expect(item["notes"] as? String == "n0tes\nmore")
        let fields = try #require(item["fields"] as? [[String: Any]])
        #expect(fields.first { $0["id"] as? String == "password" }?["value"] as? String == "pa55")
    }

    /// The notes take all that is left of standard input: the password is the line before them, with and without an option that names it.
    @Test(arguments: [[], ["--otp"], ["--secret", "password"]])
    func notesComeAfterThePassword(options: [String]) throws {
        let vault = try VaultTool()
        let code = options == ["--otp"] ? "JBSWY3DPEHPK3PXP\n" : ""
        let added = try vault.run(["add", "Bank", "--notes"] + options, input: code + "pa55\nn0tes\nmore")
        #expect(added.status == 0, "\(added.complaint)")
        #expect(try vault.text("show", "Bank", "--field", "password") == "pa55\n")
        #expect(try vault.text("show", "Bank", "--reveal").contains("n0tes"))
        #expect(try vault.text("show", "Bank", "--reveal").contains("more"))
    }

    @Test func notesAloneAreAllOfTheInput() throws {
        let vault = try VaultTool()
        _ = try vault.text("add", "Bank", "--no-secret", "--notes", input: "n0tes\nmore")
        _ = try vault.text("add", "Plan", "--kind", "note", "--notes", input: "all\nof it")
        let note = try #require(try vault.json("show", "Plan", "--reveal")["item"] as? [String: Any])
        #expect(note["notes"] as? String == "all\nof it")
        let login = try #require(try vault.json("show", "Bank", "--reveal")["item"] as? [String: Any])
        #expect(login["notes"] as? String == "n0tes\nmore")
    }

    @Test(arguments: ["password=pa55", "notes=x", "PIN=1234", "code:concealed=1", "one-time-code=ABCD"])
    func secretsAreNoArguments(argument: String) throws {
        let vault = try VaultTool()
        let refused = try vault.run("add", "Bank", argument, "--no-secret")
        #expect(refused.status == 2)
        #expect(refused.complaint.contains("read arguments"))
        #expect(!refused.complaint.contains("pa55"))
        #expect(try vault.text("list") == "")
    }

    @Test func itemsAreMadeOnlyWithTheirSecret() throws {
        let vault = try VaultTool()
        #expect(try vault.run("add", "Bank").status == 2)
        #expect(try vault.text("list") == "")
        _ = try vault.text("add", "Bank", "--no-secret")
        _ = try vault.text("add", "Forum", "--generate", "--length", "12")
        #expect(try vault.text("show", "Forum", "--field", "password").count == 13)
    }

    @Test func ambiguousTitleListsTheCandidates() throws {
        let vault = try VaultTool()
        var ids: [String] = []
        for name in ["maria", "kim"] {
            let added = try vault.json("add", "Mail", "username=\(name)", "--no-secret")
            ids.append(try #require((added["item"] as? [String: Any])?["id"] as? String))
        }
        let output = try vault.run("show", "Mail")
        #expect(output.status == 1)
        #expect(ids.allSatisfy(output.complaint.contains))
        #expect(output.complaint.contains("kim") && output.complaint.contains("maria"))
        #expect(try vault.text("show", ids[1], "--field", "username") == "kim\n")
        #expect(try vault.run("show", "Absent").status == 44)
        #expect(try vault.run("show", ids[0], "--field", "colour").status == 44)
    }

    @Test func changedSecretsGoToTheHistory() throws {
        let vault = try VaultTool()
        _ = try vault.text("add", "Bank", input: "first\n")
        _ = try vault.text("edit", "Bank", "--secret", "password", input: "second\n")
        #expect(try vault.text("show", "Bank", "--field", "password") == "second\n")
        #expect(try !vault.text("history", "Bank").contains("first"))
        #expect(try vault.text("history", "Bank", "--reveal").contains("first"))
        let history = try #require(try vault.json("history", "Bank")["history"] as? [[String: Any]])
        #expect(history.count == 1 && history[0]["value"] is NSNull)
    }

    @Test func fieldsAreChangedByName() throws {
        let vault = try VaultTool()
        _ = try vault.text("add", "Bank", "Branch=Main Street", "Card/Valid:month-year=2029-05", "--no-secret")
        _ = try vault.text(
            "edit", "Bank", "username=kim", "branch=Side Street", "--tag", "money", "--favourite", "--secret",
            "Card/PIN",
            input: "1234\n")
        #expect(try vault.text("show", "Bank", "--field", "Branch") == "Side Street\n")
        #expect(try vault.text("show", "Bank", "--field", "Card/Valid") == "2029-05\n")
        #expect(try vault.text("list", "--favourites", "--tag", "money").contains("kim"))
        _ = try vault.text("edit", "Bank", "--remove", "Branch", "--remove-tag", "money", "--no-favourite")
        #expect(try vault.run("show", "Bank", "--field", "Branch").status == 44)
        #expect(try vault.text("list", "--favourites") == "")
        #expect(try vault.run("edit", "Bank", "card/valid=May").status == 2)
        #expect(try vault.run("edit", "Bank").status == 2, "there is no terminal for an editor")
    }

    @Test func itemsGoToTrashAndArchiveAndComeBack() throws {
        let vault = try VaultTool()
        _ = try vault.text("add", "Bank", "--no-secret")
        #expect(try vault.run("purge", "Bank", "--yes").status == 44)
        _ = try vault.text("archive", "Bank")
        #expect(try vault.text("list") == "")
        #expect(try vault.text("list", "--archived").contains("Bank"))
        _ = try vault.text("archive", "Bank", "--undo")
        _ = try vault.text("rm", "Bank")
        #expect(try vault.text("list", "--all") == "")
        #expect(try vault.run("purge", "Bank").status == 2, "no terminal to ask on")
        _ = try vault.text("restore", "Bank")
        #expect(try vault.text("list").contains("Bank"))
        _ = try vault.text("duplicate", "Bank", "--title", "Second")
        _ = try vault.text("rm", "Bank", "Second")
        _ = try vault.text("purge", "--all", "--yes")
        #expect(try vault.text("list", "--trash") == "")
    }

    @Test func itemMovesToAnotherVault() throws {
        let vault = try VaultTool(creating: ["personal", "work"])
        let unclear = try vault.run("list")
        #expect(unclear.status == 2)
        #expect(unclear.complaint.contains("personal") && unclear.complaint.contains("work"))
        _ = try vault.text("add", "Bank", "--vault", "personal", "--no-secret")
        _ = try vault.text("move", "Bank", "--vault", "personal", "--to", "work", input: VaultTool.password + "\n")
        #expect(try vault.text("list", "--vault", "personal") == "")
        #expect(try vault.text("list", "--vault", "work").contains("Bank"))
    }

    @Test func oneTimeCodeIsShownWithItsTime() throws {
        let vault = try VaultTool()
        // The secret of RFC 6238, appendix B.
        _ = try vault.text("add", "Bank", "--otp", "--no-secret", input: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ\n")
        let code = try vault.json("show", "Bank", "--code")
        #expect((code["code"] as? String)?.count == 6 && (code["next"] as? String)?.count == 6)
        #expect((1...30).contains(code["secondsLeft"] as? Int ?? 0))
        #expect(try vault.run("add", "Wrong", "--otp", "--no-secret", input: "not base32!\n").status == 2)
        #expect(try vault.run("qr", "Bank").status == 2, "there is no terminal")
    }

    /// A QR code in a picture: otpauth://totp/Bank:maria?secret=JBSWY3DPEHPK3PXP&issuer=Bank
    private static let picture = """
        iVBORw0KGgoAAAANSUhEUgAAAHsAAAB7AQMAAABuCW08AAAABlBMVEUAAAD///+l2Z/dAAAAAnRSTlP//8i138cAAAAJcEhZ
        cwAACxIAAAsSAdLdfvwAAAF3SURBVEiJ1dW9bYUwEAfwQy7cwQKWvIY7r4QXgMcCj5XceQ0kFsCdC8uXPyHJk9JwKaIoFoX1
        K8C+L4i/LfrPcBDNqY5khkidDDLXUXPz+5Kwl0E0gblhkyiIYfJqKab7CYza9JpXOXANyT60za+j3wDiEZI5n1eAbgArx73p
        Pb/ScAOHq0Mxc1QczSCDRvvDqaZp8tdJBaDNXKgn1eiKxz0cfn+SWotqXmUh6BpixUmP9/tJoHm7lm10W4hWCCgcctvMdmUa
        ZHA4u0Z+um0ovMqAUQ6MkG9dtIsQokXIZ3zc11kIBfEwpBFL0wmB1ZrMdL5GsQxQQSGdrdC7z9veQXM2l9prtNEWZIBuQMOh
        jSZnswxQOAvX3p+5YhnkQkOyT72NZFcZYCG9OW0dmyADnHT09kFo7usd94BrIbFzxOaKugAw2Og85kFXBYngnLhaPemj1iUw
        YUJH5FZlIWCu045BtUTLMjhnYTFDgn0F6AZ+5T/3J/AGg5tKRUsShA8AAAAASUVORK5CYII=
        """

    @Test(.enabled(if: dlopen("libzbar.so.0", RTLD_NOW) != nil, "libzbar reads QR codes"))
    func oneTimeCodeIsTakenFromAPicture() throws {
        let vault = try VaultTool()
        let path = vault.tool.home.appendingPathComponent("setup.png")
        try #require(Data(base64Encoded: Self.picture, options: .ignoreUnknownCharacters)).write(to: path)
        _ = try vault.text("add", "Bank", "--qr", path.path, "--no-secret")
        let item = try #require(try vault.json("show", "Bank", "--reveal")["item"] as? [String: Any])
        let fields = try #require(item["fields"] as? [[String: Any]])
        let value = fields.first { $0["id"] as? String == "one-time-code" }?["value"] as? String
        #expect(value?.contains("secret=JBSWY3DPEHPK3PXP") == true)
        let missing = try vault.run("add", "Other", "--qr", "/nowhere.png", "--no-secret")
        #expect(missing.status != 0 && missing.complaint.contains("/nowhere.png"))
        #expect(try !vault.text("list").contains("Other"))
    }

    /// The codes of RFC 4226, appendix D, for the counters 0 and 1.
    @Test func codeOfACounterIsGivenOutOnce() throws {
        let vault = try VaultTool()
        let address = "otpauth://hotp/x?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&counter=0"
        _ = try vault.text("add", "Bank", "--otp", "--no-secret", input: address + "\n")
        #expect(try vault.text("show", "Bank", "--code") == "755224\n")
        #expect(try vault.text("show", "Bank", "--code") == "287082\n")
    }

    @Test func codeOfTheLastCounterIsNotGivenOut() throws {
        let vault = try VaultTool()
        let address = "otpauth://hotp/x?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&counter=18446744073709551615"
        _ = try vault.text("add", "Bank", "--otp", "--no-secret", input: address + "\n")
        let output = try vault.run("show", "Bank", "--code")
        #expect(output.status == 1 && output.bytes.isEmpty && output.complaint.contains("run out"))
    }

    @Test func attachmentComesBackAsItWas() throws {
        let vault = try VaultTool()
        _ = try vault.text("add", "Passport", "--no-secret")
        let (file, copy) = (
            vault.tool.home.appendingPathComponent("scan"), vault.tool.home.appendingPathComponent("copy")
        )
        let content = Data((0..<1_500_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        try content.write(to: file)
        _ = try vault.text("attach", "add", "Passport", file.path, "--type", "image/png")
        #expect(try vault.text("attach", "list", "Passport").hasPrefix("scan\t1500000\t"))
        _ = try vault.text("attach", "extract", "Passport", "scan", "--output", copy.path)
        #expect(try Data(contentsOf: copy) == content)
        let mode = try FileManager.default.attributesOfItem(atPath: copy.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(try vault.run("attach", "extract", "Passport", "scan", "--output", copy.path).status == 1)
        #expect(try vault.run("attach", "extract", "Passport", "scan", "--output", "-").bytes == content)
        #expect(try vault.run("attach", "rm", "Passport", "scan").status == 2)
        _ = try vault.text("attach", "remove", "Passport", "scan", "--yes")
        #expect(try vault.text("attach", "list", "Passport") == "")
        #expect(try vault.run("attach", "add", "Passport", "/dev/zero").status == 1)
    }

    @Test func copyingWithoutADisplayIsOneErrorWithTheStatusOfTheClipboard() throws {
        let vault = try VaultTool()
        _ = try vault.text("add", "Bank", "--secret", "password", input: "pa55\n")
        for name in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"] { vault.tool.environment[name] = .some(nil) }
        let refused = try vault.run("show", "Bank", "--copy", "password")
        #expect(refused.status == 69)
        #expect(refused.complaint.split(separator: "\n").count == 2, "\(refused.complaint)")
        #expect(!refused.complaint.contains("pa55"))
    }

    @Test(arguments: [["add", "Bank"], ["edit", "Bank"]])
    func aSecretAfterAnEqualsSignIsRefusedAndNotShown(words: [String]) throws {
        let vault = try VaultTool()
        let refused = try vault.run(words + ["--secret", "password=hunter2"])
        #expect(refused.status == 2)
        #expect(refused.complaint.contains("the name of a field alone"))
        #expect(!refused.complaint.contains("hunter2"))
        #expect(try vault.text("list") == "")
    }

    @Test func optionsThatTakeANameAloneSayThatInTheirHelp() throws {
        let tool = try CommandLineTool()
        let edit = try tool.run("help", "vault", "edit").text
        for option in ["--secret <field>", "--tag <tag>", "--remove-tag <tag>", "--remove-website <website>"] {
            #expect(edit.contains(option), "\(edit)")
        }
        #expect(!edit.contains("<name=value>"))
        #expect(try tool.run("help", "add").text.contains("--attr <name=value>"))
    }
}
