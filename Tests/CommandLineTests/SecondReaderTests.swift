import Foundation
import Testing

/// `Tests/SecondReader` was written from the documents of the formats alone, in another language. What it reads has to be what this program
/// has stored, in every state of a file: so the documents are true, and they are enough.
@Suite(.enabled(if: SecondReader.isInstalled, "python3 has no modules “argon2” and “cryptography”"))
struct SecondReaderTests {
    private let tool: CommandLineTool
    private let reader: SecondReader

    init() throws {
        tool = try CommandLineTool()
        reader = SecondReader(tool)
        #expect(try tool.run("set", "mail", "kim", input: "first secret").status == 0)
        #expect(
            try tool.run("add", "--server", "example.com", "-a", "kim", "--attr", "port=443", input: "second").status
                == 0)
        #expect(try tool.run("add", "-s", "always", "--attr", "accessible=dk", input: "third").status == 0)
        #expect(
            try tool.run("add", "-s", "Läbel", "-l", "ünï", "--attr", "generic:hex=00ff", "--no-secret").status == 0)
    }

    private static let all: Set<String> = ["first secret", "second", "third"]

    private func steps(_ steps: [([String], String)]) throws {
        for (arguments, input) in steps {
            let output = try tool.run(arguments, input: Data(input.utf8))
            #expect(output.status == 0, "\(arguments): \(output.complaint)")
        }
    }

    @Test func aKeychainWithoutPasscode() throws {
        let found = try reader.keychain(["deviceKey": reader.deviceKey])
        #expect(found.secrets == Self.all && found.states == ["open": 4])
        #expect(found.problems == [])
    }

    @Test(arguments: [
        ("one", [(["set"], "one\n")]), ("two", [(["set"], "one\n"), (["change"], "one\ntwo\n")]),
        ("three", [(["set"], "one\n"), (["change", "--compromised"], "one\nthree\n")]),
        ("pässwörd", [(["set"], "pässwörd\n")]),
    ])
    func aKeychainWithAPasscode(passcode: String, changes: [([String], String)]) throws {
        try steps(changes.map { (["passcode"] + $0.0 + ["--stdin"], $0.1) })
        let found = try reader.keychain(["deviceKey": reader.deviceKey, "passcode": passcode])
        #expect(found.secrets == Self.all && found.states == ["open": 4])
        #expect(found.problems == [])
        // Without it the one item is open that needs none.
        let locked = try reader.keychain(["deviceKey": reader.deviceKey])
        #expect(locked.secrets == ["third"] && locked.states == ["open": 1, "locked": 3])
    }

    @Test func aKeychainWhosePasscodeWasRemoved() throws {
        try steps([(["passcode", "set", "--stdin"], "one\n"), (["passcode", "remove", "--stdin"], "one\n")])
        let found = try reader.keychain(["deviceKey": reader.deviceKey])
        #expect(found.secrets == Self.all && found.problems == [])
    }

    /// The file and the recovery key, without the device key.
    @Test func aKeychainAndItsRecoveryKey() throws {
        try steps([(["passcode", "set", "--stdin"], "one\n")])
        let key = try tool.run("recovery-key", "make", "--yes", "--passcode-stdin", input: "one\n").text
        let found = try reader.keychain(["recoveryKey": key])
        #expect(found.secrets == Self.all && found.problems == [])
        try steps([(["recovery-key", "use", "--stdin"], key)])
        #expect(try reader.keychain(["deviceKey": reader.deviceKey]).secrets == Self.all)
    }

    @Test func changedAndRemovedItems() throws {
        try steps([
            (["passcode", "set", "--stdin"], "one\n"), (["set", "mail", "kim", "--passcode-stdin"], "one\nchanged"),
            (["rm", "-s", "always", "--passcode-stdin"], "one\n"),
        ])
        let found = try reader.keychain(["deviceKey": reader.deviceKey, "passcode": "one"])
        #expect(found.secrets == ["changed", "second"] && found.problems == [])
    }

    @Test(arguments: [("complete", 1), ("unless-open", 2), ("first-unlock", 3), ("none", 4)])
    func protectedFiles(name: String, number: Int) throws {
        let file = tool.home.appendingPathComponent("file")
        let content = Data((0..<150_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
        try content.write(to: file)
        try steps([
            (["passcode", "set", "--stdin"], "one\n"),
            (["protect", "--class", name, file.path, "--passcode-stdin"], "one\n"),
        ])
        let found = try reader.run(
            "file", reader.file("default"), file.path, knowing: ["deviceKey": reader.deviceKey, "passcode": "one"])
        #expect(found["class"] as? Int == number && found["group"] as? String == "chatelaine")
        #expect(found["content"] as? String == content.base64EncodedString())
    }

    /// Files of earlier formats, and the items that ask for a passcode and a password of their own, which only programs make.
    @Test(arguments: [("1", 7), ("2", 9)]) func filesOfEveryFormat(format: String, count: Int) throws {
        let root = SecondReader.tests.appendingPathComponent("KeychainServicesTests/Formats/\(format)").path
        let found = try reader.keychain(
            ["deviceKey": root + "/device.key", "passcode": "format passcode", "applicationPassword": "application"],
            root + "/keychains/default.keychain")
        #expect(found.states == ["open": count] && found.problems == [])
    }
}

/// The same for vaults.
@Suite(.enabled(if: SecondReader.isInstalled, "python3 has no modules “argon2” and “cryptography”"))
struct SecondReaderVaultTests {
    private let vault: VaultTool
    private let reader: SecondReader

    init() throws {
        vault = try VaultTool()
        reader = SecondReader(vault.tool)
        _ = try vault.text(
            "add", "My bänk", "username=maria", "website=https://bank.example", "tag=money", "Office/desk=4",
            "--secret", "password", "--notes",
            input: "a password\nlines\nof notes")
        _ = try vault.text(
            "add", "Visa", "--kind", "card", "cardholder=M. Muster", "--secret", "number", input: "4111111111111111\n")
    }

    private func items(_ known: [String: String]) throws -> [String: [String: Any]] {
        let found = try reader.run("vault", reader.file("vault.personal"), knowing: known)
        #expect(found["problems"] as? [String] == [])
        let items = try #require(found["items"] as? [[String: Any]])
        return try Dictionary(uniqueKeysWithValues: items.map { (try #require($0["title"] as? String), $0) })
    }

    @Test func itemsWithEverything() throws {
        let file = vault.tool.home.appendingPathComponent("file")
        let content = Data((0..<1_200_000).map { UInt8(truncatingIfNeeded: $0 &* 13) })
        try content.write(to: file)
        _ = try vault.text("edit", "My bänk", "--secret", "password", input: "another password\n")
        _ = try vault.text("attach", "add", "My bänk", file.path)
        let found = try items(["deviceKey": reader.deviceKey, "passcode": VaultTool.password])
        let bank = try #require(found["My bänk"])
        let fields = try #require(bank["fields"] as? [String: String])
        #expect(fields["username"] == "maria" && fields["password"] == "another password")
        #expect(bank["history"] as? [String] == ["a password"])
        #expect(bank["tags"] as? [String] == ["money"] && bank["websites"] as? [String] == ["https://bank.example"])
        #expect(bank["notes"] as? String == "lines\nof notes")
        #expect((bank["sections"] as? [String: [String: String]])?["Office"]?.values.contains("4") == true)
        #expect(bank["attachments"] as? [String: String] == ["file": content.base64EncodedString()])
        #expect((found["Visa"]?["fields"] as? [String: String])?["number"] == "4111111111111111")
        #expect(found["Visa"]?["kind"] as? String == "card")
    }

    /// “Microseconds since” the year that the document names.
    @Test func timesAreOfTheEpochThatTheDocumentNames() throws {
        let found = try items(["deviceKey": reader.deviceKey, "passcode": VaultTool.password])
        let changed = try #require(found["Visa"]?["changed"] as? Int)
        let moment = Date(timeIntervalSinceReferenceDate: Double(changed) / 1_000_000)
        #expect(abs(moment.timeIntervalSinceNow) < 3600)
    }

    @Test func theOtherFunction() throws {
        _ = try vault.text("kdf", "change", "pbkdf2-sha256")
        #expect(try items(["deviceKey": reader.deviceKey, "passcode": VaultTool.password]).count == 2)
    }

    /// The vault's file and its recovery key, without the device key.
    @Test func theRecoveryKey() throws {
        let key = try vault.text("recovery", "make", "--yes")
        #expect(try items(["recoveryKey": key]).count == 2)
    }
}
