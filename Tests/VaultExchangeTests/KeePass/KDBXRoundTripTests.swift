import Foundation
import PasswordVault
import Secrets
import Testing

@testable import VaultExchange

/// Items that a generator of random numbers makes: the same ones each time.
struct ItemGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 2_862_933_555_777_941_757 &+ 3_037_000_493 }

    mutating func number(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % bound
    }

    private static let texts = [
        "plain", "two words", "<&>\"'", "é😀 ünïcode", "a\nb\r\nc\td", " blanks ", "{USERNAME} {REF:P@T:x}",
        "\u{1}control", "Title",
        "otp", "a/b", "0", "ä;b,c",
    ]

    mutating func text() -> String {
        Self.texts[number(Self.texts.count)] + (number(2) == 0 ? "" : String(number(1000)))
    }

    mutating func date() -> Date { Date(timeIntervalSince1970: TimeInterval(1_000_000_000 + number(700_000_000))) }

    mutating func value(_ kind: FieldKind) -> FieldValue {
        switch kind {
        case .date: return .text("20\(10 + number(80))-0\(1 + number(9))-1\(number(10))")
        case .oneTimeCode:
            return .secret(Secret("otpauth://totp/Site:jane?secret=GEZDGNBVGY3TQOJQ&issuer=Site\(number(9))"))
        case .passkey:
            return .secret(Secret("{\"KPEX_PASSKEY_CREDENTIAL_ID\":\"\(number(99))\",\"KPEX_PASSKEY_USERNAME\":\"j\"}"))
        default: return kind.isSecret ? .secret(Secret(text())) : .text(text())
        }
    }

    mutating func field(_ number: Int) -> Field {
        let kind = FieldKind.all[self.number(FieldKind.all.count)]
        let choices = kind == .menu ? ["a", "b"] : []
        let value = self.number(5) == 0 ? FieldValue.text("") : value(kind)
        return Field(id: "custom-\(number)", label: text(), kind: kind, value: value, choices: choices)
    }

    mutating func item(_ kind: ItemKind) -> VaultItem {
        var item = VaultItem(kind, title: text())
        item.isFavourite = number(2) == 0
        item.tags = (0..<number(3)).map { "tag \($0)" } + (number(3) == 0 ? ["a;b"] : [])
        for field in item.fields where number(3) > 0 { item[field.id] = value(field.kind) }
        for index in 0..<number(4) { item.fields.append(field(index)) }
        for section in 0..<number(3) {
            let fields = (0..<number(3)).map { field(100 * (section + 1) + $0) }
            item.sections.append(Section(id: "section-\(section)", title: text(), fields: fields))
        }
        item.websites = (0..<number(4)).map {
            SavedWebsite("https://\($0).example/\(text())", rule: $0 == 1 ? "host" : "domain")
        }
        if number(2) == 0 { item.notes = Secret(text()) }
        item.created = date()
        item.history = history(item)
        item.changed = (item.history.first?.until ?? item.created).addingTimeInterval(TimeInterval(number(3) * 1000))
        return item
    }

    /// Former values of its secrets, each another one, and of a field that it has no more.
    private mutating func history(_ item: VaultItem) -> [FormerSecret] {
        var (history, time) = ([FormerSecret](), item.created)
        let fields = item.allFields.filter { $0.kind == .concealed && !$0.value.isEmpty }
        for index in 0..<number(6) {
            time += TimeInterval(number(3) * 100)
            if let field = fields.isEmpty ? nil : fields[number(fields.count)], number(4) > 0 {
                history.append(
                    FormerSecret(field: field.id, label: field.label, until: time, secret: Secret("old \(index)")))
            } else if item.notes != nil, number(2) == 0 {
                history.append(
                    FormerSecret(field: "notes", label: "notes", until: time, secret: Secret("note \(index)")))
            } else {
                history.append(FormerSecret(field: "gone", label: "Gone", until: time, secret: Secret("gone \(index)")))
            }
        }
        return history.reversed()
    }
}

@Suite struct KDBXRoundTripTests {
    static func export(_ items: [ExportedItem], password: String = "secret") throws -> Data {
        var context = ExportContext()
        context.password = { SecretBytes(copying: password.utf8) }
        context.derivesCheaply = true
        context.vaultName = "Vault & more"
        let buffer = ExportBuffer()
        _ = try KDBXFormat().write(items, to: buffer, context)
        return Data(buffer.data)
    }

    private func imported(_ file: Data) throws -> ImportedContent {
        try KDBXFormat().read(ImportSource(file), ImportContext(password: "secret"))
    }

