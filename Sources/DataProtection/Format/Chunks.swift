import Crypto
import Foundation
import Secrets

/// Where the chunks of a content lie in a file.
///
/// Specified in: Docs/protected-file-format.md, "Content".
package struct Chunks: Hashable, Sendable {
    /// Bytes of content in every chunk but the last.
    package static let size = 65536
    /// Bytes that a sealed chunk is longer.
    package static let overhead = 16
    static let sealedSize = size + overhead

    /// Bytes of content.
    package let length: Int
    /// How many there are; 1 for no content.
    package let count: Int

    /// - Parameter fileSize: bytes of the whole file.
    /// - Returns: nil if no content makes a file of this size.
    package init?(fileSize: Int) {
        let (body, overflow) = fileSize.subtractingReportingOverflow(HeaderCopies.size)
        guard !overflow, body >= Self.overhead else { return nil }
        count = (body - 1) / Self.sealedSize + 1
        let last = body - (count - 1) * Self.sealedSize
        // Only of no content the last chunk is empty.
        guard last > Self.overhead || (last == Self.overhead && count == 1) else { return nil }
        length = body - count * Self.overhead
    }

    /// Bytes of content in a chunk.
    func length(of chunk: Int) -> Int { min(Self.size, length - chunk * Self.size) }
    /// Where a chunk begins in the file.
    func offset(of chunk: Int) -> Int { HeaderCopies.size + chunk * Self.sealedSize }
    func isLast(_ chunk: Int) -> Bool { chunk == count - 1 }
}

/// Seals and opens chunks: the STREAM construction (Hoang, Reyhanitabar, Rogaway, Vizár 2015) with AES-256-GCM.
///
/// The number of a chunk, and whether it is the last, is the nonce: no chunk opens in another's place, and a content that
/// was cut off has no last one. The key belongs to one content alone, so that no nonce is used twice.
///
/// By swift-crypto, whose AES is five times as fast as libsodium's where the processor has instructions for vectors.
enum ChunkCipher {
    /// 11 bytes of the number, big-endian, and one that is 1 for the last chunk.
    private static func nonce(_ chunk: Int, isLast: Bool) -> AES.GCM.Nonce? {
        withUnsafeTemporaryAllocation(byteCount: nonceSize, alignment: 8) { bytes in
            bytes.storeBytes(of: 0, as: UInt32.self)
            bytes.storeBytes(of: UInt64(chunk).bigEndian, toByteOffset: 3, as: UInt64.self)
            bytes[11] = isLast ? 1 : 0
            return try? AES.GCM.Nonce(data: UnsafeRawBufferPointer(bytes))
        }
    }

    /// Runs `body` with the sealed chunk: ``Chunks/overhead`` bytes more than `content`.
    static func seal<Failure: Error>(
        _ content: UnsafeRawBufferPointer, number: Int, isLast: Bool, key: SymmetricKey,
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        // A 32-byte key and a 12-byte nonce are all that could be refused. Where it lies it begins with the nonce.
        guard let nonce = nonce(number, isLast: isLast),
            let sealed = try? AES.GCM.seal(content, using: key, nonce: nonce).combined,
            sealed.count == nonceSize + content.count + Chunks.overhead
        else { preconditionFailure("AES-GCM refused a key of 32 bytes") }
        try sealed.withUnsafeBytes { sealed in
            Result { () throws(Failure) in try body(UnsafeRawBufferPointer(rebasing: sealed[nonceSize...])) }
        }.get()
    }

    private static let nonceSize = 12

    /// Writes the content of a chunk to `output`, which has ``Chunks/overhead`` bytes fewer.
    ///
    /// - Returns: false, with nothing written, if it is not this chunk of this file.
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
