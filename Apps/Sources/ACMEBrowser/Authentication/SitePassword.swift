import Foundation
import Security

/// The passwords of websites that ask by http, in the keychain.
enum SitePassword {
    /// An error of the keychain.
    struct Failure: Error, Sendable {
        let status: OSStatus

        /// The message to the user.
        var text: String { SecCopyErrorMessageString(status, nil).map { "\($0)" } ?? "\(status)" }
    }

    /// Stores the name and the password for a server, and replaces existing ones of that name.
    static func save(_ username: String, _ password: Data, for server: SignInServer) throws(Failure) {
        var item = query(server)
        item[kSecAttrAccount as String] = username
        let key = item
        item[kSecAttrAccessible as String] = kSecAttrAccessibleWhenUnlocked
        item[kSecValueData as String] = password
        let status = SecItemAdd(item as CFDictionary, nil)
        guard status == errSecDuplicateItem else { return try check(status) }
        try check(SecItemUpdate(key as CFDictionary, [kSecValueData as String: password] as CFDictionary))
    }

    /// Returns the name that is stored for a server; `nil` if there is none.
    static func username(for server: SignInServer) throws(Failure) -> String? {
        var query = query(server)
        query[kSecReturnAttributes as String] = true
        return (try result(of: query) as? [String: Any])?[kSecAttrAccount as String] as? String
    }

    /// Returns the password of a name; `nil` if there is none.
    static func password(of username: String, for server: SignInServer) throws(Failure) -> Data? {
        var query = query(server)
        query[kSecAttrAccount as String] = username
        query[kSecReturnData as String] = true
        return try result(of: query) as? Data
    }

    private static func result(of query: [String: Any]) throws(Failure) -> CFTypeRef? {
        var query = query
        query[kSecMatchLimit as String] = kSecMatchLimitOne
        var result: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &result)
        guard status != errSecItemNotFound else { return nil }
        try check(status)
        return result
    }

    private static func query(_ server: SignInServer) -> [String: Any] {
        [
            kSecClass as String: kSecClassInternetPassword, kSecAttrServer as String: server.host,
            kSecAttrPort as String: server.port, kSecAttrSecurityDomain as String: server.realm,
            kSecAttrProtocol as String: server.isSecure ? kSecAttrProtocolHTTPS : kSecAttrProtocolHTTP,
            kSecAttrAuthenticationType as String: server.scheme == .basic
                ? kSecAttrAuthenticationTypeHTTPBasic : kSecAttrAuthenticationTypeHTTPDigest,
        ]
    }

    private static func check(_ status: OSStatus) throws(Failure) {
        guard status == errSecSuccess else { throw Failure(status: status) }
    }
}
