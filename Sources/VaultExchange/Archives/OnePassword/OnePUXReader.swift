import Foundation
import PasswordVault

/// The items of a 1PUX file's `export.data`.
///
/// Specified in: 1Password's documentation, "1Password Unencrypted Export (1PUX) files".
struct OnePUXReader {
    let archive: ZipReader
    private var files: [String: ZipReader.Entry] = [:]

    init(_ archive: ZipReader) {
        self.archive = archive
        for entry in archive.entries where entry.name.hasPrefix("files/") {
            // files/ID__NAME
            let name = entry.name.dropFirst(6)
            guard let end = name.range(of: "__") else { continue }
            files[String(name[..<end.lowerBound])] = entry
        }
    }

    func read(_ document: JSONNode, _ context: ImportContext) throws -> ImportedContent {
        var content = ImportedContent()
        let vaults = document["accounts"].array.flatMap { account in account["vaults"].array.map { (account, $0) } }
        guard document["accounts"].value is [Any] else {
            throw ExchangeError(.damaged, "export.data has no accounts", remedy: "export it from 1Password again")
        }
        var number = 0
        for (index, (account, vault)) in vaults.enumerated() {
            let name = vault["attrs"]["name"].text
            for node in vault["items"].array {
                try context.checkCancellation()
                number += 1
                guard var item = self.entry(node, "item \(number)") else {
                    content.remarks.append(ImportRemark("item \(number)", "it is no item"))
                    continue
                }
                let accountName = account["attrs"]["accountName"].text
                item.result.sourceVault = document["accounts"].array.count > 1 ? "\(accountName)/\(name)" : name
                item.finish(into: &content)
            }
            context.progress(Double(index + 1) / Double(vaults.count))
        }
        return content
    }

    /// Reads an element of a vault: an item, or, in the first version of the format, an object with an item, a file, or both.
    private func entry(_ node: JSONNode, _ position: String) -> ArchiveItem? {
        let file = node["file"]
        guard node["item"].object != nil || file.object != nil else {
            return node.object == nil ? nil : item(node, position)
        }
        let inner = node["item"].object == nil && node["overview"].object != nil ? node : node["item"]
        let name = [file["attrs"]["name"].text, file["attrs"]["fileName"].text].first { !$0.isEmpty } ?? "attachment"
        var item: ArchiveItem
        if inner.object == nil {
            item = ArchiveItem(.secureNote, title: name, position: position)
            item.addTag(OnePasswordCategory.numbered("006").name)
        } else {
            item = self.item(inner, position)
        }
        guard let path = file["path"].string, item.result.attachments.isEmpty else { return item }
        if let entry = archive.entry(named: path) ?? archive.entry(named: "files/" + path) {
            item.result.attachments.append(
                ImportedAttachment(name: name, content: ZipContent(archive: archive, entry: entry)))
        } else {
            item.remark("the file “\(name)” is not in the archive")
        }
        return item
    }

    private func item(_ node: JSONNode, _ position: String) -> ArchiveItem {
        let category = OnePasswordCategory.numbered(node["categoryUuid"].text)
        let overview = node["overview"]
        var item = ArchiveItem(category.kind, title: overview["title"].text, position: position)
        item.result.created = JSONDates.seconds(node["createdAt"])
        item.result.changed = JSONDates.seconds(node["updatedAt"])
        item.result.isArchived = node["state"].string == "archived"
        item.result.isTrashed = node["trashed"].isTrue || ["trashed", "deleted"].contains(node["state"].string)
        item.result.item.isFavourite = !node["favIndex"].isEmpty
        for tag in overview["tags"].array { item.addTag(tag.string) }
        if !category.isExact { item.addTag(category.name) }
        OnePasswordFields.addWebsites(overview, &item)
        addDetails(node["details"], &item)
        let known = [
            "uuid", "favIndex", "createdAt", "updatedAt", "state", "trashed", "categoryUuid", "details", "overview",
            "file",
        ]
        item.addRest(node, except: Set(known))
        let shown: Set = [
            "subtitle", "urls", "url", "title", "ps", "pbe", "pgrng", "tags", "icons", "watchtowerExclusions", "ainfo",
            "autosubmit",
        ]
        item.addRest(overview, except: shown)
        return item
    }

    private func addDetails(_ details: JSONNode, _ item: inout ArchiveItem) {
        for field in details["loginFields"].array { OnePasswordFields.addLoginField(field, &item) }
        item.set("password", details["password"].string)
        item.addNotes(details["notesPlain"].string)
        for section in details["sections"].array {
            for field in section["fields"].array { add(field, section, &item) }
        }
        for former in details["passwordHistory"].array {
            item.addFormer("password", "password", former["value"].string, until: JSONDates.seconds(former["time"]))
        }
        attach(details["documentAttributes"], &item)
        for passkey in [details["passkey"]] where passkey.object != nil {
            if let json = passkey.json { item.add("passkey", json, .passkey) }
        }
        let known: Set = [
            "loginFields", "password", "notesPlain", "sections", "passwordHistory", "documentAttributes", "passkey",
        ]
        item.addRest(details, except: known)
    }

    private func add(_ field: JSONNode, _ section: JSONNode, _ item: inout ArchiveItem) {
        // The value has one member, whose name is its type.
        for (type, value) in (field["value"].object ?? [:]).sorted(by: { $0.key < $1.key }) {
            if type == "file" {
                attach(JSONNode(value), &item)
            } else {
                OnePasswordFields.add(
                    id: field["id"].text, label: field["title"].text, type: type, JSONNode(value),
                    section: section["title"].text, &item)
            }
        }
    }

    private func attach(_ file: JSONNode, _ item: inout ArchiveItem) {
        guard file.object != nil, let id = file["documentId"].string, !id.isEmpty else { return }
        let name = file["fileName"].text.isEmpty ? "attachment" : file["fileName"].text
        guard let entry = files[id] else { return item.remark("the file “\(name)” is not in the archive") }
        item.result.attachments.append(
            ImportedAttachment(name: name, content: ZipContent(archive: archive, entry: entry)))
    }
}
