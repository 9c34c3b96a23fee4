import Foundation
import PasswordVault

/// A document of Bitwarden's that is made of items.
struct BitwardenWriter {
    /// What the format has no place for.
    private(set) var remarks: [ImportRemark] = []
    private var items: [[String: Any]] = []
    private var folders: [String: String] = [:]

    /// The document.
    var document: [String: Any] {
        let folders = folders.sorted { $0.key < $1.key }.map { ["id": $0.value, "name": $0.key] }
        return ["encrypted": false, "folders": folders, "items": items]
    }

    /// Adds an item.
    ///
    /// - Parameter hasFiles: whether the attachments are written next to the document.
    mutating func add(_ exported: ExportedItem, hasFiles: Bool) {
        let item = exported.item
        var node: [String: Any] = [
            "id": item.id.uuidString.lowercased(), "name": item.title, "favorite": item.isFavourite, "reprompt": 0,
            "notes": item.notes?.text ?? NSNull(), "creationDate": JSONDates.text(item.created),
            "revisionDate": JSONDates.text(item.changed), "organizationId": NSNull(), "collectionIds": NSNull(),
            "deletedDate": NSNull(), "folderId": NSNull(),
        ]
        if let archived = item.archived { node["archivedDate"] = JSONDates.text(archived) }
        if let tag = item.tags.first { node["folderId"] = folder(tag) }
        if item.tags.count > 1 { remark(item, "only its first tag is kept, as a folder") }
        var used = Set<String>()
        addContent(item, &node, &used)
        addFields(item, except: used, &node)
        addHistory(item, &node)
        if !hasFiles, !exported.attachments.isEmpty {
            remark(item, "its attachments are left out; the format bitwarden-zip has them")
        }
        items.append(node)
    }

    private mutating func remark(_ item: VaultItem, _ text: String) {
        remarks.append(ImportRemark(item.title, text))
    }

    private mutating func folder(_ name: String) -> String {
        if let id = folders[name] { return id }
        let id = UUID().uuidString.lowercased()
        folders[name] = id
        return id
    }

    private mutating func addContent(_ item: VaultItem, _ node: inout [String: Any], _ used: inout Set<String>) {
        switch item.kind {
        case .secureNote:
            node["type"] = 2
            node["secureNote"] = ["type": 0]
        case .creditCard:
            node["type"] = 3
            node["card"] = Self.card(item, &used)
        case .identity:
            node["type"] = 4
            node["identity"] = Self.identity(item, &used)
        case .sshKey:
            node["type"] = 5
            node["sshKey"] = [
                "privateKey": item.plain("private-key"), "publicKey": item.plain("public-key"),
                "keyFingerprint": item.plain("fingerprint"),
            ]
            used = ["private-key", "public-key", "fingerprint"]
        default:
            node["type"] = 1
            node["login"] = login(item, &used)
            if item.kind != .login { remark(item, "the kind “\(item.kind.name)” becomes a login") }
        }
        if node["type"] as? Int != 1, !item.websites.isEmpty { remark(item, "its websites are left out") }
    }

    private func login(_ item: VaultItem, _ used: inout Set<String>) -> [String: Any] {
        used = ["username", "password", "one-time-code"]
        var login: [String: Any] = [
            "username": item.plain("username"), "password": item.plain("password"), "totp": item.plain("one-time-code"),
            "uris": item.websites.map(Self.uri),
        ]
        var passkeys: [Any] = []
        for field in item.allFields where field.kind == .passkey {
            guard let object = Self.passkey(field) else { continue }
            passkeys.append(object)
            used.insert(field.id)
        }
        login["fido2Credentials"] = passkeys
        return login
    }

    private static func passkey(_ field: Field) -> Any? {
        let object = try? JSONSerialization.jsonObject(with: Data(field.value.plain.utf8))
        // Only what Bitwarden has made has these members.
        guard let members = object as? [String: Any], members["keyValue"] != nil, members["rpId"] != nil else {
            return nil
        }
        return members
    }

    private static func uri(_ website: SavedWebsite) -> [String: Any] {
        let match: Any =
            switch website.rule {
            case "host": 1
            case "starts-with": 2
            case "exact": 3
            case "regex": 4
            case "never": 5
            default: NSNull()
            }
        return ["uri": website.address, "match": match]
    }

    private static func card(_ item: VaultItem, _ used: inout Set<String>) -> [String: Any] {
        used = ["cardholder", "number", "verification", "expiry"]
        var card: [String: Any] = [
            "cardholderName": item.plain("cardholder"), "number": item.plain("number"),
            "code": item.plain("verification"),
        ]
        let expiry = item.plain("expiry").split(separator: "-")
        if expiry.count == 2, let month = Int(expiry[1]) {
            (card["expYear"], card["expMonth"]) = (String(expiry[0]), String(month))
        }
        if let brand = item.fields.first(where: { $0.label == "brand" && !$0.kind.isSecret }) {
            card["brand"] = brand.value.plain
            used.insert(brand.id)
        }
        return card
    }

    private static func identity(_ item: VaultItem, _ used: inout Set<String>) -> [String: Any] {
        var identity: [String: Any] = [:]
        for (member, id) in BitwardenReader.identityMembers {
            identity[member] = item.plain(id)
            used.insert(id)
        }
        for number in BitwardenReader.identityNumbers where item[number.id] != nil {
            identity[number.member] = item.plain(number.id)
            used.insert(number.id)
        }
        let lines = item.plain("address").split(separator: "\n", maxSplits: 2).map(String.init)
        for (line, member) in zip(lines, ["address1", "address2", "address3"]) { identity[member] = line }
        used.insert("address")
        return identity
    }

    private mutating func addFields(_ item: VaultItem, except used: Set<String>, _ node: inout [String: Any]) {
        var fields = item.otherFields(except: used)
        for section in item.sections { fields += section.fields.filter { !used.contains($0.id) } }
        if !item.sections.isEmpty { remark(item, "its sections become fields without a section") }
        node["fields"] = fields.map { field -> [String: Any] in
            ["name": field.label, "value": field.value.plain, "type": field.kind.isSecret ? 1 : 0]
        }
        let others = fields.filter { $0.kind != .text && $0.kind != .concealed }
        if !others.isEmpty { remark(item, "\(others.count) of its fields become texts") }
    }

    private mutating func addHistory(_ item: VaultItem, _ node: inout [String: Any]) {
        let passwords = item.history.filter { $0.field == "password" }
        node["passwordHistory"] = passwords.map {
            ["password": $0.secret.text, "lastUsedDate": JSONDates.text($0.until)]
        }
        if passwords.count < item.history.count {
            remark(item, "former values of other fields than the password are left out")
        }
    }
}
