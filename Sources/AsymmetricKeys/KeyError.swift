import LibCrypto

/// An error of a key's operation.
package struct KeyError: Error, Hashable, Sendable {
    /// The kind of error, for programs.
    package enum Kind: Hashable, Sendable {
        /// libcrypto is missing, lacks the algorithm, or reports an error.
        case library(CryptoError)
        /// The algorithm is known, and no part of this version carries it out.
        case unimplemented(String)
        /// The key does not support the algorithm for this operation, or there is no such algorithm.
        case unsupported
        /// The key is too weak for what is asked; the number is its size in bits.
        case weak(Int)
        /// No key of this type has this number of bits.
        case size(Int)
        /// The data is not the external representation of a key of this type and class.
        case malformed
        /// The input is too long or too short for the algorithm and the key, or a number that is too large.
        case input
        /// A parameter of the key exchange is missing or out of range, or the public key is of another kind.
        case exchange
        /// The ciphertext was not made for this key, or was changed. The error says no more: it would help to guess plaintexts.
        case decryption
        /// A device has given a result that is not one of its key's.
        case external
    }

    package let kind: Kind

    package init(_ kind: Kind) { self.kind = kind }

    /// The reason in words for users.
    package var reason: String {
        switch kind {
        case .library(let error): error.reason
        case .unimplemented(let name): "the algorithm “\(name)” is not implemented"
        case .unsupported: "the key does not support this algorithm for this operation"
        case .weak(let bits): "a key of \(bits) bits is too weak"
        case .size(let bits): "there is no key of this type with \(bits) bits"
        case .malformed: "the data is not a key in the external representation of its type"
        case .input: "the input does not fit the algorithm and the key"
        case .exchange: "the parameters of the key exchange are not usable with this key"
        case .decryption: "the data cannot be decrypted with this key"
        case .external: "the device that holds the key has given a wrong result"
        }
    }

    /// A hint on what the user can do about it.
    package var remedy: String {
        switch kind {
        case .library(let error): error.remedy
        case .unimplemented: "use an RSA key or an elliptic-curve key"
        case .unsupported: "ask for the algorithms that the key supports"
        case .weak: "use RSA with 2048 bits or more, or a curve with 256 bits or more"
        case .size: "use RSA with 1024 to 8192 bits, or a curve with 256, 384 or 521 bits"
        case .malformed: "convert the key: RSA in PKCS #1 DER, curves as in ANSI X9.63, without PEM or PKCS #8"
        case .input: "hash the message with the algorithm's function, or encrypt less at a time"
        case .exchange: "give the number of bytes to derive, and a public key of the same curve"
        case .decryption: "use the key that the data was encrypted for, and the same algorithm"
        case .external: "try again; if it lasts, the device is defective"
        }
    }
}

/// Runs calls of libcrypto, and throws their errors as errors of a key.
func calling<Result: ~Copyable>(
    _ body: () throws(CryptoError) -> Result
) throws(KeyError) -> Result {
    do throws(CryptoError) {
        return try body()
    } catch { throw KeyError(.library(error)) }
}
