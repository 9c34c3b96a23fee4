import Foundation
import PasswordVault

// Dashlane writes a file for each kind of item.

extension CSVLayout {
    /// Dashlane's logins.
    static let dashlaneLogins = CSVLayout(
        name: "dashlane-csv", title: "Dashlane (CSV, logins)",
        required: ["username", "username2", "title", "password"],
        columns: [
            "username": .username, "username2": .custom, "username3": .custom, "title": .title,
            "password": .password, "note": .notes, "url": .website, "category": .folder("/"),
            "otpsecret": .oneTimeCode, "otpurl": .oneTimeCode,
        ])

    /// Dashlane's documents of identity.
    static let dashlaneDocuments = CSVLayout(
        name: "dashlane-ids-csv", title: "Dashlane (CSV, identity documents)",
        required: ["type", "number", "name", "issue_date", "expiration_date", "place_of_issue"],
        columns: ["type": .kept, "number": .kept, "name": .kept],
        finish: { draft in
            let name = draft.kept["name"] ?? ""
            draft.kind = .identity
            draft.title = [documents[draft.kept["type"] ?? ""] ?? draft.kept["type"] ?? "", name]
                .filter { !$0.isEmpty }.joined(separator: ", ")
            setName(name, &draft)
            draft.add("number", draft.kept["number"] ?? "", kind: .concealed)
            draft.add("type", draft.kept["type"] ?? "")
            return nil
        })

    private static let documents = [
        "card": "Identity card", "passport": "Passport", "license": "Driving licence",
        "social_security": "Social security", "tax_number": "Tax number",
    ]

    /// Dashlane's cards and bank accounts.
    static let dashlanePayments = CSVLayout(
        name: "dashlane-payments-csv", title: "Dashlane (CSV, payments)",
        required: ["type", "account_name", "cc_number", "expiration_month"],
        columns: [
            "type": .kept, "account_name": .kept, "name": .kept, "account_holder": .kept, "cc_number": .kept,
            "code": .kept, "expiration_month": .kept, "expiration_year": .kept, "routing_number": .kept,
            "account_number": .kept, "issuing_bank": .kept, "note": .notes,
        ],
        finish: { draft in
            completePayment(&draft)
            return nil
        })

    private static func completePayment(_ draft: inout ItemDraft) {
        let kept = draft.kept
        draft.title = kept["account_name"] ?? kept["name"] ?? kept["issuing_bank"] ?? ""
        // Files without a column for the holder have the holder's name where others have the card's.
        let isHolder = kept["account_holder"] == nil && kept["account_name"] != nil
        if !isHolder, let name = kept["name"], name != draft.title { draft.add("name", name) }
        if kept["cc_number"] == nil, kept["routing_number"] != nil || kept["account_number"] != nil {
            draft.kind = .secureNote
            draft.add("account holder", kept["account_holder"] ?? "")
            draft.add("routing number", kept["routing_number"] ?? "")
            draft.add("account number", kept["account_number"] ?? "", kind: .concealed)
            return draft.add("issuing bank", kept["issuing_bank"] ?? "")
        }
        draft.kind = .creditCard
        draft.values["cardholder"] = kept["account_holder"] ?? (isHolder ? kept["name"] : nil)
        draft.values["number"] = kept["cc_number"]
        draft.values["verification"] = kept["code"]
        draft.values["bank"] = kept["issuing_bank"]
        draft.add("routing number", kept["routing_number"] ?? "")
        draft.add("account number", kept["account_number"] ?? "", kind: .concealed)
        let (month, year) = (kept["expiration_month"] ?? "", kept["expiration_year"] ?? "")
        guard !month.isEmpty || !year.isEmpty else { return }
        draft.values["expiry"] = DraftDates.monthYear(month: month, year: year) ?? "\(month)/\(year)"
    }

    /// Dashlane's details of persons: a row for each name, address, number or site.
    static let dashlanePersons = CSVLayout(
        name: "dashlane-personal-csv", title: "Dashlane (CSV, personal information)",
        required: ["type", "first_name", "last_name", "date_of_birth", "email", "phone_number", "job_title"],
        columns: [
            "type": .kept, "item_name": .title, "title": .field("name-title"), "first_name": .field("first-name"),
            "middle_name": .field("middle-name"), "last_name": .field("last-name"), "login": .username,
            "date_of_birth": .field("birth-date"), "email": .field("email"), "phone_number": .field("telephone"),
            "job_title": .field("job-title"), "address": .kept, "zip": .kept, "city": .kept, "state": .kept,
            "country": .kept, "url": .website,
        ],
        finish: { draft in
            draft.kind = .identity
            draft.add("type", draft.kept["type"] ?? "")
            setAddress(["address", "zip", "city", "state", "country"], &draft)
            if draft.title.isEmpty {
                let names = ["first-name", "middle-name", "last-name"].compactMap { draft.values[$0] }
                draft.title =
                    names.isEmpty
                    ? draft.values["email"] ?? draft.values["telephone"] ?? draft.kept["type"] ?? ""
                    : names.joined(separator: " ")
            }
            return nil
        })

    /// Dashlane's notes.
    static let dashlaneNotes = CSVLayout(
        name: "dashlane-notes-csv", title: "Dashlane (CSV, secure notes)", required: ["title", "note"],
        columns: ["title": .title, "note": .notes, "type": .ignored],
        forbidden: ["password", "username", "url", "field"],
        finish: { draft in
            draft.kind = .secureNote
            return nil
        })
}
