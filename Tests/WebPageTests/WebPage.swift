import Foundation
import PageFilling
import PasswordVault
import Secrets
import TestSupport

/// A page of `Tests/WebPages` with what its fields mean to a person. The format is in the README there.
struct WebPage: Sendable {
    struct Description: Decodable, Sendable {
        struct Field: Decodable, Sendable {
            let selector: String
            let meaning: String
        }
        struct Fill: Decodable, Sendable {
            let with: String
            let values: [String: String]
        }
        let url: String
        let language: String
        let kind: String
        let fields: [Field]
        let fill: Fill?
        let submit: String?
    }

    /// Which pages: those for developing, or those that are kept apart.
    enum Part: String, CaseIterable, Sendable { case first, second }

    let name: String
    let html: String
    let description: Description

    static func all(_ part: Part) throws -> [WebPage] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("WebPages/\(part.rawValue)")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        return try files.filter { $0.hasSuffix(".json") }.sorted().map { file in
            let name = String(file.dropLast(5))
            let description = try JSONDecoder().decode(
                Description.self, from: Data(contentsOf: folder.appendingPathComponent(file)))
            let html = try String(contentsOf: folder.appendingPathComponent(name + ".html"), encoding: .utf8)
            return WebPage(name: name, html: html, description: description)
        }
    }

    // MARK: - Items

    /// The values that the placeholders of the descriptions stand for.
    static let username = "ada@example.test"
    static let password = "Corr3ct-Horse!Battery"
    static let newPassword = "N3w-Staple/Lovelace"
    static let code = "493817"

    static let placeholders: [String: String] = {
        var values = [
            "username": username, "password": password, "new-password": newPassword, "code": code,
            "number": "4111 1111 1111 1111", "name": "Ada Lovelace", "type": "Visa", "expiry:MM/YY": "11/29",
            "expiry:MM/YYYY": "11/2029", "expiry:YYYY-MM": "2029-11", "month:M": "11", "month:MM": "11",
            "year:YY": "29", "year:YYYY": "2029",
            "given": "Ada", "family": "Lovelace", "full": "Ada Lovelace", "organization": "Analytical Works",
            "line1": "Lindenstraße 12", "line2": "Hinterhaus", "street": "Lindenstraße", "house": "12",
            "city": "Berlin", "state": "Berlin", "zip": "10969", "country": "Germany", "country:ISO": "DE",
            "phone": "+49 30 1234567", "phone-code": "+49", "phone-local": "30 1234567", "email": "ada@example.test",
            "birthday:YYYY-MM-DD": "1990-12-10", "birthday:DD": "10", "birthday:MM": "12", "birthday:YYYY": "1990",
            "sex": "female",
        ]
        for (index, digit) in code.enumerated() { values["code\(index + 1)"] = String(digit) }
        for index in 1...4 { values["number\(index)"] = index == 1 ? "4111" : "1111" }
        return values
    }()

    /// The value with its placeholders replaced. A card's code is `{code}` as well.
    func value(_ text: String) -> String {
        var text = text
        if description.fill?.with == "card" { text = text.replacingOccurrences(of: "{code}", with: "737") }
        for (name, value) in Self.placeholders { text = text.replacingOccurrences(of: "{\(name)}", with: value) }
        return text
    }

    /// The item that a person asks for.
    static func item(_ with: String, for url: String) -> VaultItem {
        switch with {
        case "card":
            var item = VaultItem(.creditCard, title: "Visa")
            item["cardholder"] = .text("Ada Lovelace")
            item["type"] = .text("Visa")
            item["number"] = .secret(Secret("4111111111111111"))
            item["expiry"] = .text("2029-11")
            item["verification"] = .secret(Secret("737"))
            return item
        case "identity":
            var item = VaultItem(.identity, title: "Ada")
            let texts = [
                "first-name": "Ada", "last-name": "Lovelace", "birth-date": "1990-12-10", "sex": "female",
                "company": "Analytical Works", "address": "Lindenstraße 12\nHinterhaus\n10969 Berlin\nGermany",
                "telephone": "+49 30 1234567", "email": "ada@example.test",
            ]
            for (id, text) in texts { item[id] = .text(text) }
            return item
        default:
            var item = VaultItem(.login, title: "Site")
            item.websites = [SavedWebsite(url)]
            item["username"] = .text(username)
            item["password"] = .secret(Secret(password))
            return item
        }
    }

    static let kindsOfItems = ["login", "new-login", "code", "card", "identity"]
}
