import Foundation
import PasswordVault
import Testing

@testable import VaultHealth

@Suite struct HealthReportTests {
    /// 2026-11-28.
    static let now = Date(timeIntervalSince1970: 1_795_824_000)
    static let strong = ["rWibMFACxAUGZmxhVncy", "q8ZLtPjk3vXwBnRsYd5E", "Hc7uGtNe4MfQx2JpVaSk"]

    static func login(
        _ title: String, username: String = "alice", password: String, site: String? = nil, daysOld: Double = 10
    ) -> VaultItem {
        var item = VaultItem(.login, title: title)
        item["username"] = .text(username)
        item["password"] = .secret(Secret(password))
        if let site { item.websites = [SavedWebsite(site)] }
        item.created = now.addingTimeInterval(-daysOld * 86_400)
        return item
    }

    static func report(
        _ items: [VaultItem], vault: String = "personal", breaches: [Breach] = []
    ) throws -> HealthReport {
        var options = HealthOptions()
        (options.now, options.breaches) = (now, breaches)
        return try HealthReport(of: items.map { HealthItem($0, vault: vault) }, options: options)
    }

    static func kinds(_ items: [VaultItem], breaches: [Breach] = []) throws -> [FindingKind] {
        try report(items, breaches: breaches).findings.map(\.kind)
    }

    @Test func aGoodLoginHasNoFindings() throws {
        #expect(try Self.kinds([Self.login("Shop", password: Self.strong[0], site: "https://shop.example")]) == [])
        #expect(try Self.kinds([]) == [])
    }

    @Test func theWordsOfTheItemMakeAPasswordWeak() throws {
        let bank = Self.login("Bank", password: "alice-bank2024", site: "https://bank.example")
        #expect(try Self.kinds([bank]) == [.weak])
        let other = Self.login("Xq", username: "zz", password: "Vyrnwy-Tegid2024", site: "https://x7.example")
        let own = Self.login("Tegid", username: "vyrnwy", password: "Vyrnwy-Tegid2024", site: "https://x7.example")
        #expect(try Self.kinds([other]) == [])
        #expect(try Self.kinds([own]) == [.weak])
    }

    @Test func aPasswordIsReusedAcrossVaults() throws {
        let (one, other) = (Self.login("A", password: Self.strong[0]), Self.login("B", password: Self.strong[0]))
        let items = [HealthItem(one, vault: "home"), HealthItem(other, vault: "work")]
        let report = try HealthReport(of: items)
        let found = report.findings.filter { $0.kind == .reused }
        #expect(found.map(\.item.vault) == ["home", "work"])
        guard case .reused(let all)? = found.first?.fact else { throw TestFailure() }
        #expect(Set(all.map(\.id)) == [one.id, other.id])
    }

    private struct TestFailure: Error {}

    @Test func oneAccountAtSitesOfOneCompanyIsNotReused() throws {
        let items = ["https://amazon.de", "https://amazon.fr"].map { site in
            var item = Self.login("Amazon", password: Self.strong[0], site: site)
            item["one-time-code"] = .secret(Secret("JBSWY3DPEHPK3PXP"))
            return item
        }
        #expect(try Self.kinds(items) == [])
    }

    @Test func copiesAreDuplicatesAndNotReused() throws {
        let item = Self.login("Shop", password: Self.strong[0], site: "https://shop.example")
        let copy = Self.login("Shop again", password: Self.strong[0], site: "https://www.shop.example/login")
        #expect(try Self.kinds([item, copy]) == [.duplicate, .duplicate])
        let other = Self.login("Shop", username: "bob", password: Self.strong[0], site: "https://shop.example")
        #expect(try Self.kinds([item, other]) == [.reused, .reused])
    }

    @Test func passwordsWithoutAnAccountAreToldApartByTheirTitles() throws {
        let items = ["Door", "Bicycle"].map { Self.login($0, username: "", password: Self.strong[0]) }
        #expect(try Self.kinds(items) == [.reused, .reused])
        #expect(try Self.kinds([items[0], items[0]]) == [.duplicate, .duplicate])
    }

    @Test func notesWithTheSameTextAreDuplicates() throws {
        let notes = ["one", "one", "two"].map { text in
            var note = VaultItem(.secureNote, title: text)
            note.notes = Secret(text)
            return note
        }
        #expect(try Self.kinds(notes) == [.duplicate, .duplicate])
        #expect(try Self.kinds([VaultItem(.secureNote, title: "a"), VaultItem(.secureNote, title: "a")]) == [])
    }

    @Test func theAgeOfAPasswordIsThatOfItsLastChange() throws {
        var item = Self.login("Shop", password: Self.strong[0], daysOld: 1096)
        #expect(try Self.kinds([item]) == [.old])
        item.history = [
            FormerSecret(
                field: "password", label: "password", until: Self.now.addingTimeInterval(-86_400), secret: Secret("x"))
        ]
        #expect(try Self.kinds([item]) == [])
        item.history = [FormerSecret(field: "notes", label: "notes", until: Self.now, secret: Secret("x"))]
        #expect(try Self.kinds([item]) == [.old])
    }

