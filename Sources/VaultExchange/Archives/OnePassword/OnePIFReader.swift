import Foundation
import PasswordVault

/// An item of 1Password's in the form that OPVault and 1PIF share: an overview and details with short names.
///
/// Specified in: AgileBits, "OPVault design"; its interchange format 1PIF.
enum OnePasswordItem {
    /// Makes an item.
    ///
    /// - Parameters:
    ///   - node: the item's own members.
    ///   - overview: title, websites, tags.
    ///   - details: fields, sections, notes.
    static func read(
        _ node: JSONNode, category: OnePasswordCategory, overview: JSONNode, details: JSONNode, _ position: String
    ) -> ArchiveItem {
        let title = [overview["title"].text, node["title"].text].first { !$0.isEmpty } ?? ""
        var item = ArchiveItem(category.kind, title: title, position: position)
        item.result.created = JSONDates.seconds(node["created"]) ?? JSONDates.seconds(node["createdAt"])
        item.result.changed = JSONDates.seconds(node["updated"]) ?? JSONDates.seconds(node["updatedAt"])
        item.result.isTrashed = node["trashed"].isTrue
        item.result.item.isFavourite =
            !node["fave"].isEmpty || !node["faveIndex"].isEmpty || !overview["faveIndex"].isEmpty
        for tag in overview["tags"].array { item.addTag(tag.string) }
        if !category.isExact { item.addTag(category.name) }
        OnePasswordFields.addWebsites(overview, &item)
        if item.result.item.websites.isEmpty { item.addWebsite(node["location"].string) }
        OnePasswordFields.addWebsites(details, &item)
        for field in details["fields"].array where field.object != nil { OnePasswordFields.addLoginField(field, &item) }
        item.set("password", details["password"].string)
        item.addNotes(details["notesPlain"].string)
        for section in details["sections"].array {
            for field in section["fields"].array where field.object != nil {
                OnePasswordFields.add(
                    id: field["n"].text, label: field["t"].text, type: field["k"].text, field["v"],
                    section: section["title"].text, &item)
            }
        }
        for former in details["passwordHistory"].array + details["backupKeys"].array {
            item.addFormer("password", "password", former["value"].string, until: JSONDates.seconds(former["time"]))
        }
        let known: Set = [
            "fields", "password", "notesPlain", "sections", "passwordHistory", "URLs", "url", "htmlForm", "htmlMethod",
            "htmlAction", "htmlID", "htmlName",
        ]
        item.addRest(details, except: known)
        item.addRest(
            overview,
            except: ["title", "ainfo", "ps", "url", "URLs", "tags", "faveIndex", "pbe", "pgrng", "scope", "autosubmit"])
        return item
    }
}

/// 1Password's interchange format: a line of JSON for each item, with a line of stars between them.
struct OnePIFFormat: ImportFormat {
    let name = "1pif"
    let title = "1Password (1PIF)"

    private static let types: [(name: String, number: String)] = [
        ("webforms.WebForm", "001"), ("wallet.financial.CreditCard", "002"), ("securenotes.SecureNote", "003"),
        ("identities.Identity", "004"), ("passwords.Password", "005"), ("wallet.computer.License", "100"),
        ("wallet.financial.BankAccountUS", "101"), ("wallet.computer.Database", "102"),
        ("wallet.government.DriversLicense", "103"), ("wallet.government.HuntingLicense", "104"),
        ("wallet.membership.Membership", "105"), ("wallet.government.Passport", "106"),
        ("wallet.membership.RewardProgram", "107"), ("wallet.government.SsnUS", "108"),
        ("wallet.computer.Router", "109"), ("wallet.computer.UnixServer", "110"),
        ("wallet.onlineservices.Email.v2", "111"),
    ]

    func recognizes(_ source: ImportSource) -> Bool {
        if source.isDirectory { return FileManager.default.fileExists(atPath: source.path + "/data.1pif") }
        guard let head = JSONHead(source) else { return false }
        return head.has("typeName", "uuid") || head.has("secureContents")
    }

    func read(_ source: ImportSource, _ context: ImportContext) throws -> ImportedContent {
        let file = source.isDirectory ? try ImportSource(path: source.path + "/data.1pif") : source
        var content = ImportedContent()
        let lines = try DecodedText.exact(file.contents(atMost: JSONNode.mostBytes)).split(whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() where !line.hasPrefix("***") && !line.allSatisfy(\.isWhitespace) {
            try context.checkCancellation()
            if index.isMultiple(of: 100) { context.progress(Double(index) / Double(lines.count)) }
            let node: JSONNode
            do throws(ExchangeError) { node = try JSONNode(parsing: Data(line.utf8)) } catch {
                throw ExchangeError(error.kind, error.reason, at: "line \(index + 1)", remedy: error.remedy)
            }
            Self.add(node, "line \(index + 1)", into: &content)
        }
        return content
    }

    private static func add(_ node: JSONNode, _ position: String, into content: inout ImportedContent) {
        let type = node["typeName"].text
        guard node.object != nil, !type.hasPrefix("system.") else {
            return content.remarks.append(ImportRemark(position, "a folder or a saved search"))
        }
        let number = types.first { $0.name == type }?.number ?? type
        var item = OnePasswordItem.read(
            node, category: .numbered(number), overview: node["openContents"], details: node["secureContents"], position
        )
        let known: Set = [
            "uuid", "updatedAt", "createdAt", "locationKey", "securityLevel", "openContents", "secureContents", "title",
            "typeName", "location", "trashed", "folderUuid", "contentsHash", "faveIndex", "keyID", "sourceUUID",
        ]
        item.addRest(node, except: known)
        item.finish(into: &content)
    }
}
