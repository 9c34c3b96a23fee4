import CLibCrypto

extension CryptoLibrary {
    /// EVP_CipherUpdate(3) takes an `int`. A multiple of all block sizes.
    private static let longestPiece = 1 << 30

    /// Encrypts or decrypts `input` with a cipher in use.
    ///
    /// - Parameters:
    ///   - cipher: the context, an `EVP_CIPHER_CTX`.
    ///   - output: the place of the result; nil for data that is only authenticated.
    /// - Returns: the number of bytes written; nil if the call failed.
    func update(
        _ cipher: OpaquePointer, _ input: UnsafeRawBufferPointer, into output: UnsafeMutablePointer<UInt8>?
    ) -> Int? {
        var position = 0
        var total = 0
        while position < input.count {
            let count = min(input.count - position, Self.longestPiece)
            var written: Int32 = 0
            guard
                functions.pointee.EVP_CipherUpdate(
                    cipher, output.map { $0 + total }, &written, input.bytes.map { $0 + position }, Int32(count)) > 0
            else { return nil }
            position += count
            total += Int(written)
        }
        return total
    }
}
