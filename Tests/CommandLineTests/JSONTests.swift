import ArgumentParser
import Foundation
import Testing

@testable import chatelaine

/// Whatever scripts want is to be had as JSON, in one documented shape each.
@Suite struct JSONTests {
    /// Commands that print nothing, or nothing that JSON would be better for.
    private static let without: [String: String] = [
        "set": "prints nothing", "add": "prints nothing", "edit": "prints nothing", "rm": "prints nothing",
        "clipboard": "prints nothing", "lock": "prints nothing", "unlock": "prints nothing",
        "protect": "prints nothing", "unprotect": "prints nothing", "cat": "prints the content of files",
        "passcode set": "prints nothing", "passcode change": "prints nothing", "passcode remove": "prints nothing",
        "passcode verify": "the exit code says it", "passcode erase-after-ten": "prints nothing",
        "recovery-key confirm": "a sentence", "recovery-key use": "a sentence", "device-key unseal": "a sentence",
        "migrate": "sentences",
        "fingerprint enroll": "talks to a person", "fingerprint remove": "prints nothing",
        "agent run": "becomes the agent", "agent install": "talks to a person", "agent uninstall": "a sentence",
        "apps add": "prints nothing", "apps remove": "prints nothing", "apps owner": "prints nothing",
        "apps share": "prints nothing", "apps unshare": "prints nothing", "apps forget": "prints nothing",
        "apps accept": "prints nothing", "apps trust-path": "prints nothing", "apps ask": "prints nothing",
        "apps secure": "a sentence", "apps unsecure": "a sentence",
        "read": "prints one value", "run": "prints what the command prints", "inject": "prints the text that is filled",
        "prompter": "talks to a person", "token revoke": "prints nothing",
        "browser install": "talks to a person", "browser uninstall": "sentences", "browser revoke": "prints nothing",
        "browser ask": "prints nothing", "browser never": "prints nothing",
        "vault unlock": "prints nothing", "vault lock": "prints nothing", "vault password": "prints nothing",
        "vault kdf change": "a sentence", "vault recovery use": "a sentence", "vault recovery confirm": "a sentence",
        "vault qr": "a picture",
        "vault attach extract": "prints the content of files",
    ]

    private static func leaves(
        _ command: any ParsableCommand.Type = Chatelaine.self, _ path: [String] = []
    ) -> [(path: [String], command: any ParsableCommand.Type)] {
        let children = command.configuration.subcommands
        guard !children.isEmpty else { return [(path, command)] }
        return children.flatMap { leaves($0, path + [$0.configuration.commandName ?? ""]) }
    }

    @Test func everyCommandThatPrintsSomethingForScriptsHasJSON() throws {
        let leaves = Self.leaves()
        #expect(leaves.count > 70)
        var unused = Set(Self.without.keys)
        for (path, command) in leaves {
            let name = path.joined(separator: " ")
            let hasJSON = command.helpMessage().contains("--json")
            #expect(hasJSON != (Self.without[name] != nil), "\(name)")
            unused.remove(name)
        }
        #expect(unused.isEmpty)
    }

    @Test func eachShapeIsDocumented() throws {
        let documents = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../Docs")
        let texts = try ["command-line.md", "vault-json.md"].map {
            try String(contentsOf: documents.appendingPathComponent($0), encoding: .utf8)
        }
        for (path, command) in Self.leaves() where command.helpMessage().contains("--json") {
            let isOfVault = path[0] == "vault"
            let name = (isOfVault ? Array(path.dropFirst()) : path).joined(separator: " ")
            let text = isOfVault ? texts[1] : texts[0]
            #expect(text.contains("`\(name)`") || text.contains("`\(name) --json`"), "\(path.joined(separator: " "))")
        }
    }

    @Test func whatIsPrintedIsJSONWithAVersion() throws {
        let tool = try CommandLineTool()
        #expect(try tool.run("set", "mail", "alice", input: "pa55").status == 0)
        #expect(try tool.run(["set", "key", "alice"], input: Data([0, 255])).status == 0)
        func object(_ words: String...) throws -> [String: Any] {
            let output = try tool.run(words)
            #expect(output.status == 0, "\(words): \(output.complaint)")
            let object = try #require(try JSONSerialization.jsonObject(with: output.bytes) as? [String: Any])
            #expect(object["version"] as? Int == 1)
            return object
        }
        #expect(try object("get", "mail", "alice", "--json")["secret"] as? String == "pa55")
        #expect(try object("get", "key", "alice", "--json")["secret"] as? [String: String] == ["base64": "AP8="])
        #expect(try (object("generate", "--count", "3", "--json")["passwords"] as? [String])?.count == 3)
        #expect(try object("version", "--json")["release"] is String)
        let file = tool.home.appendingPathComponent("letter")
        try Data("text".utf8).write(to: file)
        #expect(try tool.run("protect", file.path).status == 0)
        let files = try #require(try object("ls", file.path, "--json")["files"] as? [[String: Any]])
        #expect(files.count == 1 && files[0]["size"] as? Int == 4 && files[0]["class"] as? String == "first-unlock")
        #expect(try object("device-key", "status", "--json")["exists"] as? Bool == true)
        #expect(try object("recovery-key", "make", "--json")["recoveryKey"] is String)
        let agent = try RunningAgent(tool)
        #expect(try object("whoami", "--json")["path"] as? String == CommandLineTool.executable)
        #expect(try object("apps", "list", "--json")["programs"] is [Any])
        #expect(try object("approve", "--json")["questions"] as? [String] == [])
        let token = try object("token", "make", "--group", "g", "--label", "for a test", "--json")
        #expect((token["token"] as? String)?.isEmpty == false)
        let tokens = try #require(try object("token", "list", "--json")["tokens"] as? [[String: Any]])
        #expect(tokens.count == 1 && tokens[0]["label"] as? String == "for a test")
        let log = try tool.run("log", "--json").text.split(separator: "\n")
        #expect(!log.isEmpty)
        for line in log {
            let record = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            #expect(record["number"] is Int && record["genuine"] as? Bool == true && record["kind"] is String)
        }
        agent.end()
    }
}
