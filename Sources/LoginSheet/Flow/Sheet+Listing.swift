import Foundation
import KeychainServices
import PasswordVault
import WebsiteMatching

/// Lists to pick from.
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
        if isBlank { try list(.matches, checked) } else { try look(.search(text), checked) }
    }

    /// Lists what was saved for other sites. Whoever can press a button could have all of a vault that way, and that may be a program:
    /// on many displays each sends keys to all windows. So somebody has to show for this sheet that they are there.
    mutating func look(_ scope: ListPage.Scope, _ checked: CheckedRequest) throws(KeychainError) {
        guard !isPersonThere else { return try list(scope, checked) }
        resumption = .list(scope)
        try askForPassword(.otherSites)
    }

    /// What is listed; may be one more than a page has.
    func rows(_ scope: ListPage.Scope, _ checked: CheckedRequest) throws(KeychainError) -> [SheetRow] {
        let finder = MatchFinder(checked.address, matcher)
        switch scope {
        case .matches:
            return try matches(finder, checked)
                + others(checked) { (vault, filter) throws(KeychainError) in
                    try vault.overviews(filter, limit: ListPage.mostRows + 1)
                }
        case .all: return try everything("", finder, checked)
        case .search(let text): return try everything(text, finder, checked)
        }
    }

    /// The logins that belong to the site, of all open vaults, the best first.
    func matches(_ finder: MatchFinder, _ checked: CheckedRequest) throws(KeychainError) -> [SheetRow] {
        var rows: [SheetRow] = []
        for vault in try openVaults() {
            let candidates = try vault.candidates(VaultFilter(kind: .login), for: finder.hint)
            rows += finder.matches(candidates).map { SheetRow($0.candidate, in: vault.name, $0.match) }
        }
        return Self.ordered(rows, preferring: checked.request)
    }

    /// By rank; the account that the program has named goes first.
    private static func ordered(_ rows: [SheetRow], preferring request: SheetRequest) -> [SheetRow] {
        let username = request.operation == .change ? request.details.username ?? "" : ""
        func isBefore(_ one: SheetRow, _ other: SheetRow) -> Bool? {
            let (isNamed, isOtherNamed) = (one.subtitle == username, other.subtitle == username)
            if !username.isEmpty, isNamed != isOtherNamed { return isNamed }
            let (rank, otherRank) = (one.match?.rank ?? 0, other.match?.rank ?? 0)
            return rank == otherRank ? nil : rank > otherRank
        }
        return rows.enumerated().sorted { isBefore($0.element, $1.element) ?? ($0.offset < $1.offset) }.map(\.element)
    }

    /// Cards and identities, which belong to no site.
    private func others(
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

    /// Whatever may be given to the site at all, whether it was saved for it or not.
    private func everything(
        _ text: String, _ finder: MatchFinder, _ checked: CheckedRequest
    ) throws(KeychainError) -> [SheetRow] {
        let limit = ListPage.mostRows + 1
        var rows: [SheetRow] = []
        for vault in try openVaults() {
            let found = try allowed(text, in: vault, finder, limit)
            rows += found.map { SheetRow($0, in: vault.name, finder.match($0.websites)) }
        }
        return try rows
            + others(checked) { (vault, filter) throws(KeychainError) in
                try vault.search(text, filter, limit: limit)
            }
    }

    /// What is found and is not withheld. There may be too little of it in what was asked for; then more is.
    private func allowed(
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
    /// What else than logins may be picked. A card's number goes over no line that others read.
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
