import KeychainServices
import Security

/// Runs one of the functions of this module; the one place where errors become numbers.
///
/// - Parameter function: the name of Apple's function, for the log.
func status(_ function: StaticString, _ body: () throws(KeychainError) -> Void) -> OSStatus {
    do throws(KeychainError) {
        try body()
        return errSecSuccess
    } catch {
        LastFailure.remember(SecFailure(status: error.code.rawValue, reason: error.reason, remedy: error.remedy))
        FailureLog.write(function, error)
        return error.code.rawValue
    }
}
