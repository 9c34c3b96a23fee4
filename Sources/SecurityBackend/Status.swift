import KeychainServices
import Security

/// Runs one of the functions of this module; the one place where errors become numbers.
func status(_ body: () throws(KeychainError) -> Void) -> OSStatus {
    do throws(KeychainError) {
        try body()
        return errSecSuccess
    } catch {
        return error.code.rawValue
    }
}
