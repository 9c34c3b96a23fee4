import Foundation
import PasswordVault

/// The JSON in the notes of Proton Pass's cards and identities.
enum ProtonNote {
    static func complete(_ draft: inout ItemDraft) {
        guard draft.kind == .creditCard || draft.kind == .identity, draft.notes.hasPrefix("{"),
            let object = try? JSONSerialization.jsonObject(with: Data(draft.notes.utf8)) as? [String: Any]
        else { return }
        draft.notes = ""
        for (name, value) in object.sorted(by: { $0.key < $1.key }) { put(name, value, &draft) }
    }

    private static let cards = [
        "cardholderName": "cardholder", "number": "number", "verificationNumber": "verification", "pin": "pin",
    ]
    private static let identities = [
        "firstName": "first-name", "middleName": "middle-name", "lastName": "last-name", "email": "email",
        "phoneNumber": "telephone", "birthdate": "birth-date", "gender": "sex", "company": "company",
        "jobTitle": "job-title",
    ]

    private static func put(_ name: String, _ value: Any, _ draft: inout ItemDraft) {
        guard let text = value as? String else {
            guard !(value is NSNull) else { return }
            guard let data = try? JSONSerialization.data(withJSONObject: value, options: [.fragmentsAllowed]),
                !["[]", "{}", "0", "null"].contains(String(decoding: data, as: UTF8.self))
            else { return }
            return draft.add(name, String(decoding: data, as: UTF8.self))
        }
        if name == "note" { return draft.addNotes(text) }
        if name == "expirationDate", draft.kind == .creditCard { return CSVLayout.setMonth(text, "expiry", &draft) }
        let fields = draft.kind == .creditCard ? cards : identities
        if let id = fields[name], !text.isEmpty { draft.values[id] = text } else { draft.add(name, text) }
    }
}

/// The JSON in NordPass's columns `additional_urls` and `custom_fields`.
enum NordPassFields {
    static func complete(_ draft: inout ItemDraft) {
        if let text = draft.kept["additional_urls"] {
            if let urls = json(text) as? [String] { draft.websites += urls } else { draft.add("additional_urls", text) }
        }
        guard let text = draft.kept["custom_fields"] else { return }
        guard let fields = json(text) as? [[String: Any]] else { return draft.add("custom_fields", text) }
        for field in fields {
            let isHidden = field["type"] as? String == "hidden"
            let value = field["value"].map { $0 as? String ?? "\($0)" } ?? ""
            draft.add(field["label"] as? String ?? "field", value, kind: isHidden ? .concealed : nil)
        }
    }

    private static func json(_ text: String) -> Any? { try? JSONSerialization.jsonObject(with: Data(text.utf8)) }
}
