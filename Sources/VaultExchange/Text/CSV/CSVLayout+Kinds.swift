import Foundation
import PasswordVault

extension CSVLayout {
    /// Returns the kind that a program's word for it means; `nil` for an unknown one.
    static func kind(ofType type: String) -> ItemKind? {
        switch type.lowercased().filter(\.isLetter) {
        case "login", "password", "credential", "website", "web": .login
        case "note", "securenote", "securenotes": .secureNote
        case "card", "creditcard", "bankcard", "paymentcard", "debitcard": .creditCard
        case "identity", "personalinfo": .identity
        case "sshkey": .sshKey
        case "softwarelicense", "softwarelicence": .softwareLicence
        case "apicredential": .apiCredential
        default: nil
        }
    }

    /// Sets the kind by the column `type`; an unknown word is kept as a field.
    static func setKind(_ draft: inout ItemDraft) {
        guard let type = draft.kept["type"] else { return }
        if let kind = kind(ofType: type) { draft.kind = kind } else { draft.add("type", type) }
    }

    /// Adds lines `name: value` as custom fields. A line without a colon continues the value before it.
    static func addLines(_ text: String, to draft: inout ItemDraft) {
        var fields: [(name: String, value: String)] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if let colon = line.firstRange(of: ": ") {
                fields.append((String(line[..<colon.lowerBound]), String(line[colon.upperBound...])))
            } else if line.hasSuffix(":") {
                fields.append((String(line.dropLast()), ""))
            } else if let last = fields.last {
                fields[fields.count - 1].value = last.value + "\n" + line
            } else {
                fields.append(("field", String(line)))
            }
        }
        for field in fields { draft.add(field.name, field.value) }
    }

    /// Puts a month into a field of a card, or keeps it as it is written.
    static func setMonth(_ text: String?, _ id: String, _ draft: inout ItemDraft) {
        guard let text, !text.isEmpty else { return }
        draft.values[id] = DraftDates.monthYear(text) ?? text
    }

    /// Puts the parts of an address into one field, in lines.
    static func setAddress(_ names: [String], _ draft: inout ItemDraft) {
        let lines = names.compactMap { draft.kept[$0] }
        if !lines.isEmpty { draft.values["address"] = lines.joined(separator: "\n") }
    }

    /// Puts a full name into the fields of an identity: the last word is the last name.
    static func setName(_ name: String?, _ draft: inout ItemDraft) {
        let words = (name ?? "").split(separator: " ").map(String.init)
        guard let last = words.last else { return }
        if words.count == 1 { return draft.values["first-name"] = last }
        draft.values["first-name"] = words[0]
        draft.values["last-name"] = last
        if words.count > 2 { draft.values["middle-name"] = words[1..<(words.count - 1)].joined(separator: " ") }
    }
}
