import KeychainServices

/// Searches for items.
///
/// Specified in: keychain-services 3.3; the shapes of results in 3.6.
///
/// - Parameters:
///   - query: the class, attributes that items have to have, how many to return (`kSecMatchLimit`; one if absent), and
///     which parts (`kSecReturn…`).
///   - result: where to leave what was found: for one item the thing itself, for any other limit an array; untouched on
///     failure.
/// - Returns: `errSecSuccess`, or:
///   `errSecItemNotFound` if no item matches,
///   `errSecParam` for a key or a value that does not belong there,
///   `errSecNoSuchClass`, `errSecNoSuchAttr` for a class or an attribute that does not exist,
///   `errSecMissingEntitlement` for an access group that the program does not have,
///   `errSecInteractionNotAllowed` if a matching item is locked,
///   `errSecUnimplemented` for a match key that items of the class cannot have,
///   `errSecNotAvailable`, `errSecIO`, `errSecAllocate` if the keychain cannot be opened or read.
public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    status { () throws(KeychainError) in
        let request = try RequestDictionary(query, for: .search)
        let search = try checkingGroups { () throws(KeychainError) in try Search(request) }
        let items = try search.run()
        guard !items.isEmpty else { throw KeychainError(.itemNotFound, "no item matches") }
        result?.pointee = search.object(for: items)
    }
}

/// One search: what to look for, where, and what to hand back.
private struct Search {
    let query: Query
    let keychains: [Keychain]?
    let shape: ItemResult
    let isSingle: Bool

    init(_ request: RequestDictionary) throws(KeychainError) {
        query = try request.query()
        isSingle = request.matches.isSingle
        shape = ItemResult(returned: request.returned)
        keychains = try Self.keychains(of: request)
        try shape.check(for: query.itemClass)
    }

    private static func keychains(of request: RequestDictionary) throws(KeychainError) -> [Keychain]? {
        guard let keychain = request.uses.keychain else { return request.matches.searchList }
        guard request.matches.searchList == nil else {
            throw .unusable("kSecUseKeychain and kSecMatchSearchList exclude each other")
        }
        return [keychain]
    }

    /// The items that match, keychain by keychain, up to the limit.
    func run() throws(KeychainError) -> [Item] {
        let parts = shape.parts(of: query.itemClass)
        guard let keychains else { return try Keychain.current().items(matching: query, reading: parts) }
        var items: [Item] = []
        for keychain in keychains {
            var rest = query
            if case .atMost(let count) = query.limit {
                guard items.count < count else { break }
                rest.limit = .atMost(count - items.count)
            }
            items += try keychain.items(matching: rest, reading: parts)
        }
        return items
    }

    func object(for items: [Item]) -> AnyObject? {
        if isSingle { return items.first.flatMap(shape.object(forFound:)) }
        let objects = items.compactMap(shape.object(forFound:))
        return objects.isEmpty ? nil : objects as NSArray
    }
}
