import CLibCrypto

extension CryptoLibrary {
    /// Derives a key from a password by PBKDF2 with HMAC.
    ///
    /// Specified in: RFC 8018, 5.2.
    ///
    /// - Parameters:
    ///   - rounds: the number of iterations, at least 1.
    ///   - key: the place of the key, at least 1 byte.
    package func derivePBKDF2(
        from password: UnsafeRawBufferPointer, salt: UnsafeRawBufferPointer, with hash: HashFunction, rounds: Int,
        into key: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) {
        let library = functions.pointee
        try marked { mark throws(CryptoError) in
            let algorithm = try mark.found(library.EVP_KDF_fetch(context, "PBKDF2", nil), "PBKDF2")
            defer { library.EVP_KDF_free(algorithm) }
            let derivation = try mark.made(library.EVP_KDF_CTX_new(algorithm))
            defer { library.EVP_KDF_CTX_free(derivation) }
            let parameters: [Parameter] = [
                .text("digest", hash.name), .octets("pass", password), .octets("salt", salt), .size("iter", rounds),
                // Passwords, salts and keys that are shorter than NIST recommends are the caller's choice.
                .size("pkcs5", 1),
            ]
            let code = Parameter.withNative(parameters) {
                library.EVP_KDF_derive(derivation, key.bytes, key.count, $0)
            }
            try mark.check(code > 0)
        }
    }
}
