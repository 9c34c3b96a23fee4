import Foundation
import PasswordVault

/// The items of a document of Bitwarden's.
///
/// Specified in: Bitwarden's help, "Condition a Bitwarden .json"; the export models of its clients.
struct BitwardenReader {
    private let folders: [String: [String]]
    private let collections: [String: [String]]
    private let organization: String?

    init(_ document: JSONNode) {
        folders = Self.names(document["folders"])
        collections = Self.names(document["collections"])
        organization = document["collections"].array.lazy.compactMap { $0["organizationId"].string }.first
    }

    private static func names(_ list: JSONNode) -> [String: [String]] {
        var names: [String: [String]] = [:]
        for entry in list.array {
            guard let id = entry["id"].string, let name = entry["name"].string else { continue }
            names[id] = name.split(separator: "/").map(String.init)
        }
        return names
    }

    /// Adds an item to a content.
    ///
    /// - Parameter attachments: the files of the item.
    func read(
        _ node: JSONNode, _ position: String, attachments: [ImportedAttachment], into content: inout ImportedContent
    ) {
        guard node.object != nil else {
            return content.remarks.append(ImportRemark(position, "it is no item"))
        }
        var item = ArchiveItem(Self.kind(node), title: node["name"].text, position: position)
        item.result.created = JSONDates.time(node["creationDate"])
        item.result.changed = JSONDates.time(node["revisionDate"])
        item.result.isArchived = !node["archivedDate"].isEmpty
        item.result.isTrashed = !node["deletedDate"].isEmpty
        item.result.item.isFavourite = node["favorite"].isTrue
        item.result.attachments = attachments
        placeInFolders(node, &item)
        Self.addLogin(node["login"], &item)
        Self.addCard(node["card"], &item)
        Self.addIdentity(node["identity"], &item)
        Self.addSSHKey(node["sshKey"], &item)
        BitwardenDocuments.add(node, to: &item)
        item.addRest(node["secureNote"], except: ["type"])
        item.addNotes(node["notes"].string)
        for field in node["fields"].array { Self.add(field, node["login"], &item) }
        for former in node["passwordHistory"].array {
            item.addFormer(
                "password", "password", former["password"].string, until: JSONDates.time(former["lastUsedDate"]))
        }
        if node["reprompt"].isTrue { item.remark("Bitwarden asks for the master password before it shows this item") }
        item.addRest(node, except: Self.known)
        item.finish(into: &content)
    }

    private static let known: Set = [
        "passwordHistory", "revisionDate", "creationDate", "deletedDate", "archivedDate", "id", "organizationId",
        "folderId", "type", "reprompt", "name", "notes", "favorite", "fields", "login", "secureNote", "card",
        "identity", "sshKey", "bankAccount", "driversLicense", "passport", "collectionIds", "attachments", "object",
        "key", "edit", "viewPassword",
        "organizationUseTotp", "permissions",
    ]

    private static func kind(_ node: JSONNode) -> ItemKind {
        switch node["type"].int {
        case 2: .secureNote
        case 3: .creditCard
        case 4: .identity
        case 5: .sshKey
        case let number: BitwardenDocuments.types.first { $0.number == number }?.kind ?? .login
        }
    }

    private func placeInFolders(_ node: JSONNode, _ item: inout ArchiveItem) {
        let places = node["collectionIds"].array.compactMap { $0.string.flatMap { collections[$0] } }
        if let folder = node["folderId"].string.flatMap({ folders[$0] }) {
            item.result.folder = folder
            for place in places { item.addTag(place.joined(separator: "/")) }
        } else {
            item.result.folder = places.first ?? []
            for place in places.dropFirst() { item.addTag(place.joined(separator: "/")) }
        }
        if collections.isEmpty { return }
        item.result.sourceVault = node["organizationId"].string ?? organization
    }

