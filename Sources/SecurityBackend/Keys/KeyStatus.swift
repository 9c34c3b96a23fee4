import AsymmetricKeys
import KeychainServices
import Security

// Errors of keys in Apple's functions; their numbers are those of a keychain's (`KeychainError(_:)`).

/// Runs one of the functions of this module that report an error.
///
/// - Parameter function: the name of Apple's function, for the log.
/// - Throws: an error of the domain `NSOSStatusErrorDomain`, which is the thread's last failure as well.
func reporting<Result>(
    _ function: StaticString, _ body: () throws(KeychainError) -> Result
) throws(CFError) -> Result {
    do throws(KeychainError) {
        return try body()
    } catch {
        note(error, in: function)
        throw NSError(error)
    }
}

/// Runs operations of keys, and converts their errors.
func withKeys<Result: ~Copyable>(_ body: () throws(KeyError) -> Result) throws(KeychainError) -> Result {
    try KeychainError.ofKeys(body)
}

extension KeychainError {
    static var invalidSignature: KeychainError {
        KeychainError(
            Code(rawValue: errSecVerifyFailed), "the signature is not one of this data by this key",
            remedy: "use the key and the algorithm of the signature")
    }
}
