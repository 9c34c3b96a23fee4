import Foundation
import PasswordVault
import Secrets
import Testing

@testable import PageFilling

/// A page, an item, and what becomes of them.
struct TestPage: Sendable, CustomTestStringConvertible {
    let name: String
    let url: String
    let model: String
    let item: VaultItem
    let code: String?
    /// `id=value` in the order of the plan; none: nothing is filled, code 5.
    let plan: [String]

    /// - Parameters:
    ///   - fields: JSON objects with commas between them.
    ///   - forms: the same.
    init(
        _ name: String, _ fields: String, forms: String = "", at url: String = "https://acme.example/start",
        item: VaultItem = .login(), code: String? = nil, gives plan: String...
    ) {
        (self.name, self.url, self.item, self.code, self.plan) = (name, url, item, code, plan)
        model = #"{"version": 1, "url": "\#(url)", "fields": [\#(fields)], "forms": [\#(forms)]}"#
    }

    var testDescription: String { name }

    func check(sourceLocation: SourceLocation = #_sourceLocation) throws {
        var found: [String] = []
        do throws(PageFillingError) {
            let page = try PageModel(json: Data(model.utf8))
            let filled = try FillPlan(page, at: url, item: item, oneTimeCode: code.map { Secret($0) })
            found = filled.steps.map { "\($0.field)=\($0.value.text)" }
        } catch {
            #expect(error.kind == .nothingToFill, "\(name): \(error.reason)", sourceLocation: sourceLocation)
        }
        #expect(found == plan, "\(name)", sourceLocation: sourceLocation)
    }
}

extension FieldValue {
    var text: String {
        switch self {
        case .text(let text): text
        case .secret(let secret): secret.text
        }
    }
}

extension VaultItem {
    static func login(
        _ username: String = "wendy", websites: [String] = ["https://acme.example"], own: [Field] = []
    ) -> VaultItem {
        var item = VaultItem(.login, title: "ACME")
        item.websites = websites.map { SavedWebsite($0) }
        item["username"] = .text(username)
        item["password"] = .secret(Secret("hush"))
        item.fields += own
        return item
    }

    static func card(number: String = "4111 1111 1111 1111", own: [Field] = []) -> VaultItem {
        var item = VaultItem(.creditCard, title: "Visa")
        item["cardholder"] = .text("Wendy Moira Darling")
        item["number"] = .secret(Secret(number))
        item["expiry"] = .text("2027-03")
        item["verification"] = .secret(Secret("123"))
        item["pin"] = .secret(Secret("9876"))
        item.fields += own
        return item
    }

    static func person(
        address: String = "Kensington Gardens 14\n10115 Berlin\nGermany", telephone: String = "+49 30 123456",
        own: [Field] = []
    ) -> VaultItem {
        var item = VaultItem(.identity, title: "Me")
        let texts = [
            "name-title": "Ms", "first-name": "Wendy", "middle-name": "Moira", "last-name": "Darling",
            "birth-date": "1990-05-09", "sex": "female", "company": "ACME Ltd", "job-title": "Narrator",
            "address": address, "telephone": telephone, "email": "wendy@darling.example", "username": "wendy90",
        ]
        for (id, text) in texts { item[id] = .text(text) }
        item.fields += own
        return item
    }
}
