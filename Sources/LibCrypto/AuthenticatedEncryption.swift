import CLibCrypto
import Secrets

/// AES in Galois/Counter mode, with a tag of 16 bytes.
///
/// Specified in: NIST SP 800-38D.
package struct AESGCM {
    /// The number of bytes of a tag.
    package static let tagCount = 16

    private let library: CryptoLibrary
    private let key: UnsafeRawBufferPointer
    private let vector: UnsafeRawBufferPointer
    private let authenticated: UnsafeRawBufferPointer

    /// - Parameters:
    ///   - key: 16, 24 or 32 bytes, borrowed for as long as this value is used.
    ///   - vector: the initialisation vector.
    ///   - authenticated: data that is authenticated and not encrypted.
    package init(
        _ library: CryptoLibrary, key: UnsafeRawBufferPointer, vector: UnsafeRawBufferPointer,
        authenticated: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0)
    ) {
        self.library = library
        self.key = key
        self.vector = vector
        self.authenticated = authenticated
    }

    /// Returns the ciphertext, with the tag at its end.
    package func seal(_ plaintext: UnsafeRawBufferPointer) throws(CryptoError) -> [UInt8] {
        var failure: CryptoError?
        let sealed = [UInt8](unsafeUninitializedCapacity: plaintext.count + Self.tagCount) { sealed, count in
            let output = UnsafeMutableRawBufferPointer(sealed)
            do throws(CryptoError) {
                try run(plaintext, into: output, tag: output.suffix(Self.tagCount), encrypts: true)
                count = plaintext.count + Self.tagCount
            } catch { failure = error }
        }
        if let failure { throw failure }
        return sealed
    }

    /// Returns the plaintext.
    ///
    /// - Parameter tagCount: the number of bytes of the tag, 12 to 16.
    /// - Throws: an error if key, vector, data or tag differ from those of the encryption.
    package func open(
        _ sealed: UnsafeRawBufferPointer, tagCount: Int = Self.tagCount
    ) throws(CryptoError) -> SecretBytes {
        guard (12...Self.tagCount).contains(tagCount), sealed.count >= tagCount else { throw CryptoError(.failed) }
        let ciphertext = UnsafeRawBufferPointer(rebasing: sealed.dropLast(tagCount))
        let tag = sealed.suffix(tagCount)
        return try SecretBytes(count: ciphertext.count) { plaintext throws(CryptoError) in
            // The tag is only read.
            let tag = UnsafeMutableRawBufferPointer(mutating: UnsafeRawBufferPointer(rebasing: tag))
            try run(ciphertext, into: plaintext, tag: tag[...], encrypts: false)
        }
    }

    private func run(
        _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer,
        tag: Slice<UnsafeMutableRawBufferPointer>, encrypts: Bool
    ) throws(CryptoError) {
        let functions = library.functions.pointee
        let tag = UnsafeMutableRawBufferPointer(rebasing: tag)
        try library.marked { mark throws(CryptoError) in
            let names: [Int: StaticString] = [16: "AES-128-GCM", 24: "AES-192-GCM", 32: "AES-256-GCM"]
            guard let name = names[key.count] else { throw CryptoError(.failed) }
            let algorithm = try mark.found(functions.EVP_CIPHER_fetch(library.context, name.cString, nil), name)
            defer { functions.EVP_CIPHER_free(algorithm) }
            let cipher = try mark.made(functions.EVP_CIPHER_CTX_new())
            defer { functions.EVP_CIPHER_CTX_free(cipher) }
            let control = { (operation: Int, count: Int, data: UnsafeMutableRawPointer?) in
                functions.EVP_CIPHER_CTX_ctrl(cipher, Int32(operation), Int32(count), data) > 0
            }
            let direction: Int32 = encrypts ? 1 : 0
            try mark.check(
                functions.EVP_CipherInit_ex2(cipher, algorithm, nil, nil, direction, nil) > 0
                    && control(clibcrypto_set_iv_length, vector.count, nil)
                    && functions.EVP_CipherInit_ex2(cipher, nil, key.bytes, vector.bytes, direction, nil) > 0)
            try mark.check(encrypts || control(clibcrypto_set_tag, tag.count, tag.baseAddress))
            try mark.check(library.update(cipher, authenticated, into: nil) != nil)
            try mark.check(library.update(cipher, input, into: output.bytes) != nil)
            var last: Int32 = 0
            // GCM has no last block; libcrypto wants a place for one.
            var none: UInt8 = 0
            try mark.check(functions.EVP_CipherFinal_ex(cipher, &none, &last) > 0)
            try mark.check(!encrypts || control(clibcrypto_get_tag, tag.count, tag.baseAddress))
        }
    }
}
