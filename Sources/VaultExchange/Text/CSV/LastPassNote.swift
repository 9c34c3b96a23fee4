import Foundation
import PasswordVault

/// The notes of LastPass: lines `Name:Value` under a first line `NoteType:…`.
enum LastPassNote {
    /// The address of items that are no logins.
    static let address = "http://sn"

    static func complete(_ draft: inout ItemDraft) {
        guard draft.websites.contains(Self.address) else { return }
        draft.websites.removeAll { $0 == Self.address }
        draft.kind = .secureNote
        guard draft.notes.hasPrefix("NoteType:") else { return }
        let fields = lines(draft.notes)
        draft.notes = ""
        let type = fields.first { $0.name == "NoteType" }?.value ?? ""
        let kind = kinds[type]
        draft.kind = kind?.kind ?? .secureNote
        if kind == nil { draft.add("NoteType", type) }
        for field in fields where field.name != "NoteType" && field.name != "Language" && !field.value.isEmpty {
            put(field.name, field.value, kind?.fields ?? [:], &draft)
        }
        let address = addressNames.compactMap { name in fields.first { $0.name == name }?.value }
            .filter { !$0.isEmpty }
        if draft.kind == .identity, !address.isEmpty { draft.values["address"] = address.joined(separator: "\n") }
    }

    private static let kinds: [String: (kind: ItemKind, fields: [String: String])] = [
        "Credit Card": (
            .creditCard,
            [
                "Name on Card": "cardholder", "Number": "number", "Security Code": "verification",
                "Start Date": "valid-from", "Expiration Date": "expiry",
            ]
        ),
        "SSH Key": (
            .sshKey, ["Private Key": "private-key", "Public Key": "public-key", "Passphrase": "passphrase"]
        ),
        "Address": (
            .identity,
            [
                "Title": "name-title", "First Name": "first-name", "Middle Name": "middle-name",
                "Last Name": "last-name", "Username": "username", "Gender": "sex", "Birthday": "birth-date",
                "Company": "company", "Email Address": "email", "Phone": "telephone",
            ]
        ),
        "Software License": (
            .softwareLicence,
            [
                "License Key": "licence-key", "Licensee": "licensed-to", "Version": "version",
                "Publisher": "publisher", "Website": "download", "Purchase Date": "date", "Order Number": "order",
            ]
        ),
        "Server": (.login, ["Hostname": "website", "Username": "username", "Password": "password"]),
        "Database": (.login, ["Hostname": "website", "Username": "username", "Password": "password"]),
        "Email Account": (.login, ["Server": "website", "Username": "username", "Password": "password"]),
        "Instant Messenger": (.login, ["Server": "website", "Username": "username", "Password": "password"]),
        "Wi-Fi Password": (.password, ["Password": "password", "SSID": "made-for"]),
    ]

    private static let addressNames = [
        "Address 1", "Address 2", "Address 3", "City / Town", "County", "State", "Zip / Postal Code", "Country",
    ]

    private static func put(_ name: String, _ value: String, _ fields: [String: String], _ draft: inout ItemDraft) {
        if name == "Notes" { return draft.addNotes(value) }
        if draft.kind == .identity, addressNames.contains(name) { return }
        switch fields[name] {
        case "website": draft.websites.append(value)
        case "username" where draft.kind == .login: draft.username = value
        case "password" where draft.kind == .login: draft.password = value
        case let id? where id == "expiry" || id == "valid-from": CSVLayout.setMonth(value, id, &draft)
        case let id?: draft.values[id] = value
        case nil: draft.add(name, value)
        }
    }

    /// The names of an SSH key's lines: a private key has lines with colons of its own.
    private static let namesOfKey = [
        "Language", "Bit Strength", "Format", "Passphrase", "Private Key", "Public Key", "Hostname", "Date", "Notes",
    ]

    private static func lines(_ text: String) -> [(name: String, value: String)] {
        var fields: [(name: String, value: String)] = []
        let isKey = text.hasPrefix("NoteType:SSH Key")
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let name = line.firstIndex(of: ":").map { String(line[..<$0]) }
            let isWithinNotes = fields.last?.name == "Notes"
            if let name, !isWithinNotes, isKey && !fields.isEmpty ? namesOfKey.contains(name) : isName(name) {
                fields.append((name, String(line.dropFirst(name.count + 1)).trimmingCharacters(in: ["\r"])))
            } else if let last = fields.last {
                fields[fields.count - 1].value = last.value + "\n" + line
            }
        }
        return fields.map { ($0.name, $0.value.trimmingCharacters(in: .newlines)) }
    }

    /// Whether the text before a colon may be a name: a short one that begins with a capital letter or a digit.
    private static func isName(_ text: String) -> Bool {
        guard let first = text.first, first.isUppercase || first.isNumber, text.count <= 40 else { return false }
        return !text.contains("//")
    }
}

/// HTML entities in files that LastPass shows in a browser's tab.
struct HTMLEntities {
    /// Whether the file has entities. It has none if a value contains `<`, `>`, or `&` alone: then `&amp;` may be a part of a password.
    let arePresent: Bool

    private static let names: [(String, String)] = [
        ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&"),
    ]

    init(_ bytes: Data) {
        var hasSome = false
        var rest = bytes
        while let index = rest.firstIndex(where: { [0x26, 0x3C, 0x3E].contains($0) }) {
            rest = rest[index...]
            guard Self.names.contains(where: { rest.starts(with: $0.0.utf8) }) else {
                arePresent = false
                return
            }
            hasSome = true
            rest = rest.dropFirst()
        }
        arePresent = hasSome
    }

    /// Returns a text without entities.
    func decode(_ text: String) -> String {
        guard arePresent, text.contains("&") else { return text }
        return Self.names.reduce(text) { $0.replacing($1.0, with: $1.1) }
    }
}
