import CLibCrypto
import Secrets

/// A block cipher in CBC mode, with the padding of PKCS #7.
///
/// Specified in: NIST SP 800-38A, 6.2; RFC 8018, B.2.
package struct BlockCipher: Hashable, Sendable {
    /// The name in OpenSSL.
    package let name: StaticString
    /// The number of bytes of a key.
    package let keyCount: Int
    /// The number of bytes of a block, and of the initialisation vector.
    package let blockCount: Int
    /// Whether only OpenSSL's module for old algorithms has it.
    package let isLegacy: Bool

    package static let aes128 = BlockCipher(name: "AES-128-CBC", keyCount: 16, blockCount: 16, isLegacy: false)
    package static let aes192 = BlockCipher(name: "AES-192-CBC", keyCount: 24, blockCount: 16, isLegacy: false)
    package static let aes256 = BlockCipher(name: "AES-256-CBC", keyCount: 32, blockCount: 16, isLegacy: false)
    package static let tripleDES = BlockCipher(name: "DES-EDE3-CBC", keyCount: 24, blockCount: 8, isLegacy: false)
    package static let doubleDES = BlockCipher(name: "DES-EDE-CBC", keyCount: 16, blockCount: 8, isLegacy: false)
    package static let des = BlockCipher(name: "DES-CBC", keyCount: 8, blockCount: 8, isLegacy: true)
    /// RC2 with a key of 128 bits.
    package static let rc2 = BlockCipher(name: "RC2-CBC", keyCount: 16, blockCount: 8, isLegacy: true)
    /// RC2 with a key of 40 bits.
    package static let rc2With40Bits = BlockCipher(name: "RC2-40-CBC", keyCount: 5, blockCount: 8, isLegacy: true)

    package static func == (one: BlockCipher, other: BlockCipher) -> Bool { "\(one.name)" == "\(other.name)" }
    package func hash(into hasher: inout Hasher) { hasher.combine("\(name)") }

    /// Returns the library that has the cipher.
    private func library() throws(CryptoError) -> CryptoLibrary {
        isLegacy ? try CryptoLibrary.loadLegacy() : try CryptoLibrary.load()
    }

    /// Returns the plaintext.
    ///
    /// - Throws: an error if the padding is wrong: a wrong key, or a changed ciphertext.
    package func open(
        _ ciphertext: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer, vector: UnsafeRawBufferPointer
    ) throws(CryptoError) -> SecretBytes {
        guard !ciphertext.isEmpty, ciphertext.count.isMultiple(of: blockCount) else { throw CryptoError(.failed) }
        return try run(ciphertext, key: key, vector: vector, encrypts: false)
    }

    /// Returns the ciphertext.
    package func seal(
        _ plaintext: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer, vector: UnsafeRawBufferPointer
    ) throws(CryptoError) -> [UInt8] {
        try run(plaintext, key: key, vector: vector, encrypts: true).withUnsafeBytes { [UInt8]($0) }
    }

    private func run(
        _ input: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer, vector: UnsafeRawBufferPointer, encrypts: Bool
    ) throws(CryptoError) -> SecretBytes {
        let library = try library()
        let functions = library.functions.pointee
        return try library.marked { mark throws(CryptoError) in
            try mark.check(key.count == keyCount && vector.count == blockCount && input.count <= 1 << 30)
            let algorithm = try mark.found(functions.EVP_CIPHER_fetch(library.context, name.cString, nil), name)
            defer { functions.EVP_CIPHER_free(algorithm) }
            let cipher = try mark.made(functions.EVP_CIPHER_CTX_new())
            defer { functions.EVP_CIPHER_CTX_free(cipher) }
            let direction: Int32 = encrypts ? 1 : 0
            try mark.check(
                functions.EVP_CipherInit_ex2(cipher, algorithm, key.bytes, vector.bytes, direction, nil) > 0)
            var total = 0
            let output = try SecretBytes(count: input.count + blockCount) { output throws(CryptoError) in
                var (written, last): (Int32, Int32) = (0, 0)
                try mark.check(
                    functions.EVP_CipherUpdate(cipher, output.bytes, &written, input.bytes, Int32(input.count)) > 0)
                let end = output.bytes.map { $0 + Int(written) }
                try mark.check(functions.EVP_CipherFinal_ex(cipher, end, &last) > 0)
                total = Int(written) + Int(last)
            }
            return output.withUnsafeBytes { SecretBytes(copying: UnsafeRawBufferPointer(rebasing: $0[..<total])) }
        }
    }
}
