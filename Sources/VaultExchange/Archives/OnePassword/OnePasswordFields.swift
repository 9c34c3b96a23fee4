import Foundation
import PasswordVault

/// Fields of 1Password's items, in the forms of all of its files.
enum OnePasswordFields {
    static func addWebsites(_ overview: JSONNode, _ item: inout ArchiveItem) {
        for url in overview["urls"].array + overview["URLs"].array {
            let address = url["url"].string ?? url["u"].string ?? url.string
            item.addWebsite(address, rule: rule(url["mode"]))
            addLabel(url["label"].string ?? url["l"].string, of: address, &item)
        }
        if item.result.item.websites.isEmpty { item.addWebsite(overview["url"].string) }
    }

    /// Keeps the label that the user has given a website, as a field. “website” and “website 2” are 1Password's own.
    private static func addLabel(_ label: String?, of address: String?, _ item: inout ArchiveItem) {
        guard let label, let address, !address.isEmpty else { return }
        let word = label.lowercased().trimmingCharacters(in: .whitespaces.union(.decimalDigits))
        guard !word.isEmpty, !["website", "url"].contains(word) else { return }
        item.add(label, address, .url)
    }

    private static func rule(_ mode: JSONNode) -> String {
        switch mode.string {
        case "host": "host"
        case "never": "never"
        default: "domain"
        }
    }

    /// Adds a field of a web form.
    static func addLoginField(_ field: JSONNode, _ item: inout ArchiveItem) {
        // The value of an account that is linked to another service is an object.
        let node = field["value"]
        if let code = node["totp"].string, !code.isEmpty { return addCode(code, "one-time password", &item) }
        let value = node["email_address"].string ?? node["string"].string ?? node["concealed"].string ?? node.text
        switch field["designation"].string {
        case "username" where !value.isEmpty: item.set("username", value)
        case "password" where !value.isEmpty: item.set("password", value)
        default:
            // Buttons and check boxes of the page.
            let type = field["fieldType"].string ?? field["type"].string ?? "T"
            guard !value.isEmpty, !["B", "C", "I", "S"].contains(type) else { return }
            let label = [field["name"].text, field["id"].text, "field"].first { !$0.isEmpty } ?? "field"
            item.add(label, value, type == "P" ? .concealed : type == "E" ? .email : .text)
        }
    }

    private static func addCode(_ code: String, _ label: String, _ item: inout ArchiveItem) {
        if item.result.item["one-time-code"]?.isEmpty ?? false { return item.set("one-time-code", code) }
        item.add(label, code, .oneTimeCode)
    }

    /// Adds a field of a section. One that the item's kind has goes there, any other is a custom field.
    static func add(
        id: String, label: String, type: String, _ value: JSONNode, section: String, _ item: inout ArchiveItem
    ) {
        let (kind, text) = converted(type, value)
        guard !text.isEmpty else { return }
        let isCode = type == "totp" || id.hasPrefix("TOTP_")
        let isLogin = item.result.item.kind == .login
        let name = label.isEmpty ? (id.isEmpty ? type : id) : label
        if type == "sshKey" { return addSSHKey(value, name, &item) }
        if isCode, isLogin, item.result.item["one-time-code"]?.isEmpty ?? false { return addCode(text, name, &item) }
        if let own = OnePasswordCategory.fields(item.result.item.kind).first(where: { $0.id == id }),
            item.result.item[own.field]?.isEmpty ?? false
        {
            return item.set(own.field, text, label: name)
        }
        item.add(name, text, isCode ? .oneTimeCode : kind, section: section)
    }

    private static func addSSHKey(_ value: JSONNode, _ label: String, _ item: inout ArchiveItem) {
        let metadata = value["metadata"]
        item.set("private-key", value["privateKey"].string ?? metadata["privateKey"].string, label: label)
        item.set("public-key", metadata["publicKey"].string)
        item.set("fingerprint", metadata["fingerprint"].string)
        // The public key says its type, too.
        item.addRest(metadata, except: ["privateKey", "publicKey", "fingerprint", "keyType"])
    }

    /// Returns the kind and the text of a value.
    private static func converted(_ type: String, _ value: JSONNode) -> (kind: FieldKind, text: String) {
        switch type {
        case "concealed", "creditCardNumber": (.concealed, value.text)
        case "email": (.email, value["email_address"].string ?? value.text)
        case "phone": (.telephone, value.text)
        case "url", "URL": (.url, value.text)
        case "totp": (.oneTimeCode, value.text)
        case "date": date(value)
        case "monthYear": month(value)
        case "address": (.address, address(value))
        case "menu", "gender", "cctype", "creditCardType": (.menu, value.text)
        case "string", "reference": (.text, value.text)
        default: (value.object == nil ? .text : .concealed, value.text)
        }
    }

    private static func date(_ value: JSONNode) -> (FieldKind, String) {
        JSONDates.seconds(value).map { (.date, JSONDates.day($0)) } ?? (.text, value.isEmpty ? "" : value.text)
    }

    private static func month(_ value: JSONNode) -> (FieldKind, String) {
        guard let number = value.int, number > 0 else { return (.text, value.isEmpty ? "" : value.text) }
        return JSONDates.month(number / 100, number % 100).map { (.monthYear, $0) } ?? (.text, value.text)
    }

    private static func address(_ value: JSONNode) -> String {
        guard value.object != nil else { return value.text }
        let city = ["zip", "city", "state"].map { value[$0].text }.filter { !$0.isEmpty }
        return [value["street"].text, city.joined(separator: " "), value["country"].text]
            .filter { !$0.isEmpty }.joined(separator: "\n")
    }
}
