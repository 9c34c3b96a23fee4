import CLibCrypto
import Secrets

/// A cipher that encrypts keys with a key, and tells whether they were changed.
///
/// Specified in: RFC 3394 for AES; RFC 3217, 3 for Triple DES.
package struct KeyWrap: Sendable {
    /// The name in OpenSSL.
    private let name: StaticString
    /// The number of bytes of the wrapping key.
    package let keyCount: Int

    package static let aes128 = KeyWrap(name: "AES-128-WRAP", keyCount: 16)
    package static let aes192 = KeyWrap(name: "AES-192-WRAP", keyCount: 24)
    package static let aes256 = KeyWrap(name: "AES-256-WRAP", keyCount: 32)
    package static let tripleDES = KeyWrap(name: "DES3-WRAP", keyCount: 24)

    /// The number of bytes of the longest key, and the most that a wrapped one is longer.
    private static let (longestKey, overhead) = (64, 16)

    /// Returns the wrapped key.
    package func wrap(
        _ key: borrowing SecretBytes, with wrappingKey: borrowing SecretBytes
    ) throws(CryptoError) -> [UInt8] {
        try key.withUnsafeBytes { key throws(CryptoError) in
            try run(key, wrappingKey, encrypts: true).withUnsafeBytes { [UInt8]($0) }
        }
    }

    /// Returns the key.
    ///
    /// - Throws: an error if the wrapping key is another one, or the wrapped key was changed.
    package func unwrap(
        _ wrapped: [UInt8], with wrappingKey: borrowing SecretBytes
    ) throws(CryptoError) -> SecretBytes {
        let wrapped = SecretBytes(copying: wrapped)
        return try wrapped.withUnsafeBytes { wrapped throws(CryptoError) in
            try run(wrapped, wrappingKey, encrypts: false)
        }
    }

    private func run(
        _ input: UnsafeRawBufferPointer, _ wrappingKey: borrowing SecretBytes, encrypts: Bool
    ) throws(CryptoError) -> SecretBytes {
        let library = try CryptoLibrary.load()
        let functions = library.functions.pointee
        let direction: Int32 = encrypts ? 1 : 0
        return try wrappingKey.withUnsafeBytes { key throws(CryptoError) in
            try library.marked { mark throws(CryptoError) in
                try mark.check(key.count == keyCount && (1...Self.longestKey + Self.overhead).contains(input.count))
                let algorithm = try mark.found(functions.EVP_CIPHER_fetch(library.context, name.cString, nil), name)
                defer { functions.EVP_CIPHER_free(algorithm) }
                let cipher = try mark.made(functions.EVP_CIPHER_CTX_new())
                defer { functions.EVP_CIPHER_CTX_free(cipher) }
                try mark.check(functions.EVP_CipherInit_ex2(cipher, algorithm, key.bytes, nil, direction, nil) > 0)
                var written: Int32 = 0
                let output = try SecretBytes(count: input.count + Self.overhead) { output throws(CryptoError) in
                    try mark.check(
                        functions.EVP_CipherUpdate(cipher, output.bytes, &written, input.bytes, Int32(input.count)) > 0)
                }
                let count = Int(written)
                try mark.check((1...output.count).contains(count))
                return output.withUnsafeBytes { SecretBytes(copying: UnsafeRawBufferPointer(rebasing: $0[..<count])) }
            }
        }
    }
}
