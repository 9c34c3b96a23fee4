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

    init(_ request: RequestDictionary) throws(KeychainError) {
        query = try request.query()
        isSingle = request.matches.isSingle
        authentication = request.uses.authentication
        result = ItemResult(returned: request.returned)
        keychains = try Self.keychains(of: request)
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
        let parts = result.parts(of: query.itemClass)
        guard let keychains else {
            return try Keychain.current().items(matching: query, reading: parts, with: authentication)
        }
        var items: [Item] = []
        for keychain in keychains {
            var rest = query
            if case .atMost(let count) = query.limit {
                guard items.count < count else { break }
                rest.limit = .atMost(count - items.count)
            }
            items += try keychain.items(matching: rest, reading: parts, with: authentication)
        }
        return items
    }

    func object(for items: [Item]) -> AnyObject? {
        if isSingle { return items.first.flatMap(result.object(forFound:)) }
        let objects = items.compactMap(result.object(forFound:))
        return objects.isEmpty ? nil : objects as NSArray
    }
}
