import AsymmetricKeys
import KeychainServices
import LibCrypto
import Secrets
import Security

// The functions of keys with pointers and paddings (keychain-services 6.4).

extension KeychainBackend {
    func carryOut(
        _ operation: SecKeyOperationType, _ key: SecKey, _ padding: SecPadding, _ input: UnsafeRawBufferPointer,
        _ output: RawOutput
    ) -> OSStatus {
        status(operation.name) { () throws(KeychainError) in
            try output.write(try key.handleOfKey().carryOut(operation, padding, input))
        }
    }

    func verify(
        _ signature: UnsafeRawBufferPointer, of data: UnsafeRawBufferPointer, _ key: SecKey, _ padding: SecPadding
    ) -> OSStatus {
        status("SecKeyRawVerify") { () throws(KeychainError) in
            let isValid = try withKeys { () throws(KeyError) in
                let key = try key.keyHandle().publicKey()
                let algorithm = try KeyAlgorithm(signing: padding, key.specification.type)
                return try key.isValid(signature, of: data, with: algorithm)
            }
            guard isValid else { throw .invalidRawSignature }
        }
    }
}

extension KeyHandle {
    fileprivate func carryOut(
        _ operation: SecKeyOperationType, _ padding: SecPadding, _ input: UnsafeRawBufferPointer
    ) throws(KeychainError) -> Data {
        switch operation {
        case .sign: try result(of: .sign, try algorithm(signing: padding), [UInt8](input)).copied
        case .decrypt: try result(of: .decrypt, try algorithm(encrypting: padding), [UInt8](input)).copied
        case .encrypt:
            try withKeys { () throws(KeyError) in
                let key = try publicKey()
                let algorithm = try KeyAlgorithm(encrypting: padding, key.specification.type)
                return Data(try key.encrypt(input, with: algorithm))
            }
        default: throw KeychainError(.parameter, "there is no such operation")
        }
    }

    private func algorithm(signing padding: SecPadding) throws(KeychainError) -> KeyAlgorithm {
        try withKeys { () throws(KeyError) in try KeyAlgorithm(signing: padding, type) }
    }

    private func algorithm(encrypting padding: SecPadding) throws(KeychainError) -> KeyAlgorithm {
        try withKeys { () throws(KeyError) in try KeyAlgorithm(encrypting: padding, type) }
    }
}

extension SecretBytes {
    /// A copy that belongs to the program.
    fileprivate var copied: Data { withUnsafeBytes { Data($0) } }
}

extension KeyAlgorithm {
    fileprivate init(signing padding: SecPadding, _ type: KeyType) throws(KeyError) {
        switch (type, padding) {
        case (.ellipticCurve, .sigRaw): self = .ecdsa(.rfc4754, .anyDigest)
        // The other paddings are those of RSA, and programs pass them with any key.
        case (.ellipticCurve, _): self = .ecdsa(.x962, .anyDigest)
        case (.rsa, []): self = .rsaSignatureRaw
        case (.rsa, .PKCS1): self = .rsaSignaturePKCS1(.anyDigest)
        case (.rsa, _):
            guard let hash = Self.hashes[padding] else { throw KeyError(.unsupported) }
            self = .rsaSignaturePKCS1(.digest(hash))
        case (.ed25519, _), (.x25519, _): throw KeyError(.unsupported)
        }
    }

    private static let hashes: [SecPadding: HashFunction] = [
        .PKCS1SHA1: .sha1, .PKCS1SHA224: .sha224, .PKCS1SHA256: .sha256, .PKCS1SHA384: .sha384, .PKCS1SHA512: .sha512,
    ]

    fileprivate init(encrypting padding: SecPadding, _ type: KeyType) throws(KeyError) {
        switch (type, padding) {
        case (.rsa, []): self = .rsaEncryptionRaw
        case (.rsa, .PKCS1): self = .rsaEncryptionPKCS1
        case (.rsa, .OAEP): self = .rsaEncryptionOAEP(.sha1)
        default: throw KeyError(.unsupported)
        }
    }
}

extension RawOutput {
    fileprivate func write(_ result: Data) throws(KeychainError) {
        guard result.count <= count.pointee else {
            throw KeychainError(
                .parameter, "the result does not fit into the memory for it",
                remedy: "provide a block for RSA, two blocks and 9 bytes for a curve")
        }
        result.copyBytes(to: start, count: result.count)
        count.pointee = result.count
    }
}

extension SecKeyOperationType {
    /// The name of the function, for the log.
    fileprivate var name: StaticString {
        switch self {
        case .encrypt: "SecKeyEncrypt"
        case .decrypt: "SecKeyDecrypt"
        default: "SecKeyRawSign"
        }
    }
}

extension KeychainError {
    /// The older function has another status for a signature that is not valid.
    fileprivate static var invalidRawSignature: KeychainError {
        let error = KeychainError.invalidSignature
        return KeychainError(Code(rawValue: errSSLCrypto), error.reason, remedy: error.remedy)
    }
}
