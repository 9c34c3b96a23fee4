import CSodium
import Crypto
import Foundation
import Secrets

/// AES-256-GCM on pointers, so that neither keys nor plaintext pass through memory that is never wiped.
///
/// A sealed text is `nonce (12) ‖ ciphertext ‖ tag (16)`, with a random nonce. One key seals at most 2^31 texts
/// (NIST SP 800-38D, 8.3, allows 2^32 with random nonces).
package struct AES256GCM: Sendable {
    /// The size of a key in bytes.
    package static let keySize = 32
    /// The number of bytes by which a sealed text is longer than its plaintext.
    package static let overhead = 28
    private static let nonceSize = 12

    /// libsodium's implementation if the processor has AES instructions (0.1 µs for a short text), else swift-crypto's (1 µs).
    package static let standard = AES256GCM(usesProcessor: true)

    private let usesLibsodium: Bool

    /// Chooses the implementation.
    ///
    /// - Parameter usesProcessor: false always takes swift-crypto's implementation, as on processors without AES instructions. For tests.
    init(usesProcessor: Bool) {
        SecureRandom.fill(UnsafeMutableRawBufferPointer(start: nil, count: 0))
        usesLibsodium = usesProcessor && crypto_aead_aes256gcm_is_available() == 1
    }

    /// Writes the sealed text to `output`, which has ``overhead`` bytes more than `plaintext`.
    package func seal(
        _ plaintext: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer, associatedData: UnsafeRawBufferPointer,
        into output: UnsafeMutableRawBufferPointer
    ) {
        precondition(output.count == plaintext.count + Self.overhead)
        SecureRandom.fill(UnsafeMutableRawBufferPointer(rebasing: output[..<Self.nonceSize]))
        sealWithNonce(in: output, plaintext, key: key, associatedData: associatedData)
    }

    /// Seals with the nonce at the start of `output`. Called directly only by tests against published examples: a nonce that is used
    /// twice reveals the plaintexts.
    func sealWithNonce(
        in output: UnsafeMutableRawBufferPointer, _ plaintext: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer,
        associatedData: UnsafeRawBufferPointer
    ) {
        precondition(key.count == Self.keySize && output.count == plaintext.count + Self.overhead)
        let nonce = UnsafeMutableRawBufferPointer(rebasing: output[..<Self.nonceSize])
        if usesLibsodium {
            crypto_aead_aes256gcm_encrypt(
                bytePointer(UnsafeMutableRawBufferPointer(rebasing: output[Self.nonceSize...])), nil,
                bytePointer(plaintext), UInt64(plaintext.count), bytePointer(associatedData),
                UInt64(associatedData.count),
                nil, bytePointer(UnsafeRawBufferPointer(nonce)), bytePointer(key))
            return
        }
        // A wrong key size or nonce size is the only reason to refuse, and both are right here.
        guard let nonce = try? AES.GCM.Nonce(data: UnsafeRawBufferPointer(nonce)),
            let box = try? AES.GCM.seal(
                plaintext, using: SymmetricKey(data: key), nonce: nonce, authenticating: associatedData)
        else { preconditionFailure("AES-GCM refused a key of 32 bytes") }
        let body = UnsafeMutableRawBufferPointer(rebasing: output[Self.nonceSize...])
        body.copyBytes(from: box.ciphertext)
        UnsafeMutableRawBufferPointer(rebasing: body[plaintext.count...]).copyBytes(from: box.tag)
    }

    /// Writes the plaintext to `output`, which has ``overhead`` bytes fewer than `sealed`.
    ///
    /// - Returns: false, with nothing but zeros written, if the text was not sealed with this key and associated data.
    package func open(
        _ sealed: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer, associatedData: UnsafeRawBufferPointer,
        into output: UnsafeMutableRawBufferPointer
    ) -> Bool {
        precondition(key.count == Self.keySize)
        guard sealed.count >= Self.overhead, output.count == sealed.count - Self.overhead else { return false }
        let nonce = UnsafeRawBufferPointer(rebasing: sealed[..<Self.nonceSize])
        let body = UnsafeRawBufferPointer(rebasing: sealed[Self.nonceSize...])
        if usesLibsodium {
            return crypto_aead_aes256gcm_decrypt(
                bytePointer(output), nil, nil, bytePointer(body), UInt64(body.count),
                bytePointer(associatedData), UInt64(associatedData.count), bytePointer(nonce), bytePointer(key)) == 0
        }
        guard let box = try? AES.GCM.SealedBox(combined: sealed),
            var plaintext = try? AES.GCM.open(box, using: SymmetricKey(data: key), authenticating: associatedData)
        else { return false }
        output.copyBytes(from: plaintext)
        plaintext.withUnsafeMutableBytes { wipe($0) }
        return true
    }
}