    @Test(arguments: [
        ("http://shop.example.com/login", true), ("https://shop.example.com", false), ("shop.example.com", false),
        ("http://localhost:8080", false), ("http://192.168.1.1", false), ("http://router.local", false),
        ("http://nas", false), ("not an address", false),
    ])
    func addressesWithoutEncryptionAreFound(address: String, isFound: Bool) throws {
        let item = Self.login("Shop", password: Self.strong[0], site: address)
        #expect(try Self.kinds([item]) == (isFound ? [.http] : []))
    }

    @Test func aBreakInCountsUntilThePasswordIsChanged() throws {
        let list = """
            [{"Name": "Shop", "Title": "The shop", "Domain": "shop.example.com", "BreachDate": "2026-11-20",
              "DataClasses": ["Email addresses", "Passwords"]},
             {"Name": "Mails", "Domain": "example.com", "BreachDate": "2026-11-25", "DataClasses": ["Names"]},
             {"Name": "Lie", "Domain": "example.com", "BreachDate": "2026-11-25", "IsFabricated": true},
             {"Name": "None", "Domain": "", "BreachDate": "2026-11-25"}]
            """
        let breaches = try Breach.list(Data(list.utf8))
        #expect(breaches.map(\.name) == ["The shop"])
        let old = Self.login("Shop", password: Self.strong[0], site: "https://www.example.com", daysOld: 30)
        let new = Self.login("Shop", password: Self.strong[0], site: "https://www.example.com", daysOld: 2)
        let elsewhere = Self.login("Shop", password: Self.strong[0], site: "https://example.net", daysOld: 30)
        let found = try Self.report([old], breaches: breaches).findings
        #expect(found.map(\.fact) == [.breached(name: "The shop", day: "2026-11-20")])
        #expect(try Self.kinds([new], breaches: breaches) == [])
        #expect(try Self.kinds([elsewhere], breaches: breaches) == [])
    }

    @Test(arguments: [
        "", "{}", "[1]", "[{\"Name\": 1}]", "[{\"Name\": \"a\", \"Domain\": \"a.com\", \"BreachDate\": \"x\"}]",
    ])
    func aDamagedListOfBreakInsIsAnError(text: String) {
        #expect(throws: HealthError.self) { try Breach.list(Data(text.utf8)) }
    }

    @Test func aDeeplyNestedListOfBreakInsIsAnError() {
        let text = String(repeating: "[", count: 100_000)
        #expect(throws: HealthError.self) { try Breach.list(Data(text.utf8)) }
    }

    @Test func sitesThatOfferOneTimeCodesAreSaid() throws {
        var item = Self.login("Code", password: Self.strong[0], site: "https://gist.github.com/login")
        #expect(try Self.report([item]).findings.map(\.fact) == [.noCode(site: "github.com")])
        item["one-time-code"] = .secret(Secret("JBSWY3DPEHPK3PXP"))
        #expect(try Self.kinds([item]) == [])
        #expect(SitesWithCodes.count >= 150)
    }

    @Test(arguments: [
        ("2026-10", -28), ("2026-11", 2), ("2026-12", 33), ("2027-01", 64 as Int?), ("2099-01", nil), ("13-2026", nil),
    ])
    func cardsExpireAtTheEndOfTheirMonth(month: String, left: Int?) throws {
        var card = VaultItem(.creditCard, title: "Card")
        card["expiry"] = .text(month)
        let found = try Self.report([card]).findings.map(\.fact)
        guard let left, left <= 60 else { return #expect(found == []) }
        guard case .expiry("expiry date", _, left)? = found.first else { throw TestFailure() }
    }

    @Test(arguments: [("valid until", true), ("Gültig bis", true), ("date d’expiration", true), ("issued", false)])
    func documentsExpireByTheirCustomDates(label: String, expires: Bool) throws {
        var item = VaultItem(.identity, title: "Passport")
        item.sections = [
            Section(title: "Passport", fields: [Field(label: label, kind: .date, value: .text("2026-12-01"))])
        ]
        #expect(try Self.kinds([item]) == (expires ? [.expiry] : []))
    }

    @Test func ignoredKindsStayInTheReportAndAreMarked() throws {
        var item = Self.login("Shop", password: "password1", daysOld: 2000)
        item.ignoredFindings = ["weak", "of-a-later-release"]
        let report = try Self.report([item])
        #expect(report.findings.map(\.kind) == [.weak, .old])
        #expect(report.open.map(\.kind) == [.old])
    }

    @Test func nothingOfAPasswordIsInAFinding() throws {
        let password = "alice-bank2024"
        let items = ["One", "Two"].map {
            Self.login($0, password: password, site: "http://bank.example.com", daysOld: 2000)
        }
        let report = try Self.report(items)
        #expect(report.findings.count >= 6)
        #expect(!String(reflecting: report).contains(password))
        #expect(!report.findings.map(\.reason).joined().contains(password))
    }

    @Test func anInterruptionEndsIt() {
        let items = [HealthItem(Self.login("A", password: "x"), vault: "v")]
        #expect(throws: HealthError.cancelled) { try HealthReport(of: items, isCancelled: { true }) }
    }
}
