import Secrets

/// A cipher of libgcrypt with a key, one piece of data after another. It authenticates nothing: for files of programs that authenticate
/// otherwise.
///
/// Specified in: NIST SP 800-38A (ECB, CBC); RFC 8439 (ChaCha20); D. J. Bernstein, “Salsa20 specification”; B. Schneier and others,
/// “Twofish: A 128-Bit Block Cipher”.
package final class GcryptCipher {
    /// A cipher in a mode.
    package enum Algorithm: Sendable {
        /// Without chaining. Keys of 16, 24 or 32 bytes.
        case aesECB
        /// With a vector of 16 bytes. Keys of 16, 24 or 32 bytes.
        case aesCBC
        /// With a vector of 16 bytes. Keys of 16 or 32 bytes.
        case twofishCBC
        /// With a nonce of 12 bytes (RFC 8439; the counter begins with 0) or 8 bytes. A key of 32 bytes.
        case chaCha20
        /// With a nonce of 8 bytes. A key of 32 bytes.
        case salsa20

        /// The number of the cipher in `enum gcry_cipher_algos`; `nil` for a key of another length.
        fileprivate func number(keyCount: Int) -> Int32? {
            switch (self, keyCount) {
            case (.aesECB, 16), (.aesCBC, 16): 7
            case (.aesECB, 24), (.aesCBC, 24): 8
            case (.aesECB, 32), (.aesCBC, 32): 9
            case (.twofishCBC, 16): 303
            case (.twofishCBC, 32): 10
            case (.salsa20, 32): 313
            case (.chaCha20, 32): 316
            default: nil
            }
        }

        /// The number of the mode in `enum gcry_cipher_modes`.
        fileprivate var mode: Int32 {
            switch self {
            case .aesECB: 1
            case .aesCBC, .twofishCBC: 3
            case .chaCha20, .salsa20: 4
            }
        }

        fileprivate var vectorCounts: [Int] {
            switch self {
            case .aesECB: [0]
            case .aesCBC, .twofishCBC: [16]
            case .chaCha20: [8, 12]
            case .salsa20: [8]
            }
        }

        /// The number of bytes that data consists of a multiple of.
        package var blockCount: Int { mode == 4 ? 1 : 16 }
    }

    private let library: GcryptLibrary
    private let handle: OpaquePointer
    private let algorithm: Algorithm

    /// - Parameters:
    ///   - key: the key, which is not needed afterwards.
    ///   - vector: the initialisation vector or nonce; empty for a mode without one.
    /// - Throws: `.unsupported` if the library is missing or lacks the cipher; `.damaged` for a key or vector of a wrong length.
    package init(
        _ algorithm: Algorithm, key: UnsafeRawBufferPointer, vector: UnsafeRawBufferPointer
    ) throws(ExchangeError) {
        let library = try GcryptLibrary.load()
        guard let number = algorithm.number(keyCount: key.count), algorithm.vectorCounts.contains(vector.count) else {
            throw ExchangeError(.damaged, "a key or an initialisation vector has a wrong length")
        }
        var opened: OpaquePointer?
        guard library.openCipher(&opened, number, algorithm.mode, 0) == 0, let handle = opened else {
            throw ExchangeError(
                .unsupported, "libgcrypt does not offer the cipher of the file",
                remedy: "save the file with AES or ChaCha20")
        }
        guard library.setKey(handle, key.baseAddress, key.count) == 0,
            vector.isEmpty || library.setVector(handle, vector.baseAddress, vector.count) == 0
        else {
            library.closeCipher(handle)
            throw ExchangeError(.damaged, "the cipher refuses the file's key")
        }
        (self.library, self.handle, self.algorithm) = (library, handle, algorithm)
    }

    deinit { library.closeCipher(handle) }

    /// Encrypts bytes in place.
    ///
    /// - Throws: `.damaged` if they are not whole blocks.
    package func encrypt(_ bytes: UnsafeMutableRawBufferPointer) throws(ExchangeError) {
        try run(library.encrypt, bytes)
    }

    /// Decrypts bytes in place.
    ///
    /// - Throws: `.damaged` if they are not whole blocks.
    package func decrypt(_ bytes: UnsafeMutableRawBufferPointer) throws(ExchangeError) {
        try run(library.decrypt, bytes)
    }

    private func run(_ function: GcryptLibrary.Run, _ bytes: UnsafeMutableRawBufferPointer) throws(ExchangeError) {
        guard !bytes.isEmpty else { return }
        guard bytes.count.isMultiple(of: algorithm.blockCount),
            function(handle, bytes.baseAddress, bytes.count, nil, 0) == 0
        else { throw ExchangeError(.damaged, "encrypted data has a wrong length") }
    }
}
