import AgentClient
import KeychainServices
import Security

/// One search of SecItem: the query, the keychains, and the form of the result.
struct ItemSearch {
    let query: Query
    let keychains: [Keychain]?
    let result: ItemResult
    let isSingle: Bool
    let authentication: Authentication
    /// The filter of certificates; nil if there is none, or the items are not certificates.
    let filter: CertificateFilter?

    init(_ request: RequestDictionary) throws(KeychainError) {
        query = try request.query()
        isSingle = request.matches.isSingle
        authentication = request.uses.authentication
        result = ItemResult(returned: request.returned)
        keychains = try Self.keychains(of: request)
        let isCertificate = query.itemClass == .certificate || query.itemClass == .identity
        filter = isCertificate && !request.matches.certificates.isEmpty ? request.matches.certificates : nil
        try result.check(for: query.itemClass)
    }

    private static func keychains(of request: RequestDictionary) throws(KeychainError) -> [Keychain]? {
        guard let keychain = request.uses.keychain else { return request.matches.searchList }
        guard request.matches.searchList == nil else {
            throw .invalidRequest("kSecUseKeychain and kSecMatchSearchList exclude each other")
        }
        return [keychain]
    }

    /// Returns the matching items, keychain by keychain, up to the limit.
    func run() throws(KeychainError) -> [Item] {
        guard let keychains else { return try items(of: Keychain.current(), matching: query) }
        var items: [Item] = []
        for keychain in keychains {
            var rest = query
            if case .atMost(let count) = query.limit {
                guard items.count < count else { break }
                rest.limit = .atMost(count - items.count)
            }
            items += try self.items(of: keychain, matching: rest)
        }
        return items
    }

    private func items(of keychain: Keychain, matching query: Query) throws(KeychainError) -> [Item] {
        let parts = result.parts(of: query.itemClass)
        guard let filter else { return try keychain.items(matching: query, reading: parts, with: authentication) }
        var search = CertificateSearch(filter, in: keychain, with: authentication)
        return try search.items(matching: query, reading: parts)
    }

    func object(for items: [Item]) -> AnyObject? {
        if isSingle { return items.first.flatMap(result.object(forFound:)) }
        let objects = items.compactMap(result.object(forFound:))
        return objects.isEmpty ? nil : objects as NSArray
    }
}