    private static func addLogin(_ login: JSONNode, _ item: inout ArchiveItem) {
        item.set("username", login["username"].string)
        item.set("password", login["password"].string)
        item.set("one-time-code", login["totp"].string)
        for uri in login["uris"].array { addWebsite(uri, &item) }
        if login["uris"].isEmpty { item.addWebsite(login["uri"].string) }
        for passkey in login["fido2Credentials"].array {
            guard passkey.object != nil, let json = passkey.json else { continue }
            item.add("passkey", json, .passkey)
        }
        item.addRest(
            login,
            except: ["username", "password", "totp", "uris", "uri", "fido2Credentials", "passwordRevisionDate"])
    }

    private static func addWebsite(_ uri: JSONNode, _ item: inout ArchiveItem) {
        guard let address = uri["uri"].string ?? uri.string else { return }
        let rule: String
        switch uri["match"].int {
        case 1: rule = "host"
        case 2: rule = "starts-with"
        case 3: rule = "exact"
        case 4: rule = "regex"
        case 5: rule = "never"
        default: rule = "domain"
        }
        item.addWebsite(address, rule: rule)
    }

    private static func addCard(_ card: JSONNode, _ item: inout ArchiveItem) {
        item.set("cardholder", card["cardholderName"].string)
        item.set("number", card["number"].string)
        item.set("verification", card["code"].string)
        let (year, month) = (card["expYear"].text, card["expMonth"].text)
        if let expiry = JSONDates.month("\(month)/\(year)") {
            item.set("expiry", expiry)
        } else {
            if !month.isEmpty { item.add("expMonth", month) }
            if !year.isEmpty { item.add("expYear", year) }
        }
        item.addRest(card, except: ["cardholderName", "number", "code", "expMonth", "expYear"])
    }

    /// The members of an identity that are fields of the kind, in the order in which they are read.
    static let identityMembers = [
        ("title", "name-title"), ("firstName", "first-name"), ("middleName", "middle-name"), ("lastName", "last-name"),
        ("company", "company"), ("email", "email"), ("phone", "telephone"), ("username", "username"),
    ]
    /// Those that have a custom field with an id of its own: member, id, label, kind.
    static let identityNumbers: [(member: String, id: String, label: String, kind: FieldKind)] = [
        ("ssn", "ssn", "social security number", .concealed),
        ("passportNumber", "passport-number", "passport number", .concealed),
        ("licenseNumber", "license-number", "licence number", .concealed),
    ]
    private static let addressMembers = ["address1", "address2", "address3", "city", "state", "postalCode", "country"]

    private static func addIdentity(_ identity: JSONNode, _ item: inout ArchiveItem) {
        for (member, id) in identityMembers { item.set(id, identity[member].string) }
        let lines = ["address1", "address2", "address3"].map { identity[$0].text }
        let city = ["postalCode", "city", "state"].map { identity[$0].text }.filter { !$0.isEmpty }
        let all = lines + [city.joined(separator: " "), identity["country"].text]
        item.set("address", all.filter { !$0.isEmpty }.joined(separator: "\n"))
        for number in identityNumbers where !identity[number.member].isEmpty {
            item.add(number.label, identity[number.member].text, number.kind, id: number.id)
        }
        let known = identityMembers.map(\.0) + identityNumbers.map(\.member) + addressMembers
        item.addRest(identity, except: Set(known))
    }

    private static func addSSHKey(_ key: JSONNode, _ item: inout ArchiveItem) {
        item.set("private-key", key["privateKey"].string)
        item.set("public-key", key["publicKey"].string)
        item.set("fingerprint", key["keyFingerprint"].string ?? key["fingerprint"].string)
        item.addRest(key, except: ["privateKey", "publicKey", "keyFingerprint", "fingerprint"])
    }

    private static func add(_ field: JSONNode, _ login: JSONNode, _ item: inout ArchiveItem) {
        let label = field["name"].text.isEmpty ? "field" : field["name"].text
        let value = field["value"].text
        switch field["type"].int {
        case 1: item.add(label, value, .concealed)
        case 3:
            // A linked field shows another one, by number: 100 the user name, 101 the password.
            item.remark("the field “\(label)” is a link to another field, number \(field["linkedId"].text)")
        default: item.add(label, value)
        }
    }
}
