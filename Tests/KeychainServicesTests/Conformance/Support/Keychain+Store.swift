import Testing

@testable import KeychainServices

extension Keychain {
    /// What is behind a keychain that this process has open itself.
    var store: Store {
        get throws { try #require(service() as? LocalKeychain).store }
    }
}
