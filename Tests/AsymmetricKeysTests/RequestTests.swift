import AsymmetricKeys
import Dispatch
import LibCrypto
import Secrets
import Synchronization
import Testing

/// Operations as functions of bytes, as a process carries them out that keeps keys for others.
@Suite struct RequestTests {
    private static let message: [UInt8] = Array("message".utf8)

    @Test func aSignatureIsMadeFromBytes() throws {
        let key = try Sample.p256.get()
        let request = PrivateKeyRequest(
            .sign, .ecdsa(.x962, .message(.sha256)), type: .ellipticCurve, input: Self.message)
        let signature = try request.result(with: SecretBytes(copying: try key.bytes())).bytes
        #expect(try key.publicKey().isValid(signature, Self.message, request.algorithm))
        #expect(try key.publicKey().isValid(try request.result(with: key).bytes, Self.message, request.algorithm))
    }

    @Test func aCiphertextIsOpenedFromBytes() throws {
        let key = try Sample.rsa2048.get()
        let algorithm = KeyAlgorithm.rsaEncryptionOAEPAESGCM(.sha256)
        let sealed = try key.publicKey().encrypt(Self.message, algorithm)
        let request = PrivateKeyRequest(.decrypt, algorithm, type: .rsa, input: sealed)
        #expect(try request.result(with: SecretBytes(copying: try key.bytes())).bytes == Self.message)
    }

    @Test func aSecretIsSharedFromBytes() throws {
        let key = try Sample.x25519.get()
        let peer = try PrivateKey.generate(.x25519)
        let parameters = ExchangeParameters(count: 40, sharedInfo: [7])
        let request = PrivateKeyRequest(
            .exchange, .exchange(.cofactor, .sha512), type: .x25519, input: peer.publicRepresentation,
            parameters: parameters)
        let secret = try request.result(with: SecretBytes(copying: try key.bytes())).bytes
        #expect(try peer.exchange(with: try key.publicKey(), request.algorithm, parameters).bytes == secret)
    }

    @Test func operationsOfPublicKeysAndWrongBytesAreRefused() throws {
        let bytes = SecretBytes(copying: try Sample.ed25519.get().bytes())
        for operation in [KeyOperation.verify, .encrypt] {
            let request = PrivateKeyRequest(operation, .ed25519, type: .ed25519, input: Self.message)
            #expect(throws: KeyError(.unsupported)) { _ = try request.result(with: bytes) }
        }
        let other = PrivateKeyRequest(.sign, .ed25519, type: .ellipticCurve, input: Self.message)
        #expect(throws: KeyError(.malformed)) { _ = try other.result(with: bytes) }
    }

    @Test func threadsShareAKey() throws {
        let keys = [try Sample.rsa1024.get(), try Sample.p256.get()]
        let algorithms: [KeyAlgorithm] = [.rsaSignaturePKCS1(.message(.sha256)), .ecdsa(.rfc4754, .message(.sha256))]
        let valid = Atomic<Int>(0)
        DispatchQueue.concurrentPerform(iterations: 200) { index in
            let (key, algorithm) = (keys[index % 2], algorithms[index % 2])
            guard let signature = try? key.sign(Self.message, algorithm), let publicKey = try? key.publicKey() else {
                return
            }
            if (try? publicKey.isValid(signature, Self.message, algorithm)) == true { valid.add(1, ordering: .relaxed) }
        }
        #expect(valid.load(ordering: .relaxed) == 200)
    }
}
