import CLibCrypto
import Secrets

/// AES in a mode without authentication, one piece of data after another. For data of programs that have chosen it; nothing of ours is
/// encrypted this way.
///
/// Specified in: NIST SP 800-38A; the padding in RFC 5652, 6.3.
package final class AESCipher {
    /// A mode of operation.
    package enum Mode: Sendable {
        case ecb, cbc, ctr
    }

    /// The number of bytes of a block, and of an initialisation vector.
    package static let blockCount = 16

    private let library: CryptoLibrary
    private let cipher: OpaquePointer
    private let encrypts: Bool
    /// Whether padding is appended and removed. The counter mode has none.
    private let pads: Bool
    private let mode: Mode
    /// The number of bytes that wait for the rest of their block; when padding is to be removed, also of a whole block, which may be the
    /// last.
    package private(set) var pending = 0

    /// - Parameters:
    ///   - encrypts: false to decrypt.
    ///   - pads: whether the last block is padded; without it, data of the block modes has to consist of whole blocks.
    ///   - key: 16, 24 or 32 bytes, which are not needed afterwards.
    ///   - vector: 16 bytes; the mode ECB uses none.
    package init(
        _ library: CryptoLibrary, _ mode: Mode, encrypts: Bool, pads: Bool, key: UnsafeRawBufferPointer,
        vector: UnsafeRawBufferPointer
    ) throws(CryptoError) {
        self.library = library
        self.mode = mode
        self.encrypts = encrypts
        self.pads = pads && mode != .ctr
        let functions = library.functions
        let pads = self.pads
        cipher = try library.marked { mark throws(CryptoError) in
            guard let name = Self.name(mode, keyCount: key.count), vector.count == Self.blockCount else {
                throw CryptoError(.failed)
            }
            let algorithm = try mark.found(functions.pointee.EVP_CIPHER_fetch(library.context, name.cString, nil), name)
            defer { functions.pointee.EVP_CIPHER_free(algorithm) }
            let cipher = try mark.made(functions.pointee.EVP_CIPHER_CTX_new())
            do throws(CryptoError) {
                try mark.check(
                    functions.pointee.EVP_CipherInit_ex2(
                        cipher, algorithm, key.bytes, vector.bytes, encrypts ? 1 : 0, nil) > 0
                        && functions.pointee.EVP_CIPHER_CTX_set_padding(cipher, pads ? 1 : 0) > 0)
            } catch {
                functions.pointee.EVP_CIPHER_CTX_free(cipher)
                throw error
            }
            return cipher
        }
    }

    deinit { library.functions.pointee.EVP_CIPHER_CTX_free(cipher) }

    /// Whether data that is not of whole blocks has no end.
    package var needsWholeBlocks: Bool { mode != .ctr && !(pads && encrypts) }

    /// Begins again with the same key, and another initialisation vector of 16 bytes.
    package func restart(vector: UnsafeRawBufferPointer) throws(CryptoError) {
        try library.marked { mark throws(CryptoError) in
            try mark.check(
                vector.count == Self.blockCount
                    && library.functions.pointee.EVP_CipherInit_ex2(
                        cipher, nil, nil, vector.bytes, encrypts ? 1 : 0, nil) > 0
            )
        }
        pending = 0
    }

    /// Returns the number of bytes that ``update(_:into:)`` writes for so many bytes; nil if there is no such number.
    package func updateCount(_ count: Int) -> Int? {
        let (total, overflow) = pending.addingReportingOverflow(count)
        guard count >= 0, !overflow else { return nil }
        guard mode != .ctr else { return total }
        let kept = pads && !encrypts && total > 0 ? (total - 1) % Self.blockCount + 1 : total % Self.blockCount
        return total - kept
    }

    /// Returns the greatest number of bytes that an update with so many bytes and the end write together; nil if there is no such number.
    package func wholeCount(_ count: Int) -> Int? {
        let (total, overflow) = pending.addingReportingOverflow(count)
        guard count >= 0, !overflow else { return nil }
        guard pads, encrypts else { return total }
        let (padded, tooLong) = total.addingReportingOverflow(Self.blockCount - total % Self.blockCount)
        return tooLong ? nil : padded
    }

    /// Encrypts or decrypts a piece of data.
    ///
    /// - Parameters:
    ///   - input: the piece, which has no byte in common with the place of the result.
    ///   - output: room for ``updateCount(_:)`` bytes.
    /// - Returns: the number of bytes written.
    package func update(
        _ input: UnsafeRawBufferPointer, into output: UnsafeMutablePointer<UInt8>?
    ) throws(CryptoError) -> Int {
        let written = try library.marked { mark throws(CryptoError) in
            let written = library.update(cipher, input, into: output)
            try mark.check(written != nil)
            return written ?? 0
        }
        pending += input.count - written
        return written
    }

    /// Writes the last block: padded, or without its padding.
    ///
    /// - Parameter output: room for ``wholeCount(_:)`` bytes of an empty piece.
    /// - Returns: the number of bytes written.
    /// - Throws: an error if the padding is wrong, or a block is not whole.
    package func finish(into output: UnsafeMutablePointer<UInt8>?) throws(CryptoError) -> Int {
        // libcrypto wants a place, also for nothing.
        var block: (UInt64, UInt64) = (0, 0)
        let written = try library.marked { mark throws(CryptoError) in
            var written: Int32 = 0
            let succeeded = withUnsafeMutableBytes(of: &block) { block in
                defer { wipe(block) }
                guard library.functions.pointee.EVP_CipherFinal_ex(cipher, block.bytes, &written) > 0 else {
                    return false
                }
                if let output, let bytes = block.bytes { output.update(from: bytes, count: Int(written)) }
                return output != nil || written == 0
            }
            try mark.check(succeeded)
            return Int(written)
        }
        pending = 0
        return written
    }

    private static func name(_ mode: Mode, keyCount: Int) -> StaticString? {
        switch (mode, keyCount) {
        case (.ecb, 16): "AES-128-ECB"
        case (.ecb, 24): "AES-192-ECB"
        case (.ecb, 32): "AES-256-ECB"
        case (.cbc, 16): "AES-128-CBC"
        case (.cbc, 24): "AES-192-CBC"
        case (.cbc, 32): "AES-256-CBC"
        case (.ctr, 16): "AES-128-CTR"
        case (.ctr, 24): "AES-192-CTR"
        case (.ctr, 32): "AES-256-CTR"
        default: nil
        }
    }
}
