import Foundation
import Glibc
import PasswordVault
import TestSupport
import Testing

@testable import VaultExchange

/// Texts of a password store's files.
@Suite struct PasswordStoreTextTests {
    @Test func linesBecomeValues() throws {
        let draft = PasswordStoreEntry.draft(
            """
            pass: word
            login: ann
            url: https://example.com/a:b
            PIN: 1234
            otpauth://totp/A?secret=JBSWY3DPEHPK3PXP
            https://not.a.value
            A sentence. With: a value
            12:30 is a time
            """, name: "example.com", folder: ["web"])
        var remarks: [ImportRemark] = []
        let item = draft.item(at: "x", &remarks).item
        #expect(item.value("password") == "pass: word" && item.value("username") == "ann")
        #expect(item.websites.map(\.address) == ["https://example.com/a:b"])
        #expect(item.custom("PIN") == "1234" && item.kind("PIN") == .concealed)
        #expect(item.value("one-time-code").hasPrefix("otpauth://"))
        #expect(
            item.notes?.text == "https://not.a.value\n12:30 is a time" && item.custom("A sentence. With") == "a value")
    }

    @Test func aSecondCodeAndOneThatIsNoneAreWrittenToo() {
        var item = VaultItem(.login, title: "a")
        item["one-time-code"] = .text("JBSWY3DPEHPK3PXP")
        item.fields.append(
            Field(label: "other code", kind: .oneTimeCode, value: .text("otpauth://totp/b?secret=GEZDGNBV")))
        item.fields.append(Field(label: "broken code", kind: .oneTimeCode, value: .text("!")))
        let text = PasswordStoreText.text(item).withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        #expect(text.contains("\notpauth://totp/") && text.contains("secret=JBSWY3DPEHPK3PXP"))
        #expect(
            text.contains("\nother code: otpauth://totp/b?secret=GEZDGNBV\n") && text.contains("\nbroken code: !\n"))
    }

    @Test func gopassFormerFormIsRead() {
        let draft = PasswordStoreEntry.draft(
            "GOPASS-SECRET-1.0\nPassword: pw\nUsername: ann\nFoo: bar\n\nsome text\n", name: "a", folder: [])
        #expect(draft.password == "pw" && draft.username == "ann" && draft.notes == "some text")
        #expect(draft.custom.map(\.label) == ["Foo"])
        let yaml = PasswordStoreEntry.draft("pw\n---\nuser: ann\n", name: "a", folder: [])
        #expect(yaml.password == "pw" && yaml.username == "ann" && yaml.notes.isEmpty)
    }

    @Test func whatIsWrittenIsReadBack() throws {
        var numbers = SeededNumbers(3)
        for _ in 0..<300 {
            var item = VaultItem(.login, title: "a")
            item["password"] = .text(numbers.text(30))
            item["username"] = .text(numbers.text())
            item.websites = [SavedWebsite("https://a.example"), SavedWebsite("b.example")]
            item.tags = ["one", "two"]
            if Bool.random(using: &numbers) {
                item.notes = Secret("\(numbers.text())\nlogin: not a value\nnotes:\n\(numbers.text())")
            }
            item.fields.append(Field(label: "PUK", kind: .concealed, value: .text(numbers.text())))
            let text = PasswordStoreText.text(item).withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
            var remarks: [ImportRemark] = []
            let read = PasswordStoreEntry.draft(text, name: "a", folder: []).item(at: "", &remarks).item
            #expect(remarks.isEmpty && read.notes == item.notes && read.websites == item.websites)
            #expect(read.tags == item.tags && read.custom("PUK") == item.custom("PUK"))
            for field in ["username", "password"] { #expect(read.value(field) == item.value(field)) }
        }
    }
}

/// Password stores that gpg encrypts and decrypts, with a key of the test's own.
@Suite(.enabled(if: ChildProcess.isInstalled("gpg"), "there is no program “gpg”"))
final class PasswordStoreTests {
    private let directory: TemporaryDirectory
    private var variables: [String: String] {
        ProcessInfo.processInfo.environment.merging(["GNUPGHOME": directory.path]) { $1 }
    }

    init() throws {
        directory = try TemporaryDirectory(in: "/tmp", mode: 0o700)
        let status = try ChildProcess.run(
            [
                "gpg", "--batch", "--quiet", "--pinentry-mode", "loopback", "--passphrase", "", "--quick-generate-key",
                "test@example.com", "default", "default", "never",
            ], variables: ProcessInfo.processInfo.environment.merging(["GNUPGHOME": directory.path]) { $1 },
            errors: .null
        ).status
        guard status == 0 else { throw TestFailure("gpg makes no key: \(status)") }
    }

    deinit {
        _ = try? ChildProcess.run(["gpgconf", "--kill", "all"], variables: variables, errors: .null)
    }

    private final class Store: ExportDestination {
        let directory: String?
        init(_ directory: String) { self.directory = directory }
        func write(_ bytes: UnsafeRawBufferPointer) throws {}
    }

