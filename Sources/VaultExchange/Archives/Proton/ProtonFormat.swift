import Foundation
import PasswordVault

/// Proton Pass's export: JSON, or a zip archive with it. One that is encrypted by PGP has to be decrypted first.
struct ProtonFormat: ImportFormat {
    let name = "proton-pass"
    let title = "Proton Pass (zip, JSON)"

    private static let entries = ["Proton Pass/data.json", "Proton Pass/data.pgp"]

    func recognizes(_ source: ImportSource) -> Bool {
        if ZipReader.recognizes(source) {
            guard let archive = try? ZipReader(source) else { return false }
            return Self.entries.contains { archive.entry(named: $0) != nil }
        }
        guard let head = JSONHead(source) else { return false }
        return head.has("vaults", "encrypted") || head.has("vaults", "userId") || head.has("shareId", "itemUuid")
    }

    func read(_ source: ImportSource, _ context: ImportContext) throws -> ImportedContent {
        guard ZipReader.recognizes(source) else {
            return try read(JSONNode(parsing: source.contents(atMost: JSONNode.mostBytes)), nil, context)
        }
        let archive = try ZipReader(source)
        guard let entry = archive.entry(named: Self.entries[0]) else {
            guard archive.entry(named: Self.entries[1]) != nil else {
                throw ExchangeError(
                    .damaged, "the archive has no data.json", remedy: "export it from Proton Pass again")
            }
            throw ExchangeError(
                .unsupported, "the archive is encrypted by PGP",
                remedy: "unpack it, run: gpg --output data.json --decrypt data.pgp, and import data.json")
        }
        return try read(JSONNode(parsing: archive.read(entry), name: "data.json"), archive, context)
    }

    private func read(_ document: JSONNode, _ archive: ZipReader?, _ context: ImportContext) throws -> ImportedContent {
        guard document["vaults"].object != nil else {
            throw ExchangeError(.damaged, "the file has no vaults", remedy: "export it from Proton Pass again")
        }
        var content = ImportedContent()
        let vaults = document["vaults"].elements
        var number = 0
        for (index, vault) in vaults.enumerated() {
            let folders = ProtonParts.folders(vault["folders"])
            for node in vault["items"].array {
                try context.checkCancellation()
                number += 1
                guard node["data"].object != nil else {
                    content.remarks.append(ImportRemark("item \(number)", "it is no item"))
                    continue
                }
                var item = ProtonItem.read(node, "item \(number)", archive)
                item.result.sourceVault = vault["name"].text
                item.result.folder = node["folderId"].string.flatMap { folders[$0] } ?? []
                item.finish(into: &content)
            }
            context.progress(Double(index + 1) / Double(vaults.count))
        }
        return content
    }
}

/// An item of Proton Pass's.
enum ProtonItem {
    static func read(_ node: JSONNode, _ position: String, _ archive: ZipReader?) -> ArchiveItem {
        let (data, metadata) = (node["data"], node["data"]["metadata"])
        let type = data["type"].text
        var item = ArchiveItem(kind(type), title: metadata["name"].text, position: position)
        item.result.created = JSONDates.seconds(node["createTime"])
        item.result.changed = JSONDates.seconds(node["modifyTime"])
        item.result.isTrashed = node["state"].int == 2
        item.result.item.isFavourite = node["pinned"].isTrue
        item.addNotes(metadata["note"].string)
        add(data["content"], type, &item)
        if let alias = node["aliasEmail"].string, !alias.isEmpty { item.add("alias", alias, .email) }
        for field in data["extraFields"].array { add(field, section: nil, &item) }
        addFiles(node["files"], archive, &item)
        ProtonParts.addApps(data["platformSpecific"], &item)
        if !metadata["icon"].isEmpty { item.remark("its icon is left out") }
        item.addRest(data, except: ["metadata", "extraFields", "type", "content", "platformSpecific"])
        item.addRest(metadata, except: ["name", "note", "itemUuid", "icon"])
        let known: Set = [
            "itemId", "shareId", "data", "state", "aliasEmail", "contentFormatVersion", "createTime", "modifyTime",
            "pinned", "shareCount", "files", "lastUseTime", "revision", "revisionTime", "flags", "folderId",
        ]
        item.addRest(node, except: known)
        return item
    }

    private static func kind(_ type: String) -> ItemKind {
        switch type {
        case "login", "alias": .login
        case "creditCard": .creditCard
        case "identity": .identity
        case "sshKey": .sshKey
        case "wifi": .password
        default: .secureNote
        }
    }

    private static func members(_ type: String) -> [(String, String)] {
        switch type {
        case "creditCard":
            [
                ("cardholderName", "cardholder"), ("number", "number"), ("verificationNumber", "verification"),
                ("pin", "pin"),
            ]
        case "identity":
            [
                ("firstName", "first-name"), ("middleName", "middle-name"), ("lastName", "last-name"),
                ("birthdate", "birth-date"), ("gender", "sex"), ("email", "email"), ("phoneNumber", "telephone"),
                ("company", "company"), ("jobTitle", "job-title"),
            ]
        case "sshKey": [("privateKey", "private-key"), ("publicKey", "public-key")]
        case "wifi": [("password", "password"), ("ssid", "made-for")]
        default: []
        }
    }

