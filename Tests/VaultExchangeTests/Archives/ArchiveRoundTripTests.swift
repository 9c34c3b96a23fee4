import Foundation
import PasswordVault
import Secrets
import Testing

@testable import VaultExchange

/// What is exported comes back by an import.
struct ArchiveRoundTripTests {
    /// An item of a kind with a value in each of its fields.
    private func item(_ kind: ItemKind, isPlain: Bool) -> VaultItem {
        var item = VaultItem(kind, title: "Title of \(kind.name) <ü>")
        for field in item.fields { item[field.id] = Self.value(field.kind, field.id) }
        item.fields.append(Field(label: "custom \"text\"", value: .text("a\\b 😀")))
        item.fields.append(Field(label: "PIN of old", kind: .concealed, value: .text("0012")))
        if kind == .login {
            item.websites = [SavedWebsite("https://example.org/a"), SavedWebsite("b.example", rule: "host")]
        }
        item.notes = Secret("line 1\nline 2")
        item.isFavourite = true
        item.tags = ["work"]
        item.created = Date(timeIntervalSince1970: 1_600_000_000)
        item.changed = Date(timeIntervalSince1970: 1_700_000_000)
        if isPlain { return item }
        item.sections = [
            Section(
                title: "Section",
                fields: [
                    Field(label: "day", kind: .date, value: .text("2024-02-29")),
                    Field(label: "mail", kind: .email, value: .text("a@example.org")),
                ])
        ]
        return item
    }

    private static func value(_ kind: FieldKind, _ id: String) -> FieldValue {
        switch kind {
        case .date: .text("2001-05-17")
        case .monthYear: .text("2031-07")
        case .oneTimeCode:
            .text("otpauth://totp/Site:jane?secret=GEZDGNBVGY3TQOJQ&issuer=Site&algorithm=SHA1&digits=6&period=30")
        case .passkey: .text("{\"credentialId\":\"AQID\",\"rpId\":\"example.org\",\"type\":\"passkey\"}")
        case .address: .text("1 Street\n12345 Town\nLand")
        default: .text("value of \(id)")
        }
    }

