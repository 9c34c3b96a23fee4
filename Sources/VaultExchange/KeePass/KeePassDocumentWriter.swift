import Foundation
import PasswordVault
import Secrets

/// The writer of KeePass's XML document, with the attachments that it refers to.
final class KeePassDocumentWriter {
    private let xml = XMLWriter()
    private let stream: InnerStream
    private let scratch = WipedBuffer()
    /// The attachments, in the order of their numbers.
    private(set) var attachments: [any AttachmentContent] = []
    private(set) var remarks: [ImportRemark] = []

    init(_ stream: InnerStream) { self.stream = stream }

    /// Writes a document.
    func write(_ items: [ExportedItem], _ context: ExportContext) throws(ExchangeError) -> WipedBuffer {
        let name = context.vaultName.isEmpty ? "Passwords" : context.vaultName
        try xml.element("KeePassFile") { () throws(ExchangeError) in
            writeMeta(name)
            try xml.element("Root") { () throws(ExchangeError) in
                try xml.element("Group") { () throws(ExchangeError) in
                    writeGroup(name, kind: nil)
                    try writeGroups(items, context)
                }
            }
        }
        return xml.document
    }

    private func writeMeta(_ name: String) {
        xml.element("Meta") {
            xml.element("Generator", "Chatelaine")
            xml.element("DatabaseName", XMLWriter.printable(name))
            xml.element("MemoryProtection") { xml.element("ProtectPassword", "True") }
            xml.element("RecycleBinEnabled", "True")
            xml.element("RecycleBinUUID", Self.text(nil))
            // Programs keep ten former versions otherwise.
            xml.element("HistoryMaxItems", "-1")
            xml.element("HistoryMaxSize", "-1")
        }
    }

    private func writeGroup(_ name: String, kind: ItemKind?) {
        xml.element("UUID", Self.text(UUID()))
        xml.element("Name", XMLWriter.printable(name))
        xml.element("IconID", "48")
        guard let kind else { return }
        xml.element("CustomData") {
            xml.element("Item") {
                xml.element("Key", KeePassLayout.kindKey)
                xml.element("Value", kind.name)
            }
        }
    }

    /// Writes a group for each kind, in the order of kinds.
    private func writeGroups(_ items: [ExportedItem], _ context: ExportContext) throws(ExchangeError) {
        let kinds = Dictionary(grouping: items) { $0.item.kind }
        var done = 0
        for kind in kinds.keys.sorted(by: { $0.number < $1.number }) {
            try xml.element("Group") { () throws(ExchangeError) in
                writeGroup(Self.titles[kind] ?? kind.name, kind: kind)
                for item in kinds[kind] ?? [] {
                    if context.cancellation?.isCancelled ?? false {
                        throw ExchangeError(.cancelled, "interrupted; nothing was written")
                    }
                    try writeItem(item)
                    done += 1
                    if done.isMultiple(of: 256) { context.progress(0.5 * Double(done) / Double(items.count)) }
                }
            }
        }
    }

    private static let titles: [ItemKind: String] = [
        .login: "Logins", .creditCard: "Cards", .identity: "Identities", .secureNote: "Notes",
        .softwareLicence: "Licences",
        .password: "Passwords", .sshKey: "SSH keys", .apiCredential: "API credentials", .passkey: "Passkeys",
    ]

    // MARK: - Entries

    private func writeItem(_ exported: ExportedItem) throws(ExchangeError) {
        let item = exported.item
        let strings = KeePassStrings(item)
        for remark in strings.remarks { remarks.append(ImportRemark(item.title, remark)) }
        let references = exported.attachments.map { attachment in
            attachments.append(attachment.content)
            return (name: attachment.name, number: attachments.count - 1)
        }
        let layout = try strings.layout.text()
        try xml.element("Entry") { () throws(ExchangeError) in
            try writeVersion(item, strings.strings(item), changed: item.changed, layout: layout)
            var names: Set<String> = []
            for reference in references {
                let name = Self.unique(XMLWriter.printable(reference.name), &names)
                xml.element("Binary") {
                    xml.element("Key", name)
                    xml.element("Value", "", attribute: "Ref=\"\(reference.number)\"")
                }
            }
            try xml.element("History") { () throws(ExchangeError) in try writeHistory(item, strings) }
        }
    }

