import ExchangeFormats
import KeychainServices
import LibCrypto
import Security

// The one place where errors of files become those of Apple's functions.

/// The function that a status is for: the newer one has the statuses of iOS (keychain-services 12).
enum ExchangeFunction {
    case pkcs12Import
    case itemImport
    case itemExport
}

/// Reads or writes a file, and converts the errors.
func exchanging<Result: ~Copyable>(
    _ function: ExchangeFunction, isPKCS12: Bool = false, _ body: () throws(ExchangeError) -> Result
) throws(KeychainError) -> Result {
    do throws(ExchangeError) {
        return try body()
    } catch {
        let status = error.kind.status(function, isPKCS12: isPKCS12)
        throw KeychainError(KeychainError.Code(rawValue: status), error.reason, remedy: error.remedy)
    }
}

extension ExchangeError.Kind {
    fileprivate func status(_ function: ExchangeFunction, isPKCS12: Bool) -> OSStatus {
        switch (self, function) {
        case (.library(let error), _): error.kind.statusOfExchange
        case (.programMissing, _): errSecUnimplemented
        case (.cost, _), (.malformed, _), (.wrongKey, _): errSecDecode
        case (.wrongPassphrase, .pkcs12Import), (.passphraseRequired, .pkcs12Import): errSecAuthFailed
        case (.unknownFormat, .pkcs12Import): errSecDecode
        case (.unsupported, .pkcs12Import), (.tooLarge, .pkcs12Import): errSecInternal
        case (.wrongPassphrase, _): isPKCS12 ? errSecPkcs12VerifyFailure : errSecAuthFailed
        case (.passphraseRequired, _): errSecPassphraseRequired
        case (.unknownFormat, _): errSecUnknownFormat
        case (.unsupported, _): errSecUnsupportedFormat
        case (.tooLarge, _): errSecDataTooLarge
        }
    }
}

extension CryptoError.Kind {
    fileprivate var statusOfExchange: OSStatus {
        switch self {
        case .libraryMissing, .legacyMissing, .unsupported: errSecUnimplemented
        case .failed: errSecInternal
        }
    }
}
