import Foundation
import PasswordVault
import Secrets

/// Unencrypted exports of KeePass 1.
struct KeePass1XMLFormat: ImportFormat {
    let name = "keepass1-xml"
    let title = "KeePass 1 (XML)"

    func recognizes(_ source: ImportSource) -> Bool {
        !source.isDirectory && XMLProlog.rootName(source.headText) == "pwlist"
    }

    func read(_ source: ImportSource, _ context: ImportContext) throws -> ImportedContent {
        var reader = KeePass1DocumentReader(try XMLPullReader(WipedBuffer(try source.contents())))
        var items = KeePassItems(try reader.read(context), context)
        return try items.content()
    }
}

/// The reader of KeePass 1's XML document.
private struct KeePass1DocumentReader {
    private let xml: XMLPullReader
    private var database = KeePassDatabase()
    /// The groups by their paths.
    private var groups: [[String]: Int] = [:]
    /// The deepest path of groups.
    private static let mostGroups = 256

    init(_ xml: XMLPullReader) {
        self.xml = xml
        database.groups = [KeePassGroup(parent: nil)]
    }

    mutating func read(_ context: ImportContext) throws(ExchangeError) -> KeePassDatabase {
        guard try xml.root() == "pwlist" else { throw xml.error("the document is none of KeePass 1") }
        while let name = try xml.nextChild() {
            try context.checkCancellation()
            if name == "pwentry" { try readEntry() } else { try xml.skip() }
        }
        return database
    }

    private mutating func readEntry() throws(ExchangeError) {
        var entry = KeePassEntry()
        var (attachment, content) = ("", KeePassBinary?.none)
        while let name = try xml.nextChild() {
            switch name {
            case "group":
                let outer = xml.attributes["tree"]?.split(separator: "\\").map(String.init) ?? []
                entry.group = group(outer + [try xml.text()])
            case "title": try addText("Title", to: &entry)
            case "username": try addText("UserName", to: &entry)
            case "url": try addText("URL", to: &entry)
            case "notes": try addText("Notes", to: &entry)
            case "password":
                let secret = try xml.content { bytes throws(ExchangeError) in Secret(SecretBytes(copying: bytes)) }
                entry.strings.append(KeePassString(key: "Password", value: .secret(secret)))
            case "creationtime": entry.created = KeePassDate.date(try xml.text())
            case "lastmodtime": entry.changed = KeePassDate.date(try xml.text())
            case "expiretime":
                let expires = xml.attributes["expires"] != "false"
                let date = KeePassDate.date(try xml.text())
                // The date for never.
                if expires, let date, !KeePassDate.day(date).hasPrefix("2999") { entry.expiry = date }
            case "attachdesc": attachment = try xml.text()
            case "attachment": content = try readAttachment()
            default: try xml.skip()
            }
        }
        if let content { entry.attachments = [ImportedAttachment(name: attachment, content: content)] }
        database.entries.append(entry)
    }

    private func addText(_ key: String, to entry: inout KeePassEntry) throws(ExchangeError) {
        entry.strings.append(KeePassString(key: key, value: .text(try xml.text())))
    }

    private func readAttachment() throws(ExchangeError) -> KeePassBinary? {
        let data = try xml.content { bytes throws(ExchangeError) in
            Data(base64Encoded: Data(bytes), options: .ignoreUnknownCharacters)
        }
        guard let data else { throw xml.error("an attachment is no Base64") }
        return data.isEmpty ? nil : KeePassBinary(WipedBuffer(data))
    }

    private mutating func group(_ path: [String]) -> Int {
        var (parent, known) = (0, [String]())
        for name in path.prefix(Self.mostGroups) where !name.isEmpty {
            known.append(name)
            if let index = groups[known] {
                parent = index
            } else {
                database.groups.append(KeePassGroup(parent: parent, name: name))
                parent = database.groups.count - 1
                groups[known] = parent
            }
        }
        return parent
    }
}
