import AsymmetricKeys
import LibCrypto

// The one place where errors of keys become those of a keychain and of Apple's functions.

extension KeychainError {
    /// Converts the error of an operation with a key. It has no byte of the key, nor of the input.
    package init(_ error: AsymmetricKeys.KeyError) {
        self.init(error.kind.code, error.reason, remedy: error.remedy)
    }

    /// Runs operations of keys, and converts their errors.
    package static func ofKeys<Result: ~Copyable>(
        _ body: () throws(AsymmetricKeys.KeyError) -> Result
    ) throws(KeychainError) -> Result {
        do throws(AsymmetricKeys.KeyError) {
            return try body()
        } catch { throw KeychainError(error) }
    }
}

extension AsymmetricKeys.KeyError.Kind {
    fileprivate var code: KeychainError.Code {
        switch self {
        case .unimplemented: .unimplemented
        case .unsupported, .weak, .size, .malformed, .input, .exchange, .decryption: .parameter
        case .external: .internalError
        case .library(let error): error.kind.code
        }
    }
}

extension CryptoError.Kind {
    fileprivate var code: KeychainError.Code {
        switch self {
        case .libraryMissing, .legacyMissing, .unsupported: .unimplemented
        case .failed: .internalError
        }
    }
}