    /// Writes the former versions, the oldest first: a version is the current one with the secrets that were replaced later.
    private func writeHistory(_ item: VaultItem, _ strings: KeePassStrings) throws(ExchangeError) {
        var versions: [(until: Date, former: [String: FormerSecret])] = []
        var state: [String: FormerSecret] = [:]
        for former in item.history {
            // Two of one field at one time are two versions.
            if versions.last?.until != former.until || versions.last?.former[former.field]?.until == former.until {
                versions.append((former.until, state))
            }
            state[former.field] = former
            versions[versions.count - 1].former = state
        }
        guard let newest = versions.first else { return }
        var begin = item.created
        for version in versions.reversed() {
            try xml.element("Entry") { () throws(ExchangeError) in
                try writeVersion(item, strings.strings(item, former: version.former), changed: begin, layout: nil)
            }
            begin = version.until
        }
        // The item was changed otherwise since: the last version begins when the newest secret was replaced.
        guard KeePassDate.text(newest.until) != KeePassDate.text(item.changed) else { return }
        try xml.element("Entry") { () throws(ExchangeError) in
            try writeVersion(item, strings.strings(item), changed: newest.until, layout: nil)
        }
    }

    private func writeVersion(
        _ item: VaultItem, _ strings: [KeePassString], changed: Date, layout: String?
    ) throws(ExchangeError) {
        xml.element("UUID", Self.text(item.id))
        xml.element("IconID", "0")
        xml.element("Tags", XMLWriter.printable(KeePassTags.written(item.tags).joined(separator: ";")))
        writeTimes(item, changed)
        for string in strings { try writeString(string) }
        guard let layout else { return }
        xml.element("CustomData") {
            xml.element("Item") {
                xml.element("Key", KeePassLayout.key)
                xml.element("Value", layout)
            }
        }
    }

    private func writeTimes(_ item: VaultItem, _ changed: Date) {
        let expiry = item.text(KeePassItemMaker.expiryID).flatMap(KeePassDate.date)
        xml.element("Times") {
            xml.element("CreationTime", KeePassDate.text(item.created))
            xml.element("LastModificationTime", KeePassDate.text(changed))
            xml.element("LastAccessTime", KeePassDate.text(changed))
            xml.element("ExpiryTime", KeePassDate.text(expiry ?? item.created))
            xml.element("Expires", expiry == nil ? "False" : "True")
            xml.element("UsageCount", "0")
            xml.element("LocationChanged", KeePassDate.text(item.created))
        }
    }

    /// Writes a string. One with characters that XML does not have is written like a secret, in Base64.
    private func writeString(_ string: KeePassString) throws(ExchangeError) {
        try xml.element("String") { () throws(ExchangeError) in
            xml.element("Key", XMLWriter.printable(string.key))
            scratch.removeAll()
            switch string.value {
            case .text(let text): scratch.append(text.utf8)
            case .secret(let secret): secret.withUnsafeBytes { scratch.append($0) }
            }
            guard string.isProtected || !scratch.withUnsafeBytes({ XMLWriter.canHold($0) }) else {
                return scratch.withUnsafeBytes { xml.element("Value", $0) }
            }
            try scratch.withUnsafeMutableBytes { bytes throws(ExchangeError) in try stream.run(bytes) }
            let encrypted = scratch.withUnsafeBytes { Data($0).base64EncodedString() }
            xml.element("Value", encrypted, attribute: "Protected=\"True\"")
        }
    }

    private static func unique(_ name: String, _ used: inout Set<String>) -> String {
        var (candidate, number) = (name.isEmpty ? "attachment" : name, 2)
        while !used.insert(candidate).inserted {
            candidate = "\(number) \(name)"
            number += 1
        }
        return candidate
    }

    private static func text(_ id: UUID?) -> String {
        Data(id?.bytes ?? [UInt8](repeating: 0, count: 16)).base64EncodedString()
    }
}
