import AsymmetricKeys
import LibCrypto

/// An error of reading or writing a file of keys and certificates.
package struct ExchangeError: Error, Hashable, Sendable {
    /// The kind of error, for programs.
    package enum Kind: Hashable, Sendable {
        /// The bytes are in none of the formats, or not in the one that was asked for.
        case unknownFormat
        /// The format is known, and the bytes are damaged.
        case malformed
        /// A part of the file, which the text names, is of a kind that is not read or written.
        case unsupported(String)
        /// The file is encrypted, and there is no password.
        case passphraseRequired
        /// The password is wrong, or the encrypted bytes were changed.
        case wrongPassphrase
        /// The key is not that of the message, or the encrypted bytes were changed.
        case wrongKey
        /// Deriving the keys would take longer, or more memory, than any honest file asks for.
        case cost
        /// The file, or the number of its parts, is too large.
        case tooLarge
        /// libcrypto is missing, lacks an algorithm, or reports an error.
        case library(CryptoError)
        /// A program that is needed cannot be run; the text is its path.
        case programMissing(String)
    }

    package let kind: Kind

    package init(_ kind: Kind) { self.kind = kind }

    init(_ error: CryptoError) { kind = .library(error) }

    /// Converts an error of reading a key that a file contains.
    init(_ error: KeyError) {
        switch error.kind {
        case .library(let error): kind = .library(error)
        case .unimplemented(let name): kind = .unsupported(name)
        default: kind = .malformed
        }
    }

    /// The reason in words for users.
    package var reason: String {
        switch kind {
        case .unknownFormat: "the data is in no format of keys or certificates that is known here"
        case .malformed: "the data is damaged: it is not what its format requires"
        case .unsupported(let what): "the file contains what is not supported: \(what)"
        case .passphraseRequired: "the file is protected by a password, and none was given"
        case .wrongPassphrase: "the password is not that of the file, or the file was changed"
        case .wrongKey: "the key is not that of the message, or the message was changed"
        case .cost: "the file asks for more calculation than is allowed"
        case .tooLarge: "the file is too large, or has too many parts"
        case .library(let error): error.reason
        case .programMissing(let path): "“\(path)” cannot be run"
        }
    }

    /// A hint on what the user can do about it.
    package var remedy: String {
        switch kind {
        case .unknownFormat, .malformed:
            "check the file, for example with “openssl asn1parse” or “openssl pkcs12 -info”"
        case .unsupported: "convert the file with the program that made it"
        case .passphraseRequired: "give the password of the file"
        case .wrongPassphrase: "check the password, its keyboard layout and capital letters"
        case .wrongKey: "ask the sender to encrypt it again"
        case .cost: "export the file again with fewer iterations"
        case .tooLarge: "divide the file"
        case .library(let error): error.remedy
        case .programMissing: "install OpenSSH: on Debian and Ubuntu the package openssh-client"
        }
    }
}

/// Runs calls of libcrypto, and converts their errors.
func calling<Result: ~Copyable>(
    _ body: () throws(CryptoError) -> Result
) throws(ExchangeError) -> Result {
    do throws(CryptoError) {
        return try body()
    } catch { throw ExchangeError(error) }
}

/// Runs operations of keys, and converts their errors.
func withKeys<Result: ~Copyable>(_ body: () throws(KeyError) -> Result) throws(ExchangeError) -> Result {
    do throws(KeyError) {
        return try body()
    } catch { throw ExchangeError(error) }
}
