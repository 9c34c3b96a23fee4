import KeychainServices
import Security

/// Runs one of the functions of this module. This is the only place where errors are converted to status numbers.
func status(_ body: () throws(KeychainError) -> Void) -> OSStatus {
    do throws(KeychainError) {
        try body()
        return errSecSuccess
    } catch {
        return error.code.rawValue
    }
}