    @Test(arguments: ItemKind.all)
    func chatelaineKeepsEverything(kind: ItemKind) throws {
        var item = item(kind, isPlain: false)
        item.archived = item.changed
        item.trashed = Date(timeIntervalSince1970: 1_700_000_100)
        item.history = [
            FormerSecret(
                field: "password", label: "password", until: Date(timeIntervalSince1970: 1_650_000_000),
                secret: Secret("former"), isShown: false)
        ]
        let content = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0) })
        let file = ImportedAttachment(name: "a.bin", mediaType: "image/png", content: AttachmentBytes(content))
        let (data, remarks) = try ArchiveSample.file(
            ChatelaineFormat(), [ExportedItem(item, attachments: [file])], password: "pass")
        #expect(remarks.isEmpty)
        let back = try ArchiveSample.read(data, ArchiveSample.context("pass"))
        let imported = try #require(back.items.first)
        #expect(imported.history == item.history)
        #expect(imported.isArchived && imported.isTrashed)
        #expect(imported.created == item.created && imported.changed == item.changed)
        #expect(try ArchiveSample.bytes(#require(imported.attachments.first)) == content)
        #expect(imported.attachments.first?.mediaType == "image/png")
        item.history = []
        #expect(imported.item == item)
    }

    @Test(arguments: [
        ItemKind.login, .creditCard, .identity, .secureNote, .password, .sshKey, .apiCredential, .softwareLicence,
    ])
    func onePUXKeepsItems(kind: ItemKind) throws {
        var item = item(kind, isPlain: false)
        if kind == .login { item.websites[1].rule = "host" }
        if kind == .password || kind == .login {
            item.history = [
                FormerSecret(
                    field: "password", label: "password", until: Date(timeIntervalSince1970: 1_650_000_000),
                    secret: Secret("former"))
            ]
        }
        item.archived = item.changed
        let file = ImportedAttachment(name: "n/../a.txt", content: AttachmentBytes(Data("hello".utf8)))
        let (data, remarks) = try ArchiveSample.file(OnePUXFormat(), [ExportedItem(item, attachments: [file])])
        #expect(remarks.isEmpty)
        let imported = try #require(try ArchiveSample.read(data).items.first)
        #expect(ArchiveSample.values(imported.item).sorted() == ArchiveSample.values(item).sorted())
        #expect(imported.item.tags == item.tags)
        #expect(imported.history == item.history)
        #expect(imported.isArchived)
        #expect(imported.created == item.created && imported.changed == item.changed)
        #expect(try imported.attachments.map(ArchiveSample.bytes) == [Data("hello".utf8)])
        #expect(imported.attachments.first?.name == "a.txt")
    }

    @Test(
        arguments: [ItemKind.login, .creditCard, .identity, .secureNote, .sshKey],
        [BitwardenExport.Form.plain, .protected])
    func bitwardenKeepsItems(kind: ItemKind, form: BitwardenExport.Form) throws {
        var item = item(kind, isPlain: true)
        // The format has these as fields without a kind.
        for field in item.fields
        where !Self.bitwardenHas(kind, field.id) && field.kind != .text && field.kind != .concealed {
            item[field.id] = .text("")
        }
        let (data, _) = try ArchiveSample.file(BitwardenExport(form), [ExportedItem(item)], password: "pass")
        if form == .protected { #expect(!String(decoding: data, as: UTF8.self).contains("Title")) }
        let imported = try #require(try ArchiveSample.read(data, ArchiveSample.context("pass")).items.first)
        #expect(ArchiveSample.values(imported.item).sorted() == ArchiveSample.values(item).sorted())
        #expect(imported.folder == ["work"])
        #expect(imported.created == item.created && imported.changed == item.changed)
    }

    private static func bitwardenHas(_ kind: ItemKind, _ id: String) -> Bool {
        switch kind {
        case .login: true
        case .creditCard: id == "expiry"
        case .identity: ["email", "telephone", "address"].contains(id)
        default: false
        }
    }

    @Test func bitwardenZipKeepsAttachmentsOfTheSameName() throws {
        let files = ["one", "two"].map { ImportedAttachment(name: "a.txt", content: AttachmentBytes(Data($0.utf8))) }
        let (data, _) = try ArchiveSample.file(
            BitwardenExport(.archive), [ExportedItem(item(.login, isPlain: true), attachments: files)])
        let imported = try #require(try ArchiveSample.read(data).items.first)
        #expect(try imported.attachments.map(ArchiveSample.bytes) == [Data("one".utf8), Data("two".utf8)])
    }

    @Test(arguments: [ItemKind.login, .creditCard, .identity, .secureNote, .password, .apiCredential, .passkey])
    func cxfKeepsItems(kind: ItemKind) throws {
        var item = item(kind, isPlain: false)
        item.websites = item.websites.map { SavedWebsite($0.address) }
        // The format has no place for these kinds of fields.
        for field in item.fields where [.url, .telephone, .address, .menu].contains(field.kind) && kind != .identity {
            item[field.id] = .text("")
        }
        if kind == .passkey { item["relying-party"] = .text("example.org") }
        let (data, _) = try ArchiveSample.file(CXFFormat(), [ExportedItem(item)])
        let imported = try #require(try ArchiveSample.read(data).items.first)
        #expect(ArchiveSample.values(imported.item).sorted() == ArchiveSample.values(item).sorted())
        #expect(imported.item.tags == item.tags)
        #expect(imported.created == item.created && imported.changed == item.changed)
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/unzip"), "unzip is not installed"))
    func otherProgramsReadOurArchives() throws {
        let file = ImportedAttachment(name: "ü.txt", content: AttachmentBytes(Data("hello".utf8)))
        let (data, _) = try ArchiveSample.file(
            OnePUXFormat(), [ExportedItem(item(.login, isPlain: true), attachments: [file])])
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).1pux")
        defer { try? FileManager.default.removeItem(at: path) }
        try data.write(to: path)
        #expect(try run("/usr/bin/unzip", "-t", path.path) == 0)
        guard FileManager.default.isExecutableFile(atPath: "/usr/bin/python3") else { return }
        let program =
            "import zipfile,json,sys;z=zipfile.ZipFile(sys.argv[1]);assert z.testzip() is None;json.loads(z.read('export.data'))"
        #expect(try run("/usr/bin/python3", "-c", program, path.path) == 0)
    }

    private func run(_ program: String, _ arguments: String...) throws -> Int32 {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }
}
