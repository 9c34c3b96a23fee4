import KeychainServices
import Security

/// The keychain that imported items are stored in.
struct ImportDestination {
    /// Nil for the usual keychain.
    let keychain: SecKeychain?
    let access: SecAccess?

    /// Stores identities, keys and certificates.
    ///
    /// - Returns: the number of items that were not there already.
    /// - Throws: the error of `SecItemAdd`. What was stored before stays.
    func store(_ items: ImportedItems) throws(KeychainError) -> Int {
        var count = 0
        for identity in items.identities {
            if try store(identity.identity, identity.name, isKey: true) { count += 1 }
        }
        for single in items.singles {
            if try store(single.object, single.name, isKey: single.object is SecKey) { count += 1 }
        }
        return count
    }

    private func store(_ object: AnyObject, _ name: String?, isKey: Bool) throws(KeychainError) -> Bool {
        var attributes: [CFString: Any] = [kSecValueRef: object]
        if let keychain { attributes[kSecUseKeychain] = keychain }
        if let name { attributes[kSecAttrLabel] = name }
        if let access, isKey { attributes[kSecAttrAccess] = access }
        let status = SecItemAdd(attributes as NSDictionary, nil)
        if status == errSecSuccess { return true }
        guard status != errSecDuplicateItem else { return false }
        let failure = SecFailure.last
        throw KeychainError(
            KeychainError.Code(rawValue: status), failure?.reason ?? "the item cannot be stored",
            remedy: failure?.remedy)
    }
}
