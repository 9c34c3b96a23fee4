import Foundation
import PasswordVault

/// The items of a file in the Credential Exchange Format, made of ours.
struct CXFWriter {
    /// The items.
    private(set) var items: [[String: Any]] = []
    /// What the format has no place for.
    private(set) var remarks: [ImportRemark] = []

    static func id(_ uuid: UUID) -> String { uuid.data.base64URL }

    /// Adds an item.
    mutating func add(_ exported: ExportedItem) {
        let item = exported.item
        var used = Set<String>()
        var credentials = CXFCredentials.types(item.kind).map { Self.credential($0, item, &used) }
        if item.kind == .sshKey, let key = CXFKeys.bytes(item.plain("private-key")) {
            let type = item.plain("public-key").prefix { $0 != " " }
            credentials.append(["type": "ssh-key", "keyType": String(type), "privateKey": key])
            used.insert("private-key")
        }
        if item.kind == .identity { used.insert("address") }
        addCodes(item, &credentials, &used)
        addPasskeys(item, &credentials, &used)
        addFields(item, &credentials, used)
        if let notes = item.notes?.text, !notes.isEmpty {
            credentials.append(["type": "note", "content": Self.field("string", notes)])
        }
        items.append([
            "id": Self.id(item.id), "creationAt": item.created.wholeSeconds, "modifiedAt": item.changed.wholeSeconds,
            "title": item.title, "favorite": item.isFavourite, "tags": item.tags, "credentials": credentials,
            "scope": ["urls": item.websites.map(\.address), "androidApps": [Any]()],
        ])
        note(exported)
    }

    private mutating func remark(_ item: VaultItem, _ text: String) { remarks.append(ImportRemark(item.title, text)) }

    private mutating func note(_ exported: ExportedItem) {
        let item = exported.item
        if !exported.attachments.isEmpty { remark(item, "its attachments are left out") }
        if !item.history.isEmpty { remark(item, "its former secrets are left out") }
        if item.archived != nil { remark(item, "it is no longer marked as archived") }
        if item.kind == .softwareLicence { remark(item, "the kind “licence” becomes fields of a note") }
        if item.websites.contains(where: { $0.rule != "domain" }) {
            remark(item, "rules of its websites become the usual one")
        }
    }

    private static func field(_ type: String, _ value: String, label: String? = nil) -> [String: Any] {
        var field: [String: Any] = ["id": id(UUID()), "fieldType": type, "value": value]
        if let label { field["label"] = label }
        return field
    }

    private static func type(_ kind: FieldKind) -> String {
        switch kind {
        case .concealed, .oneTimeCode, .passkey: "concealed-string"
        case .email: "email"
        case .date: "date"
        case .monthYear: "year-month"
        case .text, .url, .telephone, .address, .menu: "string"
        case .unknown(_, let isSecret): isSecret ? "concealed-string" : "string"
        }
    }

    private static func credential(_ type: String, _ item: VaultItem, _ used: inout Set<String>) -> [String: Any] {
        var credential: [String: Any] = ["type": type]
        for own in CXFCredentials.fields where own.type == type {
            guard let field = item.fields.first(where: { $0.id == own.field }), !field.value.isEmpty else { continue }
            credential[own.member] = Self.field(Self.type(field.kind), field.value.plain)
            used.insert(field.id)
        }
        if type == "address", !item.plain("address").isEmpty {
            credential["streetAddress"] = field("string", item.plain("address"))
        }
        if type == "generated-password" { credential["password"] = item.plain("password") }
        return credential
    }

    private func addCodes(_ item: VaultItem, _ credentials: inout [[String: Any]], _ used: inout Set<String>) {
        for field in item.fields where field.kind == .oneTimeCode && !field.value.isEmpty {
            guard let credential = Self.code(field.value.plain) else { continue }
            credentials.append(credential)
            used.insert(field.id)
        }
    }

    /// Makes the credential of an `otpauth` address, or of a secret in Base32; `nil` for anything else.
    private static func code(_ text: String) -> [String: Any]? {
        var credential: [String: Any] = ["type": "totp", "period": 30, "digits": 6, "algorithm": "sha1"]
        guard text.contains(":") else {
            let secret = text.filter { $0 != " " && $0 != "-" }.uppercased()
            guard !secret.isEmpty, secret.allSatisfy({ $0.isASCII && ($0.isLetter || ("2"..."7").contains($0)) }) else {
                return nil
            }
            credential["secret"] = secret
            return credential
        }
        guard let address = URLComponents(string: text), address.scheme == "otpauth", address.host == "totp" else {
            return nil
        }
        for item in address.queryItems ?? [] {
            switch item.name.lowercased() {
            case "secret", "issuer": credential[item.name.lowercased()] = item.value ?? ""
            case "algorithm": credential["algorithm"] = (item.value ?? "sha1").lowercased()
            case "digits", "period": credential[item.name.lowercased()] = item.value.flatMap { Int($0) }
            // A parameter that the format does not have.
            default: return nil
            }
        }
        let label = address.path.dropFirst().split(separator: ":", maxSplits: 1).map(String.init)
        if let name = label.last, label.count == 2 || credential["issuer"] == nil { credential["username"] = name }
        if label.count == 2, credential["issuer"] == nil { credential["issuer"] = label[0] }
        return credential["secret"] == nil ? nil : credential
    }

    private func addPasskeys(_ item: VaultItem, _ credentials: inout [[String: Any]], _ used: inout Set<String>) {
        for field in item.allFields where field.kind == .passkey {
            let object = try? JSONSerialization.jsonObject(with: Data(field.value.plain.utf8))
            guard let passkey = object as? [String: Any], passkey["type"] as? String == "passkey",
                passkey["credentialId"] is String
            else { continue }
            credentials.append(passkey)
            used.insert(field.id)
            guard item.kind == .passkey else { continue }
            // Both are members of the passkey, unless they were changed.
            for (member, id) in [("rpId", "relying-party"), ("username", "username")]
            where passkey[member] as? String == item.plain(id) { used.insert(id) }
        }
    }

    private mutating func addFields(_ item: VaultItem, _ credentials: inout [[String: Any]], _ used: Set<String>) {
        var others = 0
        func fields(_ fields: [Field]) -> [[String: Any]] {
            fields.map { field in
                let type = Self.type(field.kind)
                if field.kind != .text, type == "string" { others += 1 }
                if field.kind != .concealed, type == "concealed-string" { others += 1 }
                return Self.field(type, field.value.plain, label: field.label)
            }
        }
        let own = fields(item.otherFields(except: used))
        if !own.isEmpty { credentials.append(["type": "custom-fields", "id": Self.id(UUID()), "fields": own]) }
        for section in item.sections {
            let part = fields(section.fields.filter { !used.contains($0.id) && !$0.value.isEmpty })
            guard !part.isEmpty else { continue }
            credentials.append([
                "type": "custom-fields", "id": Self.id(UUID()), "label": section.title, "fields": part,
            ])
        }
        if others > 0 { remark(item, "\(others) of its fields become texts or concealed ones") }
    }
}
