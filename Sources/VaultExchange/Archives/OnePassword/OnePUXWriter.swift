import Foundation
import PasswordVault

/// The `export.data` of a 1PUX file that is made of items.
struct OnePUXWriter {
    /// What the format has no place for.
    private(set) var remarks: [ImportRemark] = []
    private var items: [[String: Any]] = []

    /// The document with one account and one vault.
    func document(_ vaultName: String) -> [String: Any] {
        let vault: [String: Any] = [
            "attrs": ["uuid": Self.id(), "desc": "", "avatar": "", "name": vaultName, "type": "P"], "items": items,
        ]
        let account: [String: Any] = [
            "attrs": [
                "accountName": vaultName, "name": vaultName, "avatar": "", "email": "", "uuid": Self.id(), "domain": "",
            ], "vaults": [vault],
        ]
        return ["accounts": [account]]
    }

    private static func id() -> String { UUID().uuidString.lowercased().filter { $0 != "-" } }

    /// Adds an item.
    ///
    /// - Returns: its files, with their paths in the archive.
    mutating func add(_ exported: ExportedItem) -> [(path: String, content: any AttachmentContent)] {
        let item = exported.item
        let category = OnePasswordCategory.of(item.kind)
        if category.kind != item.kind { remark(item, "the kind “\(item.kind.name)” becomes a login") }
        var used = Set<String>()
        var details: [String: Any] = ["notesPlain": item.notes?.text ?? "", "passwordHistory": history(item)]
        details["loginFields"] = category.kind == .login ? Self.loginFields(item, &used) : []
        if item.kind == .password {
            details["password"] = item.plain("password")
            used.insert("password")
        }
        if let field = item.allFields.first(where: { $0.kind == .passkey }), let passkey = Self.object(field) {
            details["passkey"] = passkey
            used.insert(field.id)
        }
        var files: [(path: String, content: any AttachmentContent)] = []
        let fileFields = exported.attachments.map { Self.field(of: $0, &files) }
        details["sections"] = sections(item, except: used, fileFields)
        var overview: [String: Any] = [
            "title": item.title, "subtitle": "", "tags": item.tags, "urls": urls(item),
            "url": item.websites.first?.address ?? "",
        ]
        let scores: [String: Any] = [
            "ps": 0, "pbe": 0, "pgrng": false, "icons": NSNull(), "watchtowerExclusions": NSNull(),
        ]
        overview.merge(scores) { own, _ in own }
        items.append([
            "uuid": item.id.uuidString.lowercased().filter { $0 != "-" }, "favIndex": item.isFavourite ? 1 : 0,
            "createdAt": item.created.wholeSeconds, "updatedAt": item.changed.wholeSeconds,
            "state": item.archived == nil ? "active" : "archived", "categoryUuid": category.number, "details": details,
            "overview": overview,
        ])
        return files
    }

    private mutating func remark(_ item: VaultItem, _ text: String) { remarks.append(ImportRemark(item.title, text)) }

    private static func loginFields(_ item: VaultItem, _ used: inout Set<String>) -> [[String: Any]] {
        used.formUnion(["username", "password"])
        return [("username", "T"), ("password", "P")].map { name, type in
            ["value": item.plain(name), "id": "", "name": name, "fieldType": type, "designation": name]
        }
    }

    private static func object(_ field: Field) -> [String: Any]? {
        (try? JSONSerialization.jsonObject(with: Data(field.value.plain.utf8))) as? [String: Any]
    }

    private static func field(
        of attachment: ImportedAttachment, _ files: inout [(path: String, content: any AttachmentContent)]
    ) -> [String: Any] {
        let id = Self.id()
        files.append(("files/\(id)__\(ZipWriter.safe(attachment.name))", attachment.content))
        let file: [String: Any] = [
            "fileName": attachment.name, "documentId": id, "decryptedSize": attachment.content.size,
        ]
        return complete(["title": attachment.name, "id": id, "value": ["file": file]])
    }

