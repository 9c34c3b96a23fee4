import Foundation
import PasswordVault

/// Enpass's JSON export.
struct EnpassFormat: ImportFormat {
    let name = "enpass-json"
    let title = "Enpass (JSON)"

    func recognizes(_ source: ImportSource) -> Bool {
        guard let head = JSONHead(source), head.has("items") || head.has("folders") else { return false }
        return head.has("template_type") || head.has("value_updated_at") || head.has("parent_uuid")
            || head.has("sensitive", "uid")
    }

    func read(_ source: ImportSource, _ context: ImportContext) throws -> ImportedContent {
        let document = try JSONNode(parsing: source.contents(atMost: JSONNode.mostBytes))
        guard document["items"].value is [Any] else {
            throw ExchangeError(.damaged, "the file has no items", remedy: "export it from Enpass as JSON again")
        }
        let folders = EnpassFolders(document["folders"])
        var content = ImportedContent()
        let items = document["items"].array
        for (index, node) in items.enumerated() {
            try context.checkCancellation()
            if index.isMultiple(of: 100) { context.progress(Double(index) / Double(items.count)) }
            guard node.object != nil else {
                content.remarks.append(ImportRemark("item \(index + 1)", "it is no item"))
                continue
            }
            var item = EnpassItem.read(node, "item \(index + 1)")
            let places = node["folders"].array.compactMap { $0.string.flatMap(folders.path) }
            item.result.folder = places.first ?? []
            for place in places.dropFirst() { item.addTag(place.joined(separator: "/")) }
            item.finish(into: &content)
        }
        return content
    }
}

/// The folders of a file, each with the one that it is in.
private struct EnpassFolders {
    private var folders: [String: (title: String, parent: String)] = [:]

    init(_ list: JSONNode) {
        for folder in list.array {
            guard let id = folder["uuid"].string else { continue }
            folders[id] = (folder["title"].text, folder["parent_uuid"].text)
        }
    }

    /// Returns the names on the way to a folder. A folder within itself ends it.
    func path(_ id: String) -> [String]? {
        var path: [String] = []
        var seen = Set<String>()
        var id = id
        while let folder = folders[id], seen.insert(id).inserted, seen.count <= 64 {
            path.insert(folder.title, at: 0)
            id = folder.parent
        }
        return path.isEmpty ? nil : path
    }
}

/// An item of Enpass's.
private enum EnpassItem {
    static func read(_ node: JSONNode, _ position: String) -> ArchiveItem {
        let category = (node["category"].string ?? node["template_type"].text).lowercased()
        var item = ArchiveItem(kind(category, node), title: node["title"].text, position: position)
        item.result.created = JSONDates.seconds(node["createdAt"])
        item.result.changed = JSONDates.seconds(node["updated_at"])
        item.result.isArchived = node["archived"].isTrue
        item.result.isTrashed = node["trashed"].isTrue
        item.result.item.isFavourite = node["favorite"].isTrue
        item.addNotes(node["note"].string)
        var section: String?
        for field in node["fields"].array where field.object != nil {
            if field["type"].string == "section" {
                section = field["label"].string
            } else {
                add(field, section: section, &item)
            }
        }
        takeAddressAsName(&item)
        for file in node["attachments"].array { attach(file, &item) }
        let known: Set = [
            "archived", "auto_submit", "category", "createdAt", "favorite", "fields", "folders", "icon", "note",
            "subtitle", "template_type", "title", "trashed", "updated_at", "uuid", "attachments",
        ]
        item.addRest(node, except: known)
        return item
    }

    /// Makes the first e-mail address of a login its user name if it has none, as Enpass fills it in.
    private static func takeAddressAsName(_ item: inout ArchiveItem) {
        guard item.result.item["username"]?.isEmpty ?? false, item.result.item.kind == .login,
            let index = item.result.item.fields.firstIndex(where: { $0.kind == .email })
        else { return }
        item.set("username", item.result.item.fields.remove(at: index).value.plain)
    }

    private static func kind(_ category: String, _ node: JSONNode) -> ItemKind {
        switch category.prefix(while: { $0 != "." }) {
        case "login", "computer", "finance", "uncategorized": .login
        case "creditcard": .creditCard
        case "identity", "travel": .identity
        case "license": .softwareLicence
        case "password": .password
        case "note": .secureNote
        default: node["fields"].array.contains { $0["type"].string == "password" } ? .login : .secureNote
        }
    }

    /// The field of ours that a type of Enpass's is, for each kind.
    private static func field(_ type: String, _ kind: ItemKind) -> String? {
        switch (kind, type) {
        case (.login, "username"), (.identity, "username"): "username"
        case (.login, "password"), (.password, "password"): "password"
        case (.login, "totp"): "one-time-code"
        case (.creditCard, "ccName"): "cardholder"
        case (.creditCard, "ccNumber"): "number"
        case (.creditCard, "ccCvc"): "verification"
        case (.creditCard, "ccPin"): "pin"
        case (.creditCard, "ccExpiry"): "expiry"
        case (.creditCard, "ccValidfrom"): "valid-from"
        case (.creditCard, "ccBankname"): "bank"
        case (.identity, "email"), (.softwareLicence, "email"): "email"
        case (.identity, "phone"): "telephone"
        default: nil
        }
    }

    private static func add(_ field: JSONNode, section: String?, _ item: inout ArchiveItem) {
        let (type, label) = (field["type"].text, field["label"].text)
        var value = field["value"].text
        guard !value.isEmpty else { return }
        let kind = item.result.item.kind
        if type == ".Android#" { return item.addWebsite("app://" + value) }
        if type == "url", kind == .login { return item.addWebsite(value) }
        if type == "ccExpiry" || type == "ccValidfrom" { value = JSONDates.month(value) ?? value }
        let name = label.isEmpty ? type : label
        guard !field["deleted"].isTrue else { return item.add(name + " (deleted)", value, fieldKind(type, field)) }
        let former = field["history"].array.filter { !$0["value"].isEmpty }
        guard let id = Self.field(type, kind), item.result.item[id]?.isEmpty ?? false else {
            if !former.isEmpty { item.remark("former values of the field “\(name)” are left out") }
            return item.add(name, value, fieldKind(type, field), section: section)
        }
        item.set(id, value, label: name)
        if id != "password", !former.isEmpty { item.remark("former values of the field “\(name)” are left out") }
        for former in former where id == "password" {
            item.addFormer(id, name, former["value"].string, until: JSONDates.seconds(former["updated_at"]))
        }
    }

    private static func fieldKind(_ type: String, _ field: JSONNode) -> FieldKind {
        switch type {
        case "totp": .oneTimeCode
        case "password", "ccNumber", "ccCvc", "ccPin", "ccTxnpassword", "pin": .concealed
        case _ where field["sensitive"].isTrue: .concealed
        case "email": .email
        case "url": .url
        case "phone": .telephone
        case "ccExpiry", "ccValidfrom": .monthYear
        case "date": .date
        default: .text
        }
    }

    private static func attach(_ file: JSONNode, _ item: inout ArchiveItem) {
        let name = file["name"].text.isEmpty ? "attachment" : file["name"].text
        guard let data = file["data"].string.flatMap({ Data(base64Encoded: $0, options: .ignoreUnknownCharacters) })
        else { return item.remark("the file “\(name)” cannot be read") }
        guard data.count <= ZipReader.largestEntry else {
            return item.remark("the file “\(name)” is larger than \(ZipReader.largestEntry >> 20) MiB")
        }
        item.result.attachments.append(
            ImportedAttachment(name: name, mediaType: file["kind"].text, content: AttachmentBytes(data)))
    }
}
