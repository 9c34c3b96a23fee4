import CLibCrypto
import Secrets

extension NativeKey {
    /// Returns the ciphertext of a short message.
    ///
    /// - Parameter count: the number of bytes of a ciphertext.
    package func encrypt(
        _ message: UnsafeRawBufferPointer, _ parameters: [Parameter], count: Int
    ) throws(CryptoError) -> [UInt8] {
        let functions = library.functions.pointee
        return try withContext(functions.EVP_PKEY_encrypt_init_ex, parameters) { context, mark throws(CryptoError) in
            try Self.output(count, mark) {
                functions.EVP_PKEY_encrypt(context, $0, &$1, message.bytes, message.count)
            }
        }
    }

    /// Returns the message of a ciphertext.
    ///
    /// - Parameter largest: the number of bytes that the largest message needs.
    package func decrypt(
        _ ciphertext: UnsafeRawBufferPointer, _ parameters: [Parameter], largest: Int
    ) throws(CryptoError) -> SecretBytes {
        let functions = library.functions.pointee
        return try withContext(functions.EVP_PKEY_decrypt_init_ex, parameters) { context, mark throws(CryptoError) in
            try Self.secret(largest, mark) {
                functions.EVP_PKEY_decrypt(context, $0, &$1, ciphertext.bytes, ciphertext.count)
            }
        }
    }

    /// Returns the secret that this private key shares with a public one, which must have been checked.
    ///
    /// - Parameter count: the number of bytes of the secret.
    /// - Throws: an error if the keys do not belong to one curve, or if the secret is zero.
    package func shareSecret(with peer: NativeKey, count: Int) throws(CryptoError) -> SecretBytes {
        let functions = library.functions.pointee
        return try withContext(functions.EVP_PKEY_derive_init_ex, []) { context, mark throws(CryptoError) in
            try mark.check(functions.EVP_PKEY_derive_set_peer_ex(context, peer.key, 0) > 0)
            return try Self.secret(count, mark) { functions.EVP_PKEY_derive(context, $0, &$1) }
        }
    }

    private static func secret(
        _ largest: Int, _ mark: ErrorMark, _ call: (UnsafeMutablePointer<UInt8>?, inout Int) -> Int32
    ) throws(CryptoError) -> SecretBytes {
        var written = largest
        let buffer = try SecretBytes(count: largest) { buffer throws(CryptoError) in
            try mark.check(call(buffer.bytes, &written) > 0)
        }
        guard written < largest else { return buffer }
        return buffer.withUnsafeBytes { SecretBytes(copying: UnsafeRawBufferPointer(rebasing: $0[..<written])) }
    }
}
