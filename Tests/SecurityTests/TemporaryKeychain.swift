import KeychainTesting
import Security
import Testing

/// A keychain as the four functions show it, with fewer words.
///
/// Only inside of ``withTemporaryKeychain(accessGroups:_:)``.
enum Items {
    /// A generic password with account, service and data, if the other attributes do not say otherwise.
    static func add(_ attributes: [CFString: Any] = [:]) -> OSStatus {
        SecItemAdd(password.merging(attributes) { _, given in given } as CFDictionary, nil)
    }

    static var password: [CFString: Any] {
        [
            kSecClass: kSecClassGenericPassword, kSecAttrAccount: "kim", kSecAttrService: "shop",
            kSecValueData: Data("secret".utf8),
        ]
    }

    /// Of class generic password, if the query does not say otherwise.
    static func query(_ query: [CFString: Any]) -> CFDictionary {
        let hasClass = query[kSecClass] != nil || query[kSecValuePersistentRef] != nil || query[kSecValueRef] != nil
        return query.merging(hasClass ? [:] : [kSecClass: kSecClassGenericPassword]) { given, _ in given }
            as CFDictionary
    }

    static func status(_ query: [CFString: Any] = [:]) -> OSStatus { SecItemCopyMatching(Self.query(query), nil) }

    static func copy(_ query: [CFString: Any]) throws -> AnyObject? {
        var result: AnyObject?
        let status = SecItemCopyMatching(Self.query(query), &result)
        guard status == errSecSuccess else { throw Failure(status: status) }
        return result
    }

    static func attributes(_ query: [CFString: Any] = [:]) throws -> [String: Any] {
        var query = query
        query[kSecReturnAttributes] = true
        return try #require(try copy(query) as? [String: Any])
    }

    static func update(_ query: [CFString: Any] = [:], _ changes: [CFString: Any]) -> OSStatus {
        SecItemUpdate(Self.query(query), changes as CFDictionary)
    }

    static func delete(_ query: [CFString: Any] = [:]) -> OSStatus { SecItemDelete(Self.query(query)) }

    /// How many items match.
    static func count(_ query: [CFString: Any] = [:]) -> Int {
        var query = query
        query[kSecMatchLimit] = kSecMatchLimitAll
        query[kSecReturnPersistentRef] = true
        return (try? copy(query) as? [Data])?.count ?? 0
    }

    struct Failure: Error, Equatable {
        let status: OSStatus
    }
}