    private func write(_ items: [VaultItem], to path: String, recipients: [String] = ["test@example.com"]) throws
        -> [ImportRemark]
    {
        var context = ExportContext()
        context.recipients = recipients
        return try GPG.$home.withValue(directory.path) {
            try PasswordStoreExport().write(items.map { ExportedItem($0) }, to: Store(path), context)
        }
    }

    private func read(_ path: String) throws -> ImportedContent {
        try GPG.$home.withValue(directory.path) {
            try PasswordStoreFormat().read(ImportSource(path: path), ImportContext())
        }
    }

    private func item(_ title: String) -> VaultItem {
        var item = VaultItem(.login, title: title)
        item["password"] = .text("pässword of \(title)")
        item["username"] = .text("ann")
        item.notes = Secret("some notes")
        return item
    }

    @Test func gpgAndPassReadWhatIsWrittenAndItIsReadBack() throws {
        let path = directory("store")
        let remarks = try write([item("Example"), item("a/../b"), item(".hidden"), item("Example")], to: path)
        #expect(remarks.map(\.position) == ["a/../b", ".hidden", "Example"])
        let text = try ChildProcess.run(
            ["gpg", "--batch", "--quiet", "--decrypt", path + "/Example.gpg"], variables: variables, errors: .null)
        #expect(text.status == 0 && text.output.hasPrefix("pässword of Example\nusername: ann\n"))
        if ChildProcess.isInstalled("pass") {
            var variables = variables
            variables["PASSWORD_STORE_DIR"] = path
            let shown = try ChildProcess.run(["pass", "show", "Example"], variables: variables)
            #expect(shown.output.hasPrefix("pässword of Example\n"))
        }
        var status = stat()
        #expect(stat(path + "/Example.gpg", &status) == 0 && status.st_mode & 0o777 == 0o600)
        let source = try ImportSource(path: path)
        #expect(PasswordStoreFormat().recognizes(source))
        let content = try read(path)
        #expect(Set(content.items.map(\.item.title)) == ["Example", "a-..-b", "_hidden", "Example (2)"])
        #expect(content.items.allSatisfy { $0.item.value("username") == "ann" && $0.item.notes?.text == "some notes" })
    }

    @Test func aFileThatExistsIsNotOverwritten() throws {
        let path = directory("store")
        _ = try write([item("Example")], to: path)
        let before = try Data(contentsOf: URL(fileURLWithPath: path + "/Example.gpg"))
        #expect(throws: ExchangeError.self) { try self.write([self.item("Example")], to: path) }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path + "/Example.gpg")) == before)
    }

    @Test func anUnknownRecipientIsAnErrorAndLeavesNoFile() throws {
        let path = directory("store")
        let error = #expect(throws: ExchangeError.self) {
            try self.write([self.item("A")], to: path, recipients: ["nobody@example.com"])
        }
        #expect(error?.reason.contains("A: gpg cannot encrypt") == true)
        #expect(!FileManager.default.fileExists(atPath: path + "/A.gpg"))
        #expect(throws: ExchangeError.self) { try self.write([], to: path + "2", recipients: ["--output=x"]) }
        #expect(throws: ExchangeError.self) { try self.write([], to: path + "3", recipients: []) }
    }

    @Test func directoriesAreFoldersAndLinksOutOfTheStoreAreRefused() throws {
        let path = directory("store")
        _ = try write([item("Example")], to: path)
        let manager = FileManager.default
        try manager.createDirectory(atPath: path + "/web/mail", withIntermediateDirectories: true)
        try manager.moveItem(atPath: path + "/Example.gpg", toPath: path + "/web/mail/Example.gpg")
        try manager.copyItem(atPath: path + "/web/mail/Example.gpg", toPath: directory("outside.gpg"))
        symlink(directory("outside.gpg"), path + "/leak.gpg")
        symlink("web", path + "/circle")
        symlink("web/mail/Example.gpg", path + "/alias.gpg")
        try Data("x".utf8).write(to: URL(fileURLWithPath: path + "/README"))
        let content = try read(path)
        #expect(content.items.map(\.position) == ["alias.gpg", "web/mail/Example.gpg"])
        #expect(content.items[1].folder == ["web", "mail"])
        #expect(content.remarks.map(\.position) == ["README", "leak.gpg"])
    }

    @Test func aFileThatCannotBeDecryptedIsNamed() throws {
        let path = directory("store")
        _ = try write([item("Example")], to: path)
        try Data("no message".utf8).write(to: URL(fileURLWithPath: path + "/bad.gpg"))
        let error = #expect(throws: ExchangeError.self) {
            try self.read(path)
        }
        #expect(error?.reason.hasPrefix("bad.gpg: gpg cannot decrypt it") == true)
    }

    @Test func directoriesThatAreTooDeepAreRefused() throws {
        let path = directory("deep")
        try FileManager.default.createDirectory(
            atPath: path + String(repeating: "/d", count: 40), withIntermediateDirectories: true)
        let error = #expect(throws: ExchangeError.self) { try PasswordStoreTree(path) }
        #expect(error?.kind == .tooLarge)
    }
}
