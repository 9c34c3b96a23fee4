import KeyManagement
@_exported import KeychainServices

// For tests of programs that use a keychain: each test gets a keychain of its own, in memory, and the user's keychain is never
// touched. It behaves like a keychain in a file; the project's conformance tests run over both.

/// Calls `body` with a temporary keychain, which all calls of the task use instead of the user's: `SecItemAdd` and the other
/// functions, and everything built on them. The keychain is gone when `body` returns.
///
/// - Parameters:
///   - groups: the access groups of the program under test.
///   - body: receives the keychain, to inspect it directly.
/// - Throws: the error of `body`, or a `KeychainError` if there is no memory for a keychain.
public func withTemporaryKeychain<Result>(
    accessGroups groups: [String] = ["com.example.tests"], _ body: (Keychain) throws -> Result
) throws -> Result {
    let keychain = try Keychain.inMemory(accessGroups: AccessGroups(groups))
    return try Keychain.$override.withValue(keychain) { try body(keychain) }
}

/// Calls an asynchronous `body` with a temporary keychain, as the function above does.
///
/// - Parameters:
///   - groups: the access groups of the program under test.
///   - isolation: the actor that `body` runs on: the caller's.
///   - body: receives the keychain, to inspect it directly.
/// - Throws: the error of `body`, or a `KeychainError` if there is no memory for a keychain.
public func withTemporaryKeychain<Result>(
    accessGroups groups: [String] = ["com.example.tests"], isolation: isolated (any Actor)? = #isolation,
    _ body: (Keychain) async throws -> Result
) async throws -> Result {
    let keychain = try Keychain.inMemory(accessGroups: AccessGroups(groups))
    return try await Keychain.$override.withValue(keychain) { try await body(keychain) }
}
