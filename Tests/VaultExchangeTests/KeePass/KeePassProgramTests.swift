import Foundation
import PasswordVault
import TestSupport
import Testing

@testable import VaultExchange

/// Databases that KeePassXC writes and reads.
@Suite(.enabled(if: ChildProcess.isInstalled("keepassxc-cli"), "keepassxc-cli is not installed"))
struct KeePassXCTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @discardableResult private func run(_ words: String..., input: String = "secret\n") throws -> String {
        var variables = ProcessInfo.processInfo.environment
        variables["QT_QPA_PLATFORM"] = "offscreen"
        variables["HOME"] = directory.path
        let (output, status) = try ChildProcess.run(
            ["keepassxc-cli"] + words, variables: variables, input: input, errors: .null)
        guard status == 0 else { throw TestFailure("keepassxc-cli \(words) ends with \(status)") }
        return output
    }

    private func read(_ path: String, password: String? = "secret", keyFile: Data? = nil) throws -> ImportedContent {
        try KDBXFormat().read(ImportSource(path: path), ImportContext(password: password, keyFile: keyFile))
    }

    @Test func databaseOfKeePassXCIsRead() throws {
        let path = directory("a.kdbx")
        try run("db-create", "-q", "-p", "-t", "100", path, input: "secret\nsecret\n")
        try run("mkdir", "-q", path, "Work")
        try run(
            "add", "-q", "-u", "jane", "--url", "https://a.example", "--notes", "line", "-p", path, "Work/Mail",
            input: "secret\nfirst\n")
        try run("edit", "-q", "-p", path, "Work/Mail", input: "secret\nsecond\n")
        try Data([1, 2, 3]).write(to: directory.url.appendingPathComponent("f.bin"))
        try run("attachment-import", "-q", path, "Work/Mail", "f.bin", directory("f.bin"))
        try run("add", "-q", "-g", path, "Gone")
        try run("rm", "-q", path, "Gone")
        let content = try read(path)
        let mail = try #require(content["Mail"])
        #expect(mail.folder == ["Work"])
        #expect(mail.item.text("username") == "jane")
        #expect(mail.item.secret("password")?.text == "second")
        #expect(mail.item.websites.map(\.address) == ["https://a.example"])
        #expect(mail.item.notes?.text == "line")
        #expect(mail.history.map(\.secret.text) == ["first"])
        #expect(try mail.attachments.map { try $0.bytes } == [[1, 2, 3]])
        #expect(content["Gone"]?.isTrashed == true)
    }

    /// The samples of other tests are databases for another program too.
    @Test(arguments: KDBXSample.all) func keePassXCReadsTheSamples(sample: KDBXSample) throws {
        let path = directory("a.kdbx")
        let id = { (number: UInt8) in Data([UInt8](repeating: number, count: 16)).base64EncodedString() }
        let entry =
            "<Entry><UUID>\(id(2))</UUID><String><Key>Title</Key><Value>Post</Value></String>"
            + "<String><Key>Password</Key><Value Protected=\"True\">[[pä<ss]]</Value></String></Entry>"
        let document =
            "<KeePassFile><Meta/><Root><Group><UUID>\(id(1))</UUID><Name>R</Name>\(entry)</Group></Root></KeePassFile>"
        try sample.file(document).write(to: URL(fileURLWithPath: path))
        #expect(try run("show", "-q", "-a", "Password", path, "Post") == "pä<ss\n")
    }

    @Test func keyFileOfKeePassXCOpens() throws {
        let (path, key) = (directory("a.kdbx"), directory("a.key"))
        try run("db-create", "-q", "-k", key, "-t", "100", path, input: "")
        let keyFile = try Data(contentsOf: URL(fileURLWithPath: key))
        #expect(try read(path, password: nil, keyFile: keyFile).items.isEmpty)
        #expect(throws: ExchangeError.self) { try read(path, password: nil, keyFile: Data("other".utf8)) }
    }

    @Test func exportOfKeePassXCIsRead() throws {
        let path = directory("a.kdbx")
        try KDBXRoundTripTests.export([ExportedItem(sample())]).write(to: URL(fileURLWithPath: path))
        let xml = try run("export", "-q", "-f", "xml", path)
        let source = ImportSource(Data(xml.utf8))
        #expect(KeePassXMLFormat().recognizes(source))
        let content = try KeePassXMLFormat().read(source, ImportContext())
        #expect(content.items.first?.item.secret("password")?.text == "p<&>ä")
    }

    @Test func xmlThatKeePassXCImportsIsReadAfterwards() throws {
        let (path, xml) = (directory("a.kdbx"), directory("a.xml"))
        let entry = keePassEntry(["Title": "One", "UserName": "u", "Password": "p", "otp": "key=GEZDGNBVGY3TQOJQ"])
        try keePassExport(entry).write(to: URL(fileURLWithPath: xml))
        try run("import", "-q", "-p", "-t", "100", xml, path, input: "secret\nsecret\n")
        let item = try #require(try read(path)["One"]?.item)
        #expect(item.secret("password")?.text == "p")
        #expect(item.secret("one-time-code")?.text.hasPrefix("otpauth://totp/") ?? false)
    }

    private func sample() -> VaultItem {
        var item = VaultItem(.login, title: "Post")
        item["username"] = .text("jane")
        item["password"] = .secret(Secret("p<&>ä"))
        item["one-time-code"] = .secret(Secret("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"))
        item.websites = [SavedWebsite("https://a.example"), SavedWebsite("https://b.example")]
        item.notes = Secret("first\nsecond")
        item.tags = ["one", "two"]
        item.sections = [
            Section(title: "More", fields: [Field(label: "PIN", kind: .concealed, value: .secret(Secret("12")))])
        ]
        item.created = Date(timeIntervalSince1970: 1_000_000_000)
        item.changed = Date(timeIntervalSince1970: 1_200_000_000)
        item.history = [
            FormerSecret(
                field: "password", label: "password", until: Date(timeIntervalSince1970: 1_100_000_000),
                secret: Secret("old"))
        ]
        return item
    }

    @Test func keePassXCReadsWhatIsWritten() throws {
        let path = directory("a.kdbx")
        var card = VaultItem(.creditCard, title: "Card")
        card["number"] = .secret(Secret("4111"))
        let attachment = ImportedAttachment(name: "f.bin", content: AttachmentBytes(Data([1, 2, 3])))
        let items = [ExportedItem(sample(), attachments: [attachment]), ExportedItem(card)]
        try KDBXRoundTripTests.export(items).write(to: URL(fileURLWithPath: path))
        let list = try run("ls", "-q", "-R", "-f", path).split(separator: "\n").map(String.init)
        #expect(list.contains("Logins/Post") && list.contains("Cards/Card"))
        let show = { (attribute: String) in
            try run("show", "-q", "-a", attribute, path, "Logins/Post").trimmingCharacters(in: .newlines)
        }
        #expect(try show("UserName") == "jane")
        #expect(try show("Password") == "p<&>ä")
        #expect(try show("URL") == "https://a.example")
        #expect(try show("KP2A_URL") == "https://b.example")
        #expect(try show("Notes") == "first\nsecond")
        #expect(try show("More / PIN") == "12")
        #expect(try run("show", "-q", "-a", "number", path, "Cards/Card") == "4111\n")
        #expect(try run("show", "-q", "-t", path, "Logins/Post").trimmingCharacters(in: .newlines).count == 6)
        try run("attachment-export", "-q", path, "Logins/Post", "f.bin", directory("out.bin"))
        #expect(try Data(contentsOf: URL(fileURLWithPath: directory("out.bin"))) == Data([1, 2, 3]))
        let xml = try run("export", "-q", "-f", "xml", path)
        #expect(xml.contains("<Value ProtectInMemory=\"True\">old</Value>") && xml.contains("<Tags>one"))
    }

    @Test func itemsComeBackAfterKeePassXCHasMergedThem() throws {
        let (path, target) = (directory("a.kdbx"), directory("b.kdbx"))
        try KDBXRoundTripTests.export([ExportedItem(sample())]).write(to: URL(fileURLWithPath: path))
        try run("db-create", "-q", "-p", "-t", "100", target, input: "secret\nsecret\n")
        try run("merge", "-q", "-s", target, path)
        let item = try #require(try read(target)["Post"])
        #expect(item.item.sections.first?.fields.first?.label == "PIN")
        #expect(item.item.secret("password")?.text == "p<&>ä")
        #expect(item.history.map(\.secret.text) == ["old"])
        #expect(item.history.first?.until == Date(timeIntervalSince1970: 1_100_000_000))
        // An editor that changes the password leaves the rest.
        try run("edit", "-q", "-p", target, "Logins/Post", input: "secret\nchanged\n")
        let edited = try #require(try read(target)["Post"])
        #expect(edited.item.secret("password")?.text == "changed")
        #expect(edited.item.sections.first?.fields.first?.label == "PIN")
        #expect(edited.history.map(\.secret.text) == ["p<&>ä", "old"])
    }
}