    private static let numbers: Set = ["socialSecurityNumber", "passportNumber", "licenseNumber"]

    private static func add(_ content: JSONNode, _ type: String, _ item: inout ArchiveItem) {
        var known: Set = ["sections", "extraSections"]
        if type == "login" || type == "alias" { known.formUnion(addLogin(content, &item)) }
        for (member, id) in members(type) {
            item.set(id, content[member].string, label: member)
            known.insert(member)
        }
        if type == "creditCard" {
            let expiry = content["expirationDate"].text
            item.set("expiry", JSONDates.month(expiry) ?? expiry)
            ProtonParts.addCardType(content["cardType"], &item)
            known.formUnion(["expirationDate", "cardType"])
        }
        if type == "wifi" {
            ProtonParts.addSecurity(content["security"], &item)
            known.insert("security")
        }
        if type == "identity" { known.formUnion(addIdentity(content, &item)) }
        for section in content["sections"].array + content["extraSections"].array {
            for field in section["sectionFields"].array {
                add(field, section: section["sectionName"].text, &item)
            }
        }
        item.addRest(content, except: known)
    }

    private static func addLogin(_ content: JSONNode, _ item: inout ArchiveItem) -> Set<String> {
        let email = content["itemEmail"].text
        let username = [content["itemUsername"].text, content["username"].text, email].first { !$0.isEmpty }
        item.set("username", username)
        if !email.isEmpty, email != username { item.add("e-mail", email, .email) }
        item.set("password", content["password"].string)
        item.set("one-time-code", content["totpUri"].string)
        ProtonParts.addWebsites(content, &item)
        for passkey in content["passkeys"].array where passkey.object != nil {
            if let json = passkey.json { item.add("passkey", json, .passkey) }
        }
        return ["itemEmail", "itemUsername", "username", "password", "totpUri", "urls", "autofillUrls", "passkeys"]
    }

    private static func addIdentity(_ content: JSONNode, _ item: inout ArchiveItem) -> Set<String> {
        let lines = ["organization", "streetAddress", "floor"].map { content[$0].text }
        let city = ["zipOrPostalCode", "city"].map { content[$0].text }.filter { !$0.isEmpty }.joined(separator: " ")
        let rest = ["county", "stateOrProvince", "countryOrRegion"].map { content[$0].text }
        item.set("address", (lines + [city] + rest).filter { !$0.isEmpty }.joined(separator: "\n"))
        let parts = content["firstName"].isEmpty && content["lastName"].isEmpty
        let name = content["fullName"].text
        if parts, !name.isEmpty {
            let words = name.split(separator: " ")
            item.set("first-name", words.dropLast().joined(separator: " "))
            item.set("last-name", words.last.map(String.init))
        } else if !name.isEmpty {
            item.add("full name", name)
        }
        for number in numbers.sorted() where !content[number].isEmpty {
            item.add(number, content[number].text, .concealed)
        }
        let details = ["extraPersonalDetails", "extraAddressDetails", "extraContactDetails", "extraWorkDetails"]
        for detail in details {
            for field in content[detail].array { add(field, section: nil, &item) }
        }
        return numbers.union(details).union([
            "organization", "streetAddress", "floor", "zipOrPostalCode", "city", "county", "stateOrProvince",
            "countryOrRegion", "fullName",
        ])
    }

    private static func add(_ field: JSONNode, section: String?, _ item: inout ArchiveItem) {
        guard field.object != nil else { return }
        let label = field["fieldName"].text.isEmpty ? "field" : field["fieldName"].text
        let data = field["data"]
        switch field["type"].string {
        case "totp":
            let code = data["totpUri"].string ?? data["content"].text
            guard !code.isEmpty else { return }
            if section == nil, item.result.item["one-time-code"]?.isEmpty ?? false {
                item.set("one-time-code", code)
            } else {
                item.add(label, code, .oneTimeCode, section: section)
            }
        case "hidden": item.add(label, data["content"].text, .concealed, section: section)
        case "timestamp":
            let day = String(data["timestamp"].text.prefix(10))
            item.add(label, day, .date, section: section)
        default: item.add(label, data["content"].string ?? data.text, section: section)
        }
    }

    private static func addFiles(_ files: JSONNode, _ archive: ZipReader?, _ item: inout ArchiveItem) {
        for file in files.array {
            let path = file.string ?? file["name"].text
            // Names of entries have no slash of either kind.
            let entry = String(path.map { $0 == "/" || $0 == "\\" ? "_" : $0 })
            let name = path.split(separator: "/").last.map(String.init) ?? "attachment"
            let found = archive?.entries.first {
                ["Proton Pass/\(path)", "Proton Pass/files/\(path)", "Proton Pass/files/\(entry)"].contains($0.name)
            }
            guard let archive, let found else {
                item.remark("the file “\(name)” is not in the archive")
                continue
            }
            item.result.attachments.append(
                ImportedAttachment(name: name, content: ZipContent(archive: archive, entry: found)))
        }
    }
}
