import Foundation
import PasswordVault

/// An item of a file in the Credential Exchange Format.
enum CXFReader {
    static func read(_ node: JSONNode, _ position: String) -> ArchiveItem {
        let credentials = node["credentials"].array.filter { $0.object != nil }
        let kind = CXFCredentials.kind(credentials.map { $0["type"].text })
        var item = ArchiveItem(kind, title: node["title"].text, position: position)
        item.result.created = JSONDates.seconds(node["creationAt"])
        item.result.changed = JSONDates.seconds(node["modifiedAt"])
        item.result.item.isFavourite = node["favorite"].isTrue
        for tag in node["tags"].array { item.addTag(tag.string) }
        for url in node["scope"]["urls"].array { item.addWebsite(url.string) }
        for app in node["scope"]["androidApps"].array {
            item.addWebsite(app["bundleId"].string.map { "app://" + $0 })
        }
        if let subtitle = node["subtitle"].string { item.add("subtitle", subtitle) }
        for credential in credentials { add(credential, &item) }
        let known: Set = [
            "id", "creationAt", "modifiedAt", "title", "subtitle", "favorite", "scope", "credentials", "tags",
        ]
        item.addRest(node, except: known)
        return item
    }

    private static func add(_ credential: JSONNode, _ item: inout ArchiveItem) {
        let type = credential["type"].text
        switch type {
        case "note": addNote(credential, &item)
        case "totp": addCode(credential, &item)
        case "passkey": addPasskey(credential, &item)
        case "ssh-key": addSSHKey(credential, &item)
        case "custom-fields": addCustomFields(credential, &item)
        case "file": item.remark("the file “\(credential["name"].text)” is not part of the document")
        case "item-reference": item.remark("the reference to another item")
        default: addMembers(credential, type, &item)
        }
    }

    private static func addNote(_ credential: JSONNode, _ item: inout ArchiveItem) {
        let content = credential["content"]
        item.addNotes(content["value"].string ?? content.string)
        item.addRest(credential, except: ["type", "content"])
    }

    private static func addMembers(_ credential: JSONNode, _ type: String, _ item: inout ArchiveItem) {
        var known: Set = ["type"]
        if type == "address" {
            let names = ["streetAddress", "postalCode", "city", "territory", "country"]
            let parts = names.map { text(credential[$0]) }
            let city = parts[1...3].filter { !$0.isEmpty }.joined(separator: " ")
            item.set("address", [parts[0], city, parts[4]].filter { !$0.isEmpty }.joined(separator: "\n"))
            known.formUnion(names)
        }
        for own in CXFCredentials.fields where own.type == type {
            item.set(own.field, text(credential[own.member]), label: own.member)
            known.insert(own.member)
        }
        // "urls" of drafts of the format before 1.0.
        for url in credential["urls"].array where type == "basic-auth" { item.addWebsite(url.string) }
        if type == "basic-auth" { known.insert("urls") }
        for (name, value) in (credential.object ?? [:]).sorted(by: { $0.key < $1.key }) where !known.contains(name) {
            let node = JSONNode(value)
            if node["value"].value != nil {
                addField(node, name, section: nil, &item)
            } else {
                item.addRest(JSONNode([name: value]), except: [])
            }
        }
    }

    /// The value of an editable field, or of a member that is a text.
    private static func text(_ node: JSONNode) -> String { node.object == nil ? node.text : node["value"].text }

    private static func addField(_ field: JSONNode, _ name: String, section: String?, _ item: inout ArchiveItem) {
        let label = field["label"].text.isEmpty ? name : field["label"].text
        let kind: FieldKind =
            switch field["fieldType"].string {
            case "concealed-string": .concealed
            case "email": .email
            case "date": .date
            case "year-month": .monthYear
            default: .text
            }
        item.add(label, field["value"].text, kind, section: section)
    }

    private static func addCustomFields(_ credential: JSONNode, _ item: inout ArchiveItem) {
        let section = credential["label"].string
        for field in credential["fields"].array where field.object != nil {
            addField(field, "field", section: section, &item)
        }
        item.addRest(credential, except: ["type", "id", "label", "fields"], section: section)
    }

    private static func addCode(_ credential: JSONNode, _ item: inout ArchiveItem) {
        let secret = text(credential["secret"])
        guard !secret.isEmpty else { return }
        var address = URLComponents()
        (address.scheme, address.host) = ("otpauth", "totp")
        let names = [credential["issuer"].text, text(credential["username"])].filter { !$0.isEmpty }
        address.path = "/" + names.joined(separator: ":")
        var query = [URLQueryItem(name: "secret", value: secret)]
        for (member, name) in [
            ("issuer", "issuer"), ("algorithm", "algorithm"), ("digits", "digits"), ("period", "period"),
        ] {
            let value = credential[member].text
            if !value.isEmpty {
                query.append(URLQueryItem(name: name, value: name == "algorithm" ? value.uppercased() : value))
            }
        }
        address.queryItems = query
        let code = address.string ?? secret
        if item.result.item["one-time-code"]?.isEmpty ?? false {
            item.set("one-time-code", code)
        } else {
            item.add("one-time code", code, .oneTimeCode)
        }
    }

    private static func addPasskey(_ credential: JSONNode, _ item: inout ArchiveItem) {
        guard let json = credential.json else { return }
        guard item.result.item.kind == .passkey, item.result.item["passkey"]?.isEmpty ?? false else {
            return item.add("passkey", json, .passkey)
        }
        item.set("passkey", json)
        item.set("relying-party", credential["rpId"].string)
        item.set("username", credential["username"].string)
    }

    private static func addSSHKey(_ credential: JSONNode, _ item: inout ArchiveItem) {
        let key = text(credential["privateKey"])
        item.set("private-key", CXFKeys.pem(key) ?? key)
        for (name, value) in (credential.object ?? [:]).sorted(by: { $0.key < $1.key })
        where !["type", "privateKey"].contains(name) {
            let node = JSONNode(value)
            if node["value"].value != nil {
                addField(node, name, section: nil, &item)
            } else {
                item.addRest(JSONNode([name: value]), except: [])
            }
        }
    }
}

/// Private keys in the two forms: PEM with us, the bytes of PKCS #8 in Base64 for addresses in the format.
enum CXFKeys {
    private static let (begin, end) = ("-----BEGIN PRIVATE KEY-----", "-----END PRIVATE KEY-----")

    static func pem(_ key: String) -> String? {
        guard let data = Data(base64URL: key), data.first == 0x30 else { return nil }
        let lines = data.base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
        return "\(begin)\n\(lines)\n\(end)\n"
    }

    static func bytes(_ pem: String) -> String? {
        let text = pem.trimmingCharacters(in: .whitespacesAndNewlines)
        guard text.hasPrefix(begin), text.hasSuffix(end) else { return nil }
        let body = text.dropFirst(begin.count).dropLast(end.count).filter { !$0.isWhitespace }
        return Data(base64Encoded: String(body))?.base64URL
    }
}

extension Data {
    /// Decodes Base64 for addresses (RFC 4648, 5), with or without padding.
    init?(base64URL text: String) {
        var text = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        while !text.utf8.count.isMultiple(of: 4) { text += "=" }
        self.init(base64Encoded: text)
    }

    /// The bytes in Base64 for addresses (RFC 4648, 5), without padding.
    var base64URL: String {
        base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .filter { $0 != "=" }
    }
}
