import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import Security

/// A private key of a keychain, for TLS: a handshake asks for one signature, and the keychain makes it. The key stays where it is.
struct KeychainPrivateKey: NIOSSLCustomPrivateKey, Hashable {
    /// The signatures of TLS, and their names in the keychain.
    private static let algorithms: [(tls: SignatureAlgorithm, keychain: SecKeyAlgorithm)] = [
        (.ecdsaSecp256R1Sha256, .ecdsaSignatureMessageX962SHA256),
        (.ecdsaSecp384R1Sha384, .ecdsaSignatureMessageX962SHA384),
        (.ecdsaSecp521R1Sha512, .ecdsaSignatureMessageX962SHA512),
        (.rsaPssRsaeSha256, .rsaSignatureMessagePSSSHA256),
        (.rsaPssRsaeSha384, .rsaSignatureMessagePSSSHA384),
        (.rsaPssRsaeSha512, .rsaSignatureMessagePSSSHA512),
        (.rsaPkcs1Sha256, .rsaSignatureMessagePKCS1v15SHA256),  // TLS 1.2
    ]

    let key: SecKey

    var signatureAlgorithms: [SignatureAlgorithm] {
        Self.algorithms.filter { SecKeyIsAlgorithmSupported(key, .sign, $0.keychain) }.map(\.tls)
    }

    /// Signs on another thread: the keychain may ask a person first, and the event loop must not wait for that.
    func sign(channel: Channel, algorithm: SignatureAlgorithm, data: ByteBuffer) -> EventLoopFuture<ByteBuffer> {
        let result = NIOThreadPool.singleton.runIfActive(eventLoop: channel.eventLoop) {
            try signature(of: data, algorithm)
        }
        // NIOSSL says only that the handshake has failed.
        result.whenFailure { FileHandle.standardError.write(Data("no signature: \($0)\n".utf8)) }
        return result
    }

    private func signature(of data: ByteBuffer, _ algorithm: SignatureAlgorithm) throws -> ByteBuffer {
        var error: Unmanaged<CFError>?
        guard let name = Self.algorithms.first(where: { $0.tls == algorithm })?.keychain,
            let signature = SecKeyCreateSignature(key, name, Data(data.readableBytesView) as CFData, &error)
        else { throw error?.takeRetainedValue() ?? ChannelError.operationUnsupported }
        return ByteBuffer(bytes: signature as Data)
    }

    /// Only TLS without forward secrecy decrypts with a private key.
    func decrypt(channel: Channel, data: ByteBuffer) -> EventLoopFuture<ByteBuffer> {
        channel.eventLoop.makeFailedFuture(ChannelError.operationUnsupported)
    }
}