    /// A field with the members without which 1Password's import fails.
    private static func complete(_ field: [String: Any]) -> [String: Any] {
        let traits = ["keyboard": "default", "correction": "default", "capitalization": "default"]
        let members: [String: Any] = [
            "guarded": false, "multiline": false, "dontGenerate": false, "inputTraits": traits,
        ]
        return field.merging(members) { own, _ in own }
    }

    private mutating func urls(_ item: VaultItem) -> [[String: Any]] {
        if item.websites.contains(where: { !["domain", "host", "never"].contains($0.rule) }) {
            remark(item, "rules of its websites become the usual one")
        }
        return item.websites.map {
            let mode = ["host", "never"].contains($0.rule) ? $0.rule : "default"
            return ["label": "website", "url": $0.address, "mode": mode]
        }
    }

    private mutating func sections(
        _ item: VaultItem, except used: Set<String>, _ files: [[String: Any]]
    ) -> [[String: Any]] {
        let own = OnePasswordCategory.fields(OnePasswordCategory.of(item.kind).kind)
        let key = Self.sshKey(item)
        let used = key == nil ? used : used.union(["private-key", "public-key", "fingerprint"])
        let others = item.otherFields(except: used).map { field in
            self.field(field, id: own.first { $0.field == field.id }?.id, item)
        }
        let first = (key.map { [$0] } ?? []) + others
        var sections: [[String: Any]] = [
            ["title": "", "name": "", "fields": first + files, "hideAddAnotherField": false]
        ]
        for (index, section) in item.sections.enumerated() {
            let fields = section.fields.filter { !$0.value.isEmpty && !used.contains($0.id) }
            sections.append([
                "title": section.title, "name": "Section_\(index)",
                "fields": fields.map { field($0, id: nil, item) }, "hideAddAnotherField": false,
            ])
        }
        return sections
    }

    /// The key of an SSH key, which is one field with all of its parts.
    private static func sshKey(_ item: VaultItem) -> [String: Any]? {
        let key = item.plain("private-key")
        guard item.kind == .sshKey, !key.isEmpty else { return nil }
        let type = item.plain("public-key").prefix { $0 != " " }
        let metadata: [String: Any] = [
            "privateKey": key, "publicKey": item.plain("public-key"), "fingerprint": item.plain("fingerprint"),
            "keyType": type.hasPrefix("ssh-") ? String(type.dropFirst(4)) : String(type),
        ]
        let value: [String: Any] = ["sshKey": ["privateKey": key, "metadata": metadata]]
        return complete(["title": "private key", "id": "private_key", "value": value])
    }

    private mutating func field(_ field: Field, id: String?, _ item: VaultItem) -> [String: Any] {
        let text = field.value.plain
        let value: [String: Any]
        switch field.kind {
        case .concealed: value = ["concealed": text]
        case .email: value = ["email": ["email_address": text, "provider": NSNull()]]
        case .url: value = ["url": text]
        case .date: value = JSONDates.noon(text).map { ["date": $0.wholeSeconds] } ?? ["string": text]
        case .monthYear: value = Int(text.filter { $0 != "-" }).map { ["monthYear": $0] } ?? ["string": text]
        case .oneTimeCode: value = ["totp": text]
        case .telephone: value = ["phone": text]
        case .address: value = ["address": ["street": text, "city": "", "country": "", "zip": "", "state": ""]]
        case .menu: value = ["menu": text]
        case .passkey:
            remark(item, "a passkey becomes a concealed field")
            value = ["concealed": text]
        case .text: value = ["string": text]
        case .unknown(_, let isSecret): value = [isSecret ? "concealed" : "string": text]
        }
        let isCode = field.kind == .oneTimeCode
        let id = id ?? (isCode ? "TOTP_\(Self.id())" : Self.id())
        return Self.complete(["title": field.label, "id": id, "value": value])
    }

    private mutating func history(_ item: VaultItem) -> [[String: Any]] {
        let passwords = item.history.filter { $0.field == "password" }
        if passwords.count < item.history.count {
            remark(item, "former values of other fields than the password are left out")
        }
        return passwords.map { ["value": $0.secret.text, "time": $0.until.wholeSeconds] }
    }
}
