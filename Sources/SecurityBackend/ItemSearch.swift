import AgentClient
import KeychainServices
import Security

/// One search of SecItem: the query, the keychains, and the form of the result.
struct ItemSearch {
    let query: Query
    let keychains: [Keychain]?
    let isSingle: Bool
    private let returned: ItemReturn
    private let uses: UseKeys
    /// The filter of certificates; nil if there is none, or the items are not certificates.
    let filter: CertificateFilter?

    init(_ request: RequestDictionary) throws(KeychainError) {
        query = try request.query()
        isSingle = request.matches.isSingle
        uses = request.uses
        returned = request.returned
        keychains = try Self.keychains(of: request)
        let isCertificate = query.itemClass == .certificate || query.itemClass == .identity
        filter = isCertificate && !request.matches.certificates.isEmpty ? request.matches.certificates : nil
    }

    private static func keychains(of request: RequestDictionary) throws(KeychainError) -> [Keychain]? {
        guard let keychain = request.uses.keychain else { return request.matches.searchList }
        guard request.matches.searchList == nil else {
            throw .invalidRequest("kSecUseKeychain and kSecMatchSearchList exclude each other")
        }
        return [keychain]
    }

    /// Returns the matching items, keychain by keychain, up to the limit: for each keychain what makes results, and the items.
    func run() throws(KeychainError) -> [(result: ItemResult, items: [Item])] {
        guard let keychains else { return [try items(of: Keychain.current(), matching: query)] }
        var found: [(result: ItemResult, items: [Item])] = []
        var count = 0
        for keychain in keychains {
            var rest = query
            if case .atMost(let limit) = query.limit {
                guard count < limit else { break }
                rest.limit = .atMost(limit - count)
            }
            found.append(try items(of: keychain, matching: rest))
            count += found.last?.items.count ?? 0
        }
        return found
    }

    private func items(
        of keychain: Keychain, matching query: Query
    ) throws(KeychainError) -> (result: ItemResult, items: [Item]) {
        let result = ItemResult(returned: returned, references: uses.references(in: keychain))
        let (parts, authentication) = (result.parts(of: query.itemClass), uses.authentication)
        guard let filter else {
            return (result, try keychain.items(matching: query, reading: parts, with: authentication))
        }
        var search = CertificateSearch(filter, in: keychain, with: authentication)
        return (result, try search.items(matching: query, reading: parts))
    }

    func object(for found: [(result: ItemResult, items: [Item])]) -> AnyObject? {
        if isSingle {
            for (result, items) in found {
                if let first = items.first { return result.object(forFound: first) }
            }
            return nil
        }
        let objects = found.flatMap { result, items in items.compactMap(result.object(forFound:)) }
        return objects.isEmpty ? nil : objects as NSArray
    }
}