/// Databases that pykeepass writes and reads.
@Suite(.enabled(if: PyKeePass.python != nil, "pykeepass is not installed: make setup-exchange"))
struct PyKeePassTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func run(_ script: String) throws -> String {
        let python = try #require(PyKeePass.python)
        let (output, status) = try ChildProcess.run([python, "-c", script, directory("a.kdbx")])
        guard status == 0 else { throw TestFailure("pykeepass ends with \(status)") }
        return output
    }

    @Test func pykeepassReadsWhatIsWritten() throws {
        var generator = ItemGenerator(seed: 77)
        let items = ItemKind.all.map { ExportedItem(generator.item($0)) }
        try KDBXRoundTripTests.export(items).write(to: URL(fileURLWithPath: directory("a.kdbx")))
        let output = try run(
            """
            import sys, pykeepass
            entries = pykeepass.PyKeePass(sys.argv[1], password='secret').entries
            print(len(entries))
            """)
        #expect(output == "\(items.count)\n")
    }

    @Test func databaseOfPykeepassIsRead() throws {
        _ = try run(
            """
            import sys, datetime, pykeepass
            database = pykeepass.create_database(sys.argv[1], password='secret')
            group = database.add_group(database.root_group, 'Work')
            entry = database.add_entry(group, 'Post', 'jane', 'first', url='https://a.example', tags=['x', 'y'])
            entry.save_history()
            entry.password = 'second'
            entry.set_custom_property('PIN', '12', protect=True)
            entry.add_attachment(database.add_binary(b'abc'), 'f.txt')
            database.save()
            """)
        let content = try KDBXFormat().read(ImportSource(path: directory("a.kdbx")), ImportContext(password: "secret"))
        let post = try #require(content["Post"])
        #expect(post.folder == ["Work"] && post.item.tags == ["x", "y"])
        #expect(post.item.secret("password")?.text == "second")
        #expect(post.history.map(\.secret.text) == ["first"])
        #expect(post.item.fields.last?.kind == .concealed)
        #expect(try post.attachments.first?.bytes == Array("abc".utf8))
    }
}

private enum PyKeePass {
    /// The Python that has pykeepass: of Scripts/setup-pykeepass.sh, else the system's.
    static let python: String? = {
        let made = ProcessInfo.processInfo.environment["CHATELAINE_PYKEEPASS"] ?? ".build-pykeepass/bin/python"
        return [made, "python3"].first { python in
            (try? ChildProcess.run([python, "-c", "import pykeepass"], errors: .null).status) == 0
        }
    }()
}
