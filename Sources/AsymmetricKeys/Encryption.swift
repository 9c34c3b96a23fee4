import LibCrypto
import Secrets

extension PublicKey {
    /// Returns the ciphertext of a message.
    ///
    /// - Throws: `.unsupported`, `.weak`; `.input` for a message that is too long, or a number that is too large; `.library`.
    package func encrypt(_ message: UnsafeRawBufferPointer, with algorithm: KeyAlgorithm) throws(KeyError) -> [UInt8] {
        try specification.check(.encrypt, algorithm, as: .publicKey)
        switch algorithm {
        case .rsaEncryptionOAEPAESGCM(let hash): return try sealed(message, hash)
        case .ecies(_, let hash, let hasVariableVector):
            return try SealingKey(hash, hasVariableVector: hasVariableVector).seal(message, for: self)
        default:
            guard let padding = RSAPadding(algorithm, specification), padding.accepted.contains(message.count) else {
                throw KeyError(.input)
            }
            do throws(CryptoError) {
                return try native.encrypt(message, padding.parameters, count: specification.blockCount)
            } catch {
                throw KeyError(algorithm == .rsaEncryptionRaw && error.kind == .failed ? .input : .library(error))
            }
        }
    }
}

extension PrivateKey {
    /// Returns the message of a ciphertext.
    ///
    /// - Throws: `.unsupported`; `.decryption` without a reason; `.library`.
    package func decrypt(
        _ ciphertext: UnsafeRawBufferPointer, with algorithm: KeyAlgorithm
    ) throws(KeyError) -> SecretBytes {
        try specification.check(.decrypt, algorithm, as: .privateKey)
        switch algorithm {
        case .rsaEncryptionOAEPAESGCM(let hash): return try opened(ciphertext, hash)
        case .ecies(_, let hash, let hasVariableVector):
            return try SealingKey(hash, hasVariableVector: hasVariableVector).open(ciphertext, with: self)
        default: return try opened(ciphertext, algorithm)
        }
    }

    /// Returns the message of one RSA block.
    func opened(_ block: UnsafeRawBufferPointer, _ algorithm: KeyAlgorithm) throws(KeyError) -> SecretBytes {
        guard let padding = RSAPadding(algorithm, specification), block.count == specification.blockCount else {
            throw KeyError(.decryption)
        }
        return try decrypting { () throws(CryptoError) in
            try native.decrypt(block, padding.parameters, largest: specification.blockCount)
        }
    }
}

/// Runs calls of libcrypto that decrypt, and hides why they fail.
func decrypting<Result: ~Copyable>(
    _ body: () throws(CryptoError) -> Result
) throws(KeyError) -> Result {
    do throws(CryptoError) {
        return try body()
    } catch { throw KeyError(error.kind == .failed ? .decryption : .library(error)) }
}

/// The padding of an RSA encryption.
/// Specified in: RFC 8017, 7.
struct RSAPadding {
    /// libcrypto's parameters.
    let parameters: [Parameter]
    /// The numbers of bytes that a message may have.
    let accepted: ClosedRange<Int>

    init?(_ algorithm: KeyAlgorithm, _ specification: KeySpecification) {
        let block = specification.blockCount
        switch algorithm {
        case .rsaEncryptionRaw:
            accepted = block...block
            parameters = [.text("pad-mode", "none")]
        case .rsaEncryptionPKCS1:
            accepted = 0...(block - KeySpecification.pkcs1Overhead)
            parameters = [.text("pad-mode", "pkcs1")]
        case .rsaEncryptionOAEP(let hash):
            guard specification.longestMessage(hash) >= 0 else { return nil }
            accepted = 0...specification.longestMessage(hash)
            parameters = [
                .text("pad-mode", "oaep"), .text("digest", hash.name), .text("mgf1-digest", hash.name),
            ]
        default: return nil
        }
    }
}
