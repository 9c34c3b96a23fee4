import Foundation

/// Keeps passwords in the keychain. On Apple's systems Foundation brings everything in that it takes.
public final class PasswordBox {
    /// What the keychain answers if it does not do what it was asked to.
    public struct Failure: Error, Equatable {
        /// The number.
        public let status: OSStatus
        /// A failure with the given number.
        public init(status: OSStatus) { self.status = status }
        /// What the number means.
        public var message: String { SecCopyErrorMessageString(status, nil) as String? ?? "" }
    }

    private let service: String

    /// A box for one service.
    public init(service: String) { self.service = service }

    /// The password of an account, or nil if there is none.
    public subscript(account: String) -> String? {
        var query = query(account)
        query[kSecReturnData as String] = kCFBooleanTrue
        query[kSecMatchLimit as String] = kSecMatchLimitOne
        var result: CFTypeRef?
        return autoreleasepool {
            guard SecItemCopyMatching(query as CFDictionary, &result) == noErr else { return nil }
            return (result as? Data).flatMap { String(data: $0, encoding: .utf8) }
        }
    }

    /// Adds a password; an account has one at most.
    public func add(_ password: String, for account: String) throws {
        var item = query(account)
        item[kSecValueData as String] = password.data(using: .utf8)
        try check(SecItemAdd(item as CFDictionary, nil))
    }

    /// Changes the password of an account.
    public func change(_ account: String, to password: String) throws {
        let changes = [kSecValueData as String: Data(password.utf8)]
        try check(SecItemUpdate(query(account) as CFDictionary, changes as CFDictionary))
    }

    /// Removes the password of an account.
    public func remove(_ account: String) throws {
        try check(SecItemDelete(query(account) as CFDictionary))
    }

    private func query(_ account: String) -> [String: Any] {
        [
            kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: service,
            kSecAttrAccount as String: account,
        ]
    }

    private func check(_ status: OSStatus) throws {
        guard status == errSecSuccess else { throw Failure(status: status) }
    }
}