    /// The values of an item that come back, a line for each.
    private func lines(_ item: VaultItem) -> [String] {
        let line = { (field: Field) in
            let value = if case .secret(let secret) = field.value { "secret \(secret.text)" } else { "\(field.value)" }
            return "\(field.id)|\(field.label)|\(field.kind)|\(value)|\(field.choices)"
        }
        return ["\(item.kind.name)|\(item.title)|\(item.isFavourite)|\(item.tags)|\(item.notes?.text ?? "")"]
            + item.websites.map { "\($0.address)|\($0.rule)" } + item.fields.map(line)
            + item.sections.flatMap { ["\($0.id)|\($0.title)"] + $0.fields.map(line) }
    }

    @Test(arguments: 0..<12) func everyKindOfItemComesBack(seed: Int) throws {
        var generator = ItemGenerator(seed: UInt64(seed))
        let items = ItemKind.all.flatMap { kind in (0..<3).map { _ in generator.item(kind) } }
        let content = try imported(Self.export(items.map { ExportedItem($0) }))
        #expect(content.items.count == items.count)
        let back = Dictionary(grouping: content.items) { $0.item.kind }
        for (kind, items) in Dictionary(grouping: items, by: \.kind) {
            for (item, imported) in zip(items, back[kind] ?? []) {
                #expect(lines(imported.item) == lines(item))
                #expect(imported.folder.isEmpty)
                #expect(imported.created == item.created)
                #expect(imported.changed == item.changed)
                // The order of what was replaced at one time is no part of a database.
                #expect(Set(imported.history.map(describe)) == Set(item.history.map(describe)))
                #expect(imported.history.map(\.until) == item.history.map(\.until))
            }
        }
        #expect(content.remarks.allSatisfy { !$0.text.contains("“otp”") })
    }

    private func describe(_ former: FormerSecret) -> String {
        "\(former.field) \(former.secret.text) \(former.until.timeIntervalSince1970)"
    }

    @Test func attachmentsComeBack() throws {
        let large = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let attachments = [
            ImportedAttachment(name: "a.bin", content: AttachmentBytes(large)),
            ImportedAttachment(name: "a.bin", content: AttachmentBytes(Data([1]))),
            ImportedAttachment(name: "<empty>", content: AttachmentBytes(Data())),
        ]
        let item = ExportedItem(VaultItem(.secureNote, title: "x"), attachments: attachments)
        let back = try #require(try imported(Self.export([item, item])).items.last)
        #expect(back.attachments.map(\.name) == ["a.bin", "2 a.bin", "<empty>"])
        #expect(try back.attachments.map { Data(try $0.bytes) } == [large, Data([1]), Data()])
    }

    @Test func archivedItemsComeBackSo() throws {
        var item = VaultItem(.login, title: "x")
        item.archived = Date(timeIntervalSince1970: 1)
        #expect(try imported(Self.export([ExportedItem(item)])).items.first?.isArchived == true)
    }

    @Test func emptyVaultIsADatabase() throws {
        #expect(try imported(Self.export([])).items.isEmpty)
    }

    @Test func passwordIsRequired() {
        #expect { try KDBXFormat().write([], to: ExportBuffer(), ExportContext()) } throws: {
            ($0 as? ExchangeError)?.kind == .passwordRequired
        }
    }

    @Test func noSecretIsInTheFile() throws {
        var item = VaultItem(.login, title: "Findable title")
        item["password"] = .secret(Secret("findable password"))
        let file = try Self.export([ExportedItem(item)])
        #expect(file.firstRange(of: Data("indable".utf8)) == nil)
    }

    @Test func passkeysAndCodesOfOtherFormsAreRemarked() throws {
        var item = VaultItem(.login, title: "x")
        item["one-time-code"] = .secret(Secret("otpauth://hotp/x?secret=GEZDGNBVGY3TQOJQ&counter=1"))
        item.fields.append(
            Field(id: "passkey", label: "passkey", kind: .passkey, value: .secret(Secret("{\"other\": 1}"))))
        var context = ExportContext()
        context.password = { SecretBytes(copying: "secret".utf8) }
        context.derivesCheaply = true
        let buffer = ExportBuffer()
        let remarks = try KDBXFormat().write([ExportedItem(item)], to: buffer, context)
        #expect(remarks.count == 2)
        let back = try #require(try imported(Data(buffer.data)).items.first?.item)
        #expect(back.secret("passkey") == item.secret("passkey"))
        #expect(back.secret("one-time-code") == item.secret("one-time-code"))
    }
}
