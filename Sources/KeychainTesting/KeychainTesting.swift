import KeyManagement
@_exported import KeychainServices

// For the tests of programs that use a keychain: each test gets one of its own, in memory, and the user's is never touched.
// It behaves like one in a file; the project's conformance tests run over both.

/// Runs `body` with a keychain of its own, which all calls of the task use in place of the user's: `SecItemAdd` and its
/// siblings, and everything built on them. The keychain is gone when `body` returns.
///
/// - Parameters:
///   - groups: the access groups that the program under test is to have.
///   - body: gets the keychain, for a look behind the scenes.
/// - Throws: what `body` throws, or a `KeychainError` if there is no memory for a keychain.
public func withTemporaryKeychain<Result>(
    accessGroups groups: [String] = ["com.example.tests"], _ body: (Keychain) throws -> Result
) throws -> Result {
    let keychain = try Keychain.inMemory(accessGroups: AccessGroups(groups))
    return try Keychain.$override.withValue(keychain) { try body(keychain) }
}

/// Runs `body` with a keychain of its own, as the function above does, for tests that wait.
///
/// - Parameters:
///   - groups: the access groups that the program under test is to have.
///   - isolation: the actor that `body` runs on: the caller's.
///   - body: gets the keychain, for a look behind the scenes.
/// - Throws: what `body` throws, or a `KeychainError` if there is no memory for a keychain.
public func withTemporaryKeychain<Result>(
    accessGroups groups: [String] = ["com.example.tests"], isolation: isolated (any Actor)? = #isolation,
    _ body: (Keychain) async throws -> Result
) async throws -> Result {
    let keychain = try Keychain.inMemory(accessGroups: AccessGroups(groups))
    return try await Keychain.$override.withValue(keychain) { try await body(keychain) }
}
