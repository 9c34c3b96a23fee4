import Foundation
import KeychainServices
import Testing

@testable import PasswordVault

@Suite struct VaultSearchTests {
    private let sample = VaultSample()

    private func titles(_ vault: Vault, _ text: String) throws -> [String] { try vault.search(text).map(\.title) }

    @Test func titlesUsernamesWebsitesAndTagsAreSearched() throws {
        let vault = try sample.create()
        var item = VaultItem.login("Bank", "maria.muster", "hidden", website: "https://konto.example.org")
        item.tags = ["Geld"]
        try vault.save(item)
        for text in ["bank", "MUSTER", "konto.example", "geld", "geld bank", "  Bank  "] {
            #expect(try titles(vault, text) == ["Bank"], "\(text)")
        }
        #expect(try titles(vault, "hidden").isEmpty)
        #expect(try titles(vault, "bank other").isEmpty)
    }

    @Test func caseAccentsAndWidthDoNotMatter() throws {
        let vault = try sample.create()
        try vault.save(.login("Café Zürich"))
        for text in ["cafe", "CAFÉ", "zurich", "Ｚürich"] {
            #expect(try titles(vault, text) == ["Café Zürich"], "\(text)")
        }
    }

    @Test func titlesThatBeginWithTheWordComeFirst() throws {
        let vault = try sample.create()
        try vault.save(.login("My bank"))
        try vault.save(.login("Sandbank"))
        try vault.save(.login("Zoo", "bank@example.com"))
        try vault.save(.login("Bank of Nowhere"))
        #expect(try titles(vault, "bank") == ["Bank of Nowhere", "My bank", "Sandbank", "Zoo"])
        #expect(try vault.search("bank", limit: 2).count == 2)
    }

    @Test func filtersNarrowTheList() throws {
        let vault = try sample.create()
        var login = VaultItem.login("Login")
        login.tags = ["work"]
        login.isFavourite = true
        try vault.save(login)
        try vault.save(VaultItem(.secureNote, title: "Note"))
        func titles(_ filter: VaultFilter) throws -> [String] { try vault.overviews(filter).map(\.title) }
        #expect(try titles(VaultFilter(kind: .secureNote)) == ["Note"])
        #expect(try titles(VaultFilter(tag: "work")) == ["Login"])
        #expect(try titles(VaultFilter(tag: "wor")).isEmpty)
        #expect(try titles(VaultFilter(onlyFavourites: true)) == ["Login"])
        #expect(try titles(VaultFilter()) == ["Login", "Note"])
        #expect(try vault.tags() == ["work"])
    }

    @Test func changedItemIsFoundByWhatItIsNow() throws {
        let vault = try sample.create()
        var item = try vault.save(.login("Bank"))
        item.title = "Shop"
        try vault.save(item)
        #expect(try titles(vault, "bank").isEmpty)
        #expect(try titles(vault, "shop") == ["Shop"])
    }

    /// Several pages of the index; the second vault is another process's view of the file.
    @Test func manyItemsAreListedInOrderAndSeenByOthers() throws {
        let vault = try sample.create()
        let count = 3 * IndexPage.mostEntries + 5
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
}
