import Foundation
import KeychainServices
import Security

extension KeychainChoice.Named {
    /// Returns the objects of a class that the keychain has.
    ///
    /// - Parameter conditions: further attributes of the search.
    /// - Throws: ``FunctionFailure``, but not for none.
    func objects(_ itemClass: CFString, where conditions: [CFString: Any] = [:]) throws -> [AnyObject] {
        var query: [CFString: Any] = [
            kSecClass: itemClass, kSecMatchSearchList: [reference] as NSArray, kSecMatchLimit: kSecMatchLimitAll,
            kSecReturnRef: true, kSecAttrSynchronizable: kSecAttrSynchronizableAny,
        ]
        query.merge(conditions) { $1 }
        var found: CFTypeRef?
        let status = SecItemCopyMatching(query as NSDictionary, &found)
        guard status != errSecItemNotFound else { return [] }
        guard status == errSecSuccess else {
            throw FunctionFailure(PasswordSearch.function, KeychainError.Code(rawValue: status))
        }
        return (found as? NSArray)?.map { $0 as AnyObject } ?? []
    }

    func certificates() throws -> [SecCertificate] {
        try objects(kSecClassCertificate).compactMap { $0 as? SecCertificate }
    }

    func identities(where conditions: [CFString: Any] = [:]) throws -> [SecIdentity] {
        try objects(kSecClassIdentity, where: conditions).compactMap { $0 as? SecIdentity }
    }
}
