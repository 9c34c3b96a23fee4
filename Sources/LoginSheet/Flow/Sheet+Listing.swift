import Foundation
import KeychainServices
import PasswordVault
import WebsiteMatching

/// Lists of items to pick from.
extension Sheet {
    mutating func list(
        _ scope: ListPage.Scope, _ checked: CheckedRequest, message: String? = nil
    ) throws(KeychainError) {
        let rows = try rows(scope, checked)
        let isWindow = checked.request.environment == .window
        let hasOtherVaults = try openVaults().count < vaults.count
        resumption = .list(scope)
        page = .list(
            ListPage(
                scope: scope, rows: Array(rows.prefix(ListPage.mostRows)), isCut: rows.count > ListPage.mostRows,
                preselected: rows.first.flatMap { $0.match.map { !$0.needsClick } ?? false ? $0.id : nil },
                canShowAll: isWindow, canMakeNew: checked.request.operation != .fill, hasOtherVaults: hasOtherVaults,
                message: message))
    }

    mutating func search(_ text: String, _ checked: CheckedRequest) throws(KeychainError) {
        let isBlank = text.allSatisfy(\.isWhitespace)
        if isBlank { try list(.matches, checked) } else { try listAfterAuthentication(.search(text), checked) }
    }

    /// Lists items that were saved for other sites. This requires proof for this sheet that the user is present: otherwise any program that
    /// can press buttons could read the whole vault, and on many displays every program can send keys to all windows.
    mutating func listAfterAuthentication(_ scope: ListPage.Scope, _ checked: CheckedRequest) throws(KeychainError) {
        guard !isUserAuthenticated else { return try list(scope, checked) }
        resumption = .list(scope)
        try askForPassword(.otherSites)
    }

    /// Returns the rows of a list, possibly more than a page shows.
    func rows(_ scope: ListPage.Scope, _ checked: CheckedRequest) throws(KeychainError) -> [SheetRow] {
        let finder = MatchFinder(checked.address, matcher)
        switch scope {
        case .matches:
            return try matches(finder, checked)
                + itemsOfOtherKinds(checked) { (vault, filter) throws(KeychainError) in
                    try vault.overviews(filter, limit: ListPage.mostRows + 1)
                }
        case .all: return try searchAll("", finder, checked)
        case .search(let text): return try searchAll(text, finder, checked)
        }
    }

    /// Returns the logins in all open vaults that match the site, the best first.
    func matches(_ finder: MatchFinder, _ checked: CheckedRequest) throws(KeychainError) -> [SheetRow] {
        var rows: [SheetRow] = []
        for vault in try openVaults() {
            let candidates = try vault.candidates(VaultFilter(kind: .login), for: finder.hint)
            rows += finder.matches(candidates).map { SheetRow($0.candidate, in: vault.name, $0.match) }
        }
        return Self.ordered(rows, preferring: checked.request)
    }

    /// Sorts rows by rank, with the account that the program has named first.
    private static func ordered(_ rows: [SheetRow], preferring request: SheetRequest) -> [SheetRow] {
        let username = request.operation == .store ? "" : request.details.username ?? ""
        func isBefore(_ one: SheetRow, _ other: SheetRow) -> Bool? {
            let (isNamed, isOtherNamed) = (one.subtitle == username, other.subtitle == username)
            if !username.isEmpty, isNamed != isOtherNamed { return isNamed }
            let (rank, otherRank) = (one.match?.rank ?? 0, other.match?.rank ?? 0)
            return rank == otherRank ? nil : rank > otherRank
        }
        return rows.enumerated().sorted { isBefore($0.element, $1.element) ?? ($0.offset < $1.offset) }.map(\.element)
    }

    /// Returns cards and identities, which are not saved for a site.
    private func itemsOfOtherKinds(
        _ checked: CheckedRequest,
        _ find: (any VaultService, VaultFilter) throws(KeychainError) -> [Overview]
    ) throws(KeychainError) -> [SheetRow] {
        var rows: [SheetRow] = []
        for vault in try openVaults() {
            for kind in checked.otherKinds {
                rows += try find(vault, VaultFilter(kind: kind)).map { SheetRow($0, in: vault.name, nil) }
            }
        }
        return rows
    }

    /// Returns all items that are not withheld from the site, whether they were saved for it or not.
    private func searchAll(
        _ text: String, _ finder: MatchFinder, _ checked: CheckedRequest
    ) throws(KeychainError) -> [SheetRow] {
        let limit = ListPage.mostRows + 1
        var rows: [SheetRow] = []
        for vault in try openVaults() {
            let found = try notWithheld(text, in: vault, finder, limit)
            rows += found.map { SheetRow($0, in: vault.name, finder.match($0.websites)) }
        }
        return try rows
            + itemsOfOtherKinds(checked) { (vault, filter) throws(KeychainError) in
                try vault.search(text, filter, limit: limit)
            }
    }

    /// Returns search results that are not withheld. If too few remain, it searches again with a higher limit.
    private func notWithheld(
        _ text: String, in vault: any VaultService, _ finder: MatchFinder, _ limit: Int
    ) throws(KeychainError) -> [Overview] {
        var asked = limit
        while true {
            let found = try vault.search(text, VaultFilter(kind: .login), limit: asked)
            let allowed = found.filter { !finder.withholds($0.websites) }
            if allowed.count >= limit || found.count < asked { return Array(allowed.prefix(limit)) }
            asked = asked > Int.max / 8 ? .max : asked * 8
        }
    }
}

extension CheckedRequest {
    /// The kinds of items other than logins that the user may pick. Card numbers must not be sent without encryption.
    var otherKinds: [ItemKind] {
        guard request.operation == .fill, !request.onlyLogins else { return [] }
        if case .page(let page) = address, page.scheme == .http { return [.identity] }
        return [.creditCard, .identity]
    }
}

extension SheetRow {
    init(_ overview: Overview, in vault: String, _ match: WebsiteMatch?) {
        id = RowID(vault: vault, item: overview.id)
        (kind, title, subtitle) = (overview.kind, overview.title, overview.subtitle)
        (hasOneTimeCode, self.match) = (overview.hasOneTimeCode, match)
    }
}
