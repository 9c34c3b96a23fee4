import AsymmetricKeys
import KeychainServices
import LibCrypto
import Security

// The one place where errors of keys become those of Apple's functions.

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
    do throws(KeyError) {
        return try body()
    } catch { throw KeychainError(error) }
}

extension KeychainError {
    fileprivate init(_ error: KeyError) {
        self.init(Code(rawValue: error.kind.status), error.reason, remedy: error.remedy)
    }

    static var invalidSignature: KeychainError {
        KeychainError(
            Code(rawValue: errSecVerifyFailed), "the signature is not one of this data by this key",
            remedy: "use the key and the algorithm of the signature")
    }
}

extension KeyError.Kind {
    fileprivate var status: OSStatus {
        switch self {
        case .unimplemented: errSecUnimplemented
        case .unsupported, .weak, .size, .malformed, .input, .exchange, .decryption: errSecParam
        case .library(let error):
            switch error.kind {
            case .libraryMissing, .legacyMissing, .unsupported: errSecUnimplemented
            case .failed: errSecInternal
            }
        }
    }
}
