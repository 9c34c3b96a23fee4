import KeychainServices

/// The choice among the items that a command found.
enum Selection {
    /// Returns the item to use: the only one, or the only one in the command line's own group; `nil` if there is none.
    ///
    /// - Throws: if several items match equally.
    static func preferred(_ items: [Item]) throws -> Item? {
        guard items.count > 1 else { return items.first }
        let own = items.filter { $0[.accessGroup]?.string == Session.defaultGroup }
        if own.count == 1 { return own[0] }
        var groups: [String] = []
        for case let group? in items.map({ $0[.accessGroup]?.string }) where !groups.contains(group) {
            groups.append(group)
        }
        throw Failure(
            .failed, "\(items.count) items match",
            remedy: groups.count > 1
                ? "say which with --group: \(groups.joined(separator: ", "))"
                : "say which with --attr; chatelaine show tells how they differ")
    }

    /// Returns the items.
    ///
    /// - Throws: if there are none.
    static func existing(_ items: [Item]) throws -> [Item] {
        guard !items.isEmpty else { throw Failure(.itemNotFound, "no item matches") }
        return items
    }
}

extension Keychain {
    func items(
        matching queries: [Query], reading parts: ItemParts = .attributes,
        with authentication: Authentication = Authentication()
    ) throws(KeychainError) -> [Item] {
        var result: [Item] = []
        for query in queries { result += try items(matching: query, reading: parts, with: authentication) }
        return result
    }

    /// Returns the matching items that can be read without authentication. One item among many that requires a fingerprint is no reason to
    /// ask for one, nor to show none of them.
    func itemsThatAskForNobody(matching queries: [Query]) throws(KeychainError) -> [Item] {
        try items(matching: queries, with: Authentication(interaction: .skip))
    }
}
