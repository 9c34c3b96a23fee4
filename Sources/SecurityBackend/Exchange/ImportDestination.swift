import KeychainServices
import Security

/// The keychain that imported items are stored in.
struct ImportDestination {
    /// Nil for the usual keychain.
    let keychain: SecKeychain?
    let access: SecAccess?

    /// Stores identities one by one, and then keys and certificates together.
    ///
    /// - Returns: the number of items that were not there already.
    /// - Throws: the error of `SecItemAdd`. What was stored before stays.
    func store(_ items: ImportedItems) throws(KeychainError) -> Int {
        var count = 0
        for identity in items.identities {
            if try store(request(identity.identity, identity.name, isKey: true)) { count += 1 }
        }
        let requests = try items.singles.map { (single) throws(KeychainError) in
            try request(single.object, single.name, isKey: single.object is SecKey)
        }
        return try count + store(requests)
    }

    private func request(
        _ object: AnyObject, _ name: String?, isKey: Bool
    ) throws(KeychainError) -> RequestDictionary {
        var attributes: [CFString: Any] = [kSecValueRef: object]
        if let keychain { attributes[kSecUseKeychain] = keychain }
        if let name { attributes[kSecAttrLabel] = name }
        if let access, isKey { attributes[kSecAttrAccess] = access }
        return try RequestDictionary(attributes as NSDictionary, for: .add)
    }

    /// - Returns: false if it is there already.
    private func store(_ request: RequestDictionary) throws(KeychainError) -> Bool {
        do throws(KeychainError) {
            _ = try ItemAddition(request: request).run()
            return true
        } catch {
            guard error.code == .duplicateItem else { throw error }
            return false
        }
    }

    private func store(_ requests: [RequestDictionary]) throws(KeychainError) -> Int {
        guard let uses = requests.first?.uses else { return 0 }
        let items = try checkingGroups { () throws(KeychainError) in
            try requests.map { (request) throws(KeychainError) in try request.newItem() }
        }
        return try store(items[...], in: uses.chosenKeychain(), uses)
    }

    /// Stores items in one transaction. If one of them prevents it, each half is stored in its own, down to single items: it costs little
    /// where none or all of them are there already, which is what happens.
    private func store(
        _ items: ArraySlice<NewItem>, in keychain: Keychain, _ uses: UseKeys
    ) throws(KeychainError) -> Int {
        do throws(KeychainError) {
            return try keychain.add(contentsOf: Array(items), with: uses.authentication).count
        } catch {
            guard items.count > 1, Self.mayConcernOneItem(error) else {
                guard error.code == .duplicateItem else { throw error }
                return 0
            }
        }
        let middle = items.startIndex + items.count / 2
        return try store(items[..<middle], in: keychain, uses) + store(items[middle...], in: keychain, uses)
    }

    /// Whether fewer items could be stored: those without a duplicate, or without one that is not valid, or those that are not too large
    /// together. The other errors are the same for each of them, and must not prompt again.
    private static func mayConcernOneItem(_ error: KeychainError) -> Bool {
        [.duplicateItem, .parameter, .allocate].contains(error.code)
    }
}
