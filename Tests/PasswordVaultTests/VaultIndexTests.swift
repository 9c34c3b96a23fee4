import Foundation
import Testing

@testable import PasswordVault

/// Many items, without a vault around them.
@Suite struct VaultIndexTests {
    private static let count = 3000

    /// Titles have "word" often, "seldom" on every hundredth, and numbers.
    private static func item(_ number: Int) -> VaultItem {
        var item = VaultItem.login(
            number % 3 == 0 ? "Word \(number % 500)" : "Other \(number % 700)", "user\(number % 11)",
            website: "https://site-\(number % 97).example")
        if number % 100 == 7 { item.tags = ["Seldom"] }
        return item
    }

    /// An index of all items, made once for all tests.
    private static let whole = Result { try index() }

    private static func index() throws -> VaultIndex {
        let pages = try stride(from: 0, to: count, by: IndexPage.maximumEntries).enumerated().map { number, start in
            var bytes = Data()
            for number in start..<min(start + IndexPage.maximumEntries, count) {
                bytes.append(OverviewCoding.encode(Overview(item(number))))
            }
            return try IndexPage(number: UInt32(number), bytes: bytes)
        }
        return VaultIndex(pages, generation: 0)
    }

    @Test(
        arguments: [
            "word", "seldom", "word seldom", "seldom word", "user1", "user10 site-3", "1", "7 7 7", "nowhere",
            "word nowhere", "wordother", "example word 12", "e", "\u{0}", "other 6", "ord", "8 seldom user7",
        ])
    func wordsFindWhatLookingAtEachItemFinds(text: String) throws {
        let index = try Self.whole.get()
        let words = text.split(separator: " ").map(String.init)
        let expected = index.overviews(VaultFilter()).filter { overview in
            words.allSatisfy { overview.searchText.contains($0) }
        }
        #expect(Set(index.search(text, VaultFilter(), limit: .max).map(\.id)) == Set(expected.map(\.id)))
    }

    @Test(arguments: ["", "word", "seldom", "example"]) func aShortListIsTheBeginningOfTheWholeOne(text: String) throws
    {
        let index = try Self.whole.get()
        let whole = index.search(text, VaultFilter(), limit: .max).map(\.id)
        for limit in [0, 1, 2, 10, 500, 511, 512, 513, 1024, 2999, 3000, 3001] {
            #expect(index.search(text, VaultFilter(), limit: limit).map(\.id) == Array(whole.prefix(limit)), "\(limit)")
        }
    }

    @Test func listsAreInTheOrderOfTitles() throws {
        let titles = try Self.whole.get().overviews(VaultFilter()).map { SearchText.folded($0.title) }
        #expect(titles.count == Self.count)
        #expect(titles == titles.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) })
    }

    /// Several programs, and the same one twice, see one order.
    @Test func equalTitlesHaveAnOrder() throws {
        var parts = [Data](repeating: Data(), count: 4)
        for number in 0..<100 {
            let item = VaultItem.login("Bank", "user" + String(format: "%02d", number * 37 % 100))
            parts[number % 4].append(OverviewCoding.encode(Overview(item)))
        }
        let pages = try parts.enumerated().map { try IndexPage(number: UInt32($0.offset), bytes: $0.element) }
        let names = VaultIndex(pages, generation: 0).overviews(VaultFilter()).map(\.subtitle)
        #expect(names == (0..<100).map { "user" + String(format: "%02d", $0) })
    }

    @Test func anEmptyPageHasNothing() throws {
        let index = VaultIndex([try IndexPage(number: 0, bytes: Data())], generation: 0)
        #expect(index.overviews(VaultFilter()).isEmpty)
        #expect(index.search("word", VaultFilter(), limit: 10).isEmpty)
    }
}
