import AgentClient
import KeychainServices
import Security

/// Runs the checks that depend on the class of the items. If they fail in a program without access groups, that error comes
/// first.
///
/// Such a program gets `errSecMissingEntitlement` even for a class that does not exist (keychain-services 3.1). Reading its groups opens
/// the keychain, so they are not checked for a valid dictionary: the operation itself finds out.
func checkingGroups<Value>(_ checks: () throws(KeychainError) -> Value) throws(KeychainError) -> Value {
    do throws(KeychainError) {
        return try checks()
    } catch {
        guard let groups = try? Keychain.current().accessGroups, groups.names.isEmpty, !groups.isWildcard else {
            throw error
        }
        throw KeychainError(.missingEntitlement, "the program has no access groups")
    }
}
