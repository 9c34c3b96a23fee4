import Crypto
import Foundation
import Secrets

/// The layout of a content's chunks in a file.
///
/// Specified in: Docs/protected-file-format.md, "Content".
package struct Chunks: Hashable, Sendable {
    /// The number of content bytes in every chunk except the last.
    package static let size = 65536
    /// The number of bytes by which a sealed chunk is longer.
    package static let overhead = 16
    static let sealedSize = size + overhead

    /// The number of content bytes.
    package let length: Int
    /// The number of chunks; 1 for empty content.
    package let count: Int

    /// Computes the layout from the size of a file.
    ///
    /// - Parameter fileSize: the size of the whole file in bytes.
    /// - Returns: nil if no content results in a file of this size.
    package init?(fileSize: Int) {
        let (body, overflow) = fileSize.subtractingReportingOverflow(HeaderCopies.size)
        guard !overflow, body >= Self.overhead else { return nil }
        count = (body - 1) / Self.sealedSize + 1
        let last = body - (count - 1) * Self.sealedSize
        // Only with empty content the last chunk is empty.
        guard last > Self.overhead || (last == Self.overhead && count == 1) else { return nil }
        length = body - count * Self.overhead
    }

    /// Returns the number of content bytes in a chunk.
    func length(of chunk: Int) -> Int { min(Self.size, length - chunk * Self.size) }
    /// Returns the offset of a chunk in the file.
    func offset(of chunk: Int) -> Int { HeaderCopies.size + chunk * Self.sealedSize }
    func isLast(_ chunk: Int) -> Bool { chunk == count - 1 }
}

/// Seals and opens chunks: the STREAM construction (Hoang, Reyhanitabar, Rogaway, Vizár 2015) with AES-256-GCM.
///
/// The nonce is the number of a chunk and whether it is the last: no chunk opens at another position, and truncated content
/// has no last chunk. The key belongs to one content alone, so that no nonce is used twice.
///
/// Uses swift-crypto, whose AES is five times as fast as libsodium's on processors with vector AES instructions.
enum ChunkCipher {
    /// Makes the nonce: 11 bytes of the number, big-endian, and one that is 1 for the last chunk.
    private static func nonce(_ chunk: Int, isLast: Bool) -> AES.GCM.Nonce? {
        withUnsafeTemporaryAllocation(byteCount: nonceSize, alignment: 8) { bytes in
            bytes.storeBytes(of: 0, as: UInt32.self)
            bytes.storeBytes(of: UInt64(chunk).bigEndian, toByteOffset: 3, as: UInt64.self)
            bytes[11] = isLast ? 1 : 0
            return try? AES.GCM.Nonce(data: UnsafeRawBufferPointer(bytes))
        }
    }

    /// Calls `body` with the sealed chunk: ``Chunks/overhead`` bytes more than `content`.
    static func seal<Failure: Error>(
        _ content: UnsafeRawBufferPointer, number: Int, isLast: Bool, key: SymmetricKey,
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        // A wrong key size or nonce size is the only reason to refuse, and both are right here. The combined form begins with the nonce.
        guard let nonce = nonce(number, isLast: isLast),
            let sealed = try? AES.GCM.seal(content, using: key, nonce: nonce).combined,
            sealed.count == nonceSize + content.count + Chunks.overhead
        else { preconditionFailure("AES-GCM refused a key of 32 bytes") }
        try sealed.withUnsafeBytes { sealed in
            Result { () throws(Failure) in try body(UnsafeRawBufferPointer(rebasing: sealed[nonceSize...])) }
        }.get()
    }

    private static let nonceSize = 12

    /// Opens a chunk and writes its content to `output`, which has ``Chunks/overhead`` bytes fewer.
    ///
    /// - Returns: false, with nothing written, if the bytes are not this chunk of this file.
    static func open(
        _ sealed: UnsafeRawBufferPointer, number: Int, isLast: Bool, key: SymmetricKey,
        into output: UnsafeMutableRawBufferPointer
    ) -> Bool {
        let end = sealed.count - Chunks.overhead
        guard end >= 0, output.count == end, let nonce = nonce(number, isLast: isLast),
            let box = try? AES.GCM.SealedBox(
                nonce: nonce, ciphertext: UnsafeRawBufferPointer(rebasing: sealed[..<end]),
                tag: UnsafeRawBufferPointer(rebasing: sealed[end...])),
            var content = try? AES.GCM.open(box, using: key)
        else { return false }
        output.copyBytes(from: content)
        content.withUnsafeMutableBytes { wipe($0) }
        return true
    }
}
