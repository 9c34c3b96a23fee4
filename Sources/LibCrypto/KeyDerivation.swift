import CLibCrypto
import Secrets

extension CryptoLibrary {
    /// Derives a key from a shared secret.
    ///
    /// Specified in: ANSI X9.63-2001, 5.6.3; SEC 1, 3.6.1.
    ///
    /// - Parameters:
    ///   - info: the information that both sides share.
    ///   - count: the number of bytes to derive, at least 1.
    package func deriveX963(
        from secret: borrowing SecretBytes, with hash: HashFunction, info: UnsafeRawBufferPointer, count: Int
    ) throws(CryptoError) -> SecretBytes {
        try secret.withUnsafeBytes { secret throws(CryptoError) in
            try derive(
                "X963KDF", [.text("digest", hash.name), .octets("secret", secret), .octets("info", info)], count: count)
        }
    }

    /// Derives a key by one of libcrypto's functions.
    func derive(
        _ name: StaticString, _ parameters: [Parameter], count: Int
    ) throws(CryptoError) -> SecretBytes {
        let library = functions.pointee
        return try marked { mark throws(CryptoError) in
            let algorithm = try mark.found(library.EVP_KDF_fetch(context, name.cString, nil), name)
            defer { library.EVP_KDF_free(algorithm) }
            let derivation = try mark.made(library.EVP_KDF_CTX_new(algorithm))
            defer { library.EVP_KDF_CTX_free(derivation) }
            return try SecretBytes(count: count) { key throws(CryptoError) in
                let code = Parameter.withNative(parameters) {
                    library.EVP_KDF_derive(derivation, key.bytes, key.count, $0)
                }
                try mark.check(code > 0)
            }
        }
    }
}

extension UnsafeRawBufferPointer {
    /// The first byte.
    var bytes: UnsafePointer<UInt8>? { baseAddress?.assumingMemoryBound(to: UInt8.self) }
}

extension UnsafeMutableRawBufferPointer {
    /// The first byte.
    var bytes: UnsafeMutablePointer<UInt8>? { baseAddress?.assumingMemoryBound(to: UInt8.self) }
}
