import Foundation
import KeychainServices
import Testing

@testable import PasswordVault

@Suite struct VaultSearchTests {
    private func titles(_ vault: any VaultService, _ text: String) throws -> [String] {
        try vault.search(text).map(\.title)
    }

    @Test(arguments: VaultTransport.allCases) func titlesUsernamesWebsitesAndTagsAreSearched(
        _ transport: VaultTransport
    ) throws {
        let sample = try VaultSample(transport)
        let vault = try sample.create()
        var item = VaultItem.login("Bank", "maria.muster", "hidden", website: "https://konto.example.org")
        item.tags = ["Geld"]
        _ = try vault.save(item)
        for text in ["bank", "MUSTER", "konto.example", "geld", "geld bank", "  Bank  "] {
            #expect(try titles(vault, text) == ["Bank"], "\(text)")
        }
        #expect(try titles(vault, "hidden").isEmpty)
        #expect(try titles(vault, "bank other").isEmpty)
    }

    @Test(arguments: VaultTransport.allCases) func caseAccentsAndWidthDoNotMatter(_ transport: VaultTransport) throws {
        let sample = try VaultSample(transport)
        let vault = try sample.create()
        _ = try vault.save(.login("Café Zürich"))
        for text in ["cafe", "CAFÉ", "zurich", "Ｚürich"] {
            #expect(try titles(vault, text) == ["Café Zürich"], "\(text)")
        }
    }

    @Test(arguments: VaultTransport.allCases) func titlesThatBeginWithTheWordComeFirst(_ transport: VaultTransport)
        throws
    {
        let sample = try VaultSample(transport)
        let vault = try sample.create()
        _ = try vault.save(.login("My bank"))
        _ = try vault.save(.login("Sandbank"))
        _ = try vault.save(.login("Zoo", "bank@example.com"))
        _ = try vault.save(.login("Bank of Nowhere"))
        #expect(try titles(vault, "bank") == ["Bank of Nowhere", "My bank", "Sandbank", "Zoo"])
        #expect(try vault.search("bank", limit: 2).count == 2)
    }

    @Test(arguments: VaultTransport.allCases) func filtersNarrowTheList(_ transport: VaultTransport) throws {
        let sample = try VaultSample(transport)
        let vault = try sample.create()
        var login = VaultItem.login("Login")
        login.tags = ["work"]
        login.isFavourite = true
        _ = try vault.save(login)
        _ = try vault.save(VaultItem(.secureNote, title: "Note"))
        func titles(_ filter: VaultFilter) throws -> [String] { try vault.overviews(filter).map(\.title) }
        #expect(try titles(VaultFilter(kind: .secureNote)) == ["Note"])
        #expect(try titles(VaultFilter(tag: "work")) == ["Login"])
        #expect(try titles(VaultFilter(tag: "wor")).isEmpty)
        #expect(try titles(VaultFilter(onlyFavourites: true)) == ["Login"])
        #expect(try titles(VaultFilter()) == ["Login", "Note"])
        #expect(try vault.tags() == ["work"])
    }

    @Test(arguments: VaultTransport.allCases) func changedItemIsFoundByWhatItIsNow(_ transport: VaultTransport) throws {
        let sample = try VaultSample(transport)
        let vault = try sample.create()
        var item = try vault.save(.login("Bank"))
        item.title = "Shop"
        _ = try vault.save(item)
        #expect(try titles(vault, "bank").isEmpty)
        #expect(try titles(vault, "shop") == ["Shop"])
    }

    /// Several pages of the index; the second vault is another process's view of the file.
    @Test func manyItemsAreListedInOrderAndSeenByOthers() throws {
        let sample = try VaultSample()
        let vault = try sample.createHere()
        let count = 3 * IndexPage.maximumEntries + 5
        try vault.add(contentsOf: (0..<count).map { .login("item \(String(format: "%04d", $0))") })
        #expect(try vault.overviews().map(\.title) == (0..<count).map { "item \(String(format: "%04d", $0))" })
        #expect(try vault.count() == count)
        let other = try sample.directory.vault(named: "personal")
        #expect(try other.count() == count)
        try other.save(.login("another"))
        #expect(try vault.search("another").count == 1)
        let pages = try vault.keychain.items(matching: VaultRows.query(.page)).count
        #expect(pages == 4)
    }

    @Test(arguments: VaultTransport.allCases) func candidatesForASiteAreThoseWhoseWebsitesMayBeOfIt(
        _ transport: VaultTransport
    ) throws {
        let sample = try VaultSample(transport)
        let vault = try sample.create()
        let websites = [
            ("a", SavedWebsite("https://login.EXAMPLE.com")), ("b", SavedWebsite("https://other.org")),
            ("c", SavedWebsite("https://ｅxample.com")), ("d", SavedWebsite("https://.*", rule: "regex")),
            ("e", SavedWebsite("http://[2001:db8::1]")), ("f", SavedWebsite("regex")), ("g", SavedWebsite("exampl")),
        ]
        for (title, website) in websites {
            var item = VaultItem.login(title, website: "https://nowhere.invalid")
            item.websites.append(website)
            _ = try vault.save(item)
        }
        func titles(_ names: String...) throws -> [String] {
            let hint = WebsiteHint(names: names, openRules: ["regex"])
            return try vault.candidates(VaultFilter(kind: .login), for: hint).map(\.title)
        }
        #expect(try titles("example.com") == ["a", "c", "d", "e"])
        #expect(try titles("other.org", "example.com") == ["a", "b", "c", "d", "e"])
        #expect(try titles() == ["c", "d", "e"])
        // A name of one letter is nearly everywhere; more names than a request may have are no hint.
        #expect(try titles("o").count == websites.count)
        let many = WebsiteHint(names: (0...WebsiteHint.mostNames).map { "name-\($0).test" }, openRules: [])
        #expect(try vault.candidates(VaultFilter(), for: many).count == websites.count)
    }
}
