import Foundation
import Testing

@Suite struct ItemTests {
    let tool: CommandLineTool

    init() throws { tool = try CommandLineTool() }

    func attributes(_ arguments: String...) throws -> [[String: Any]] {
        let output = try tool.run(arguments + ["--json"])
        #expect(output.status == 0, "\(output.complaint)")
        let object = try #require(JSONSerialization.jsonObject(with: output.bytes) as? [String: Any])
        #expect(object["version"] as? Int == 1)
        let items = try #require(object["items"] as? [[String: Any]])
        return try items.map { try #require($0["attributes"] as? [String: Any]) }
    }

    @Test func everyClassCanBeAdded() throws {
        #expect(try tool.run("add", "--service", "s", input: "x").status == 0)
        #expect(try tool.run("add", "--server", "h", input: "x").status == 0)
        #expect(
            try tool.run("add", "--class", "key", "--attr", "application-tag=tag", "--attr", "key-class=1", input: "x")
                .status == 0)
        #expect(
            try tool.run(
                "add", "--class", "certificate", "--attr", "issuer:hex=3000", "--attr", "serial-number:base64=AQ==",
                input: "x"
            ).status == 0)
        let classes = try tool.run("list").text.split(separator: "\n").map { $0.split(separator: "\t")[0] }
        #expect(classes == ["generic", "internet", "certificate", "key"])
    }

    /// A private key that is not extractable is used by programs, and printed by nothing.
    @Test func keyThatIsNotExtractableIsNotPrinted() throws {
        let secret = "c2VjcmV0IG9mIGEga2V5"
        let key = ["--class", "key", "--attr", "application-tag=tag"]
        for value in ["1", "0"] {
            let added = try tool.run(
                ["add"] + key + ["--attr", "key-class=1", "--attr", "extractable=\(value)"], input: Data(secret.utf8))
            #expect(added.status == 0 && !added.text.contains(secret), "\(added.complaint)")
            let isGiven = value == "1"
            for options in [[], ["--raw"], ["--json"], ["--force"]] {
                let got = try tool.run(["get"] + key + options)
                #expect(got.status == (isGiven ? 0 : 28) && got.text.isEmpty != isGiven)
                #expect(isGiven || got.complaint.contains("not extractable") && got.complaint.contains("next: "))
            }
            for words in [["list", "--json"], ["show", "--json"] + key, ["doctor"], ["status"]] {
                let shown = try tool.run(words)
                #expect(!(shown.text + shown.complaint).contains(secret), "\(words)")
            }
            if isGiven { #expect(try tool.run(["rm", "--yes"] + key).status == 0) }
        }
        for change in ["extractable=1", "key-class=2"] {
            #expect(try tool.run(["edit"] + key + ["--set", change]).status == 1)
        }
        #expect(try tool.run(["get"] + key).status == 28)
    }

    @Test func namesAndLettersMeanTheSameAttributesAndValues() throws {
        let added = try tool.run(
            "add", "--server", "h", "--account", "a", "--attr", "protocol=https", "--attr", "port=443", "--attr",
            "atyp=http-basic", "--attr", "accessible=after-first-unlock", "--attr", "invisible=yes", input: "x")
        #expect(added.status == 0, "\(added.complaint)")
        let found = try #require(attributes("show", "--attr", "ptcl=htps", "--attr", "port=443").first)
        #expect(found["protocol"] as? String == "htps")
        #expect(found["port"] as? Int == 443)
        #expect(found["authentication-type"] as? String == "http")
        #expect(found["accessible"] as? String == "ck")
        #expect(found["invisible"] as? Int == 1)
        #expect(found["group"] as? String == "chatelaine")
    }

    @Test func addingTheSameItemTwiceIsADuplicate() throws {
        #expect(try tool.run("add", "-s", "s", "-a", "a", input: "one").status == 0)
        let again = try tool.run("add", "-s", "s", "-a", "a", input: "two")
        #expect(again.status == 45)
        #expect(again.complaint.contains("next: "))
        #expect(try tool.run("get", "s", "a").text == "one\n")
    }

    @Test func editingChangesWhatIsNamedAndNothingElse() throws {
        #expect(
            try tool.run("add", "-s", "s", "-a", "a", "--label", "old", "--attr", "comment=kept", input: "pw").status
                == 0)
        #expect(try tool.run("edit", "s", "a", "--set", "label=new", "--set", "creator=17").status == 0)
        let item = try #require(attributes("show", "s", "a").first)
        #expect(item["label"] as? String == "new")
        #expect(item["comment"] as? String == "kept")
        #expect(item["creator"] as? Int == 17)
        #expect(try tool.run("get", "s", "a").text == "pw\n")
        #expect(try tool.run("edit", "s", "a", "--secret", input: "changed\n").status == 0)
        #expect(try tool.run("get", "s", "a").text == "changed\n")
    }

    @Test func editingSeveralItemsNeedsAll() throws {
        for account in ["a", "b"] {
            #expect(try tool.run("add", "-s", "s", "-a", account, input: "x").status == 0)
        }
        #expect(try tool.run("edit", "s", "--set", "label=l").status == 1)
        #expect(try tool.run("edit", "s", "--set", "label=l", "--all").status == 0)
        #expect(try attributes("list", "--label", "l").count == 2)
        #expect(try tool.run("edit", "s").status == 2)
    }

    @Test func removingOneItemNeedsNoConfirmation() throws {
        #expect(try tool.run("set", "s", "a", input: "x").status == 0)
        #expect(try tool.run("rm", "s", "a").status == 0)
        #expect(try tool.run("get", "s", "a").status == 44)
        #expect(try tool.run("rm", "s", "a").status == 44)
        #expect(try tool.run("rm", "s", "a", "--yes").status == 44)
    }

    @Test func removingSeveralWithoutATerminalNeedsYes() throws {
        for account in ["a", "b"] { #expect(try tool.run("set", "s", account, input: "x").status == 0) }
        let refused = try tool.run("rm", "s")
        #expect(refused.status == 1)
        #expect(refused.complaint.contains("--yes"))
        #expect(try attributes("list").count == 2)
        #expect(try tool.run("rm", "s", "--yes").status == 0)
        #expect(try attributes("list").isEmpty)
        #expect(try tool.run("rm", "--yes").status == 2)
    }

    @Test func findLooksIntoEveryText() throws {
        #expect(try tool.run("set", "mail.example.com", "alice", "--attr", "comment=Since May", input: "x").status == 0)
        #expect(try tool.run("set", "other", "bob", input: "x").status == 0)
        #expect(try attributes("find", "since may").map { $0["account"] as? String } == ["alice"])
        #expect(try attributes("find", "EXAMPLE").count == 1)
        #expect(try tool.run("find", "nowhere").status == 44)
        #expect(try tool.run("list", "--service", "nowhere").status == 0)
    }

    @Test func jsonHasDatesBytesAndTexts() throws {
        #expect(
            try tool.run("add", "-s", "s\"\u{1b}\u{202e}", "-a", "ü", "--attr", "generic:hex=00ff", input: "x").status
                == 0)
        let output = try tool.run("list", "--json")
        #expect(output.text.contains(#""service": "s\"\u001b\u202e""#))
        let item = try #require(attributes("list").first)
        #expect(item["service"] as? String == "s\"\u{1b}\u{202e}")
        #expect(item["generic"] as? [String: String] == ["base64": "AP8="])
        let created = try #require(item["created"] as? String)
        #expect(created.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z/) != nil)
    }

    @Test func synchronizableItemsAreFound() throws {
        #expect(try tool.run("add", "-s", "s", "-a", "a", "--attr", "synchronizable=yes", input: "x").status == 0)
        #expect(try attributes("list").count == 1)
        #expect(try attributes("list", "--attr", "synchronizable=no").isEmpty)
        #expect(try tool.run("get", "s", "a").text == "x\n")
    }
}
