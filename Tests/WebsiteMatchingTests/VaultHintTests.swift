import Foundation
import Testing

@testable import LoginSheet
@testable import PasswordVault
@testable import WebsiteMatching

/// What a vault leaves out before anybody reads addresses does not belong to the site: over all rows of the tables.
@Suite struct VaultHintTests {
    private static let matchRows =
        MatchTableTests.registeredDomain + MatchTableTests.exactHosts + MatchTableTests.host + MatchTableTests.exact
        + MatchTableTests.startsWith + MatchTableTests.notPages

    private static let websites: [SavedWebsite] =
        matchRows.map { SavedWebsite($0.website, rule: $0.rule.rawValue) }
        + matchRows.map { SavedWebsite($0.page, rule: MatchRule.registeredDomain.rawValue) }
        + PatternTests.rows.map { SavedWebsite($0.pattern, rule: MatchRule.regularExpression.rawValue) }
        + SharedDomainsTests.rows.map { SavedWebsite($0.website.text, rule: $0.website.rule.rawValue) }
        + [SavedWebsite("https://example.com", rule: "a rule of later"), SavedWebsite("")]

    static let pages = Array(
        Set(matchRows.map(\.page) + PatternTests.rows.map(\.page) + SharedDomainsTests.rows.map(\.page))
    ).sorted()

    /// An item for each website, and one that has two.
    private static func index() throws -> VaultIndex {
        var bytes = Data()
        for (number, website) in websites.enumerated() {
            var item = VaultItem(.login, title: "\(number)")
            item.websites = [website]
            bytes.append(OverviewCoding.encode(Overview(item)))
            item.websites = [SavedWebsite("https://unrelated.example"), website]
            bytes.append(OverviewCoding.encode(Overview(item)))
        }
        return try VaultIndex([IndexPage(number: 0, bytes: bytes)], generation: 0)
    }

    @Test func hintFindsTheSameLoginsAsAFullSearch() throws {
        let index = try Self.index()
        let filter = VaultFilter(kind: .login)
        let all = index.overviews(filter)
        let matcher = WebsiteMatcher(sharedDomains: .builtIn)
        var (left, matching) = (0, 0)
        for page in Self.pages {
            guard let address = try? WebAddress(page) else { continue }
            let expected = matcher.ranked(address, all) { overview in
                overview.websites.map { Website($0.address, storedRule: $0.rule) }
            }
            let finder = MatchFinder(address, matcher)
            let candidates = index.search("", filter, site: finder.hint, limit: .max)
            let found = finder.matches(candidates)
            #expect(found.map(\.candidate.id) == expected.map(\.candidate.id), "\(page)")
            #expect(found.map(\.match) == expected.map(\.match), "\(page)")
            left += all.count - candidates.count
            matching += found.count
        }
        // The control: there was something to leave out, and something to find.
        #expect(left > 10_000)
        #expect(matching > 100)
    }
}
