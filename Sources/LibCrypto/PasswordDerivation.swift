import CLibCrypto
import Secrets

// Keys from passwords. The number of iterations is the caller's to limit: a file says how many it wants.

extension CryptoLibrary {
    /// Derives a key by PBKDF2.
    ///
    /// Specified in: RFC 8018, 5.2.
    package func derivePBKDF2(
        from password: UnsafeRawBufferPointer, salt: UnsafeRawBufferPointer, iterations: Int, with hash: HashFunction,
        count: Int
    ) throws(CryptoError) -> SecretBytes {
        try SecretBytes(count: count) { key throws(CryptoError) in
            try derivePBKDF2(from: password, salt: salt, with: hash, rounds: iterations, into: key)
        }
    }

    /// Derives a key by PBKDF2 in place.
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

    /// The purpose of bytes that are derived for PKCS #12 (RFC 7292, B.3).
    package enum PKCS12Purpose: Int {
        case key = 1
        case vector = 2
        case authentication = 3
    }

    /// Derives bytes by the function of PKCS #12.
    ///
    /// Specified in: RFC 7292, B.2.
    ///
    /// - Parameter password: UTF-16, the most significant byte first, with a zero at its end; empty for no password.
    package func derivePKCS12(
        from password: UnsafeRawBufferPointer, salt: UnsafeRawBufferPointer, iterations: Int, with hash: HashFunction,
        _ purpose: PKCS12Purpose, count: Int
    ) throws(CryptoError) -> SecretBytes {
        let parameters: [Parameter] = [
            .octets("pass", password), .octets("salt", salt), .size("iter", iterations), .text("digest", hash.name),
            .size("id", purpose.rawValue),
        ]
        return try derive("PKCS12KDF", parameters, count: count)
    }

    /// Derives a key by scrypt.
    ///
    /// Specified in: RFC 7914.
    ///
    /// - Parameters:
    ///   - cost: the factor N, a power of two.
    ///   - largestMemory: the number of bytes that it may use.
    package func deriveScrypt(
        from password: UnsafeRawBufferPointer, salt: UnsafeRawBufferPointer, cost: Int, blockSize: Int,
        parallelization: Int, largestMemory: Int, count: Int
    ) throws(CryptoError) -> SecretBytes {
        let parameters: [Parameter] = [
            .octets("pass", password), .octets("salt", salt), .size("n", cost), .size("r", blockSize),
            .size("p", parallelization), .size("maxmem_bytes", largestMemory),
        ]
        return try derive("SCRYPT", parameters, count: count)
    }

    /// Derives key and vector as OpenSSL does for encrypted PEM files, with MD5 once.
    ///
    /// Specified in: OpenSSL 3.0, EVP_BytesToKey(3).
    ///
    /// - Parameter salt: 8 bytes.
    package func deriveForPEM(
        from password: UnsafeRawBufferPointer, salt: UnsafeRawBufferPointer, for cipher: BlockCipher
    ) throws(CryptoError) -> SecretBytes {
        let functions = functions.pointee
        return try marked { mark throws(CryptoError) in
            try mark.check(salt.count == 8)
            let algorithm = try mark.found(functions.EVP_CIPHER_fetch(context, cipher.name.cString, nil), cipher.name)
            defer { functions.EVP_CIPHER_free(algorithm) }
            let hash = try mark.found(functions.EVP_MD_fetch(context, "MD5", nil), "MD5")
            defer { functions.EVP_MD_free(hash) }
            return try SecretBytes(count: cipher.keyCount) { key throws(CryptoError) in
                let count = functions.EVP_BytesToKey(
                    algorithm, hash, salt.bytes, password.bytes, Int32(clamping: password.count), 1, key.bytes, nil)
                try mark.check(Int(count) == cipher.keyCount)
            }
        }
    }

    /// Returns the message authentication code HMAC of `data`.
    package func authenticate(
        _ data: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer, with hash: HashFunction
    ) throws(CryptoError) -> [UInt8] {
        let functions = functions.pointee
        return try marked { mark throws(CryptoError) in
            try NativeKey.output(hash.byteCount, mark) { code, count in
                let largest = count
                let made = functions.EVP_Q_mac(
                    context, "HMAC", nil, hash.name.cString, nil, key.baseAddress, key.count, data.bytes, data.count,
                    code, largest, &count)
                return made == nil ? 0 : 1
            }
        }
    }
}
