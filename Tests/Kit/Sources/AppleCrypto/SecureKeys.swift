import CryptoKit
import Foundation
import LocalAuthentication
import Security

// A key of the Secure Enclave where there is one, and another one elsewhere, as programs write it.

/// A key of either kind.
enum SigningKey {
    case secureEnclave(SecureEnclave.P256.Signing.PrivateKey)
    case software(P256.Signing.PrivateKey)

    init() throws {
        if SecureEnclave.isAvailable {
            // swift-format-ignore: NeverForceUnwrap
            let access = SecAccessControlCreateWithFlags(
                nil, kSecAttrAccessibleWhenUnlockedThisDeviceOnly, [.privateKeyUsage, .userPresence], nil)!
            let context = LAContext()
            self = .secureEnclave(
                try SecureEnclave.P256.Signing.PrivateKey(accessControl: access, authenticationContext: context))
        } else {
            self = .software(P256.Signing.PrivateKey())
        }
    }

    var publicKey: P256.Signing.PublicKey {
        switch self {
        case .secureEnclave(let key): return key.publicKey
        case .software(let key): return key.publicKey
        }
    }

    func signature(for data: Data) throws -> P256.Signing.ECDSASignature {
        switch self {
        case .secureEnclave(let key): return try key.signature(for: SHA256.hash(data: data))
        case .software(let key): return try key.signature(for: data)
        }
    }
}

/// Keys that a keychain can store.
protocol StorableKey {
    init<D>(rawRepresentation data: D) throws where D: ContiguousBytes
    var rawRepresentation: Data { get }
}

extension P256.Signing.PrivateKey: StorableKey {}

extension SecureEnclave.P256.Signing.PrivateKey: StorableKey {
    init<D>(rawRepresentation data: D) throws where D: ContiguousBytes {
        try self.init(dataRepresentation: data.withUnsafeBytes { Data($0) })
    }

    var rawRepresentation: Data { return dataRepresentation }
}

/// Agrees on a key with a peer.
func agree(with peer: P256.KeyAgreement.PublicKey) throws -> SymmetricKey {
    let secret: SharedSecret
    if SecureEnclave.isAvailable {
        secret = try SecureEnclave.P256.KeyAgreement.PrivateKey().sharedSecretFromKeyAgreement(with: peer)
    } else {
        secret = try P256.KeyAgreement.PrivateKey().sharedSecretFromKeyAgreement(with: peer)
    }
    return secret.hkdfDerivedSymmetricKey(
        using: SHA256.self, salt: Data(), sharedInfo: Data("kit".utf8), outputByteCount: 32)
}

/// Whether making and loading each kind of key fails, with a text that says why.
func secureKeysSayWhy() -> Bool {
    let attempts: [() throws -> Void] = [
        { _ = try SecureEnclave.P256.Signing.PrivateKey() },
        { _ = try SecureEnclave.P256.Signing.PrivateKey(compactRepresentable: false) },
        { _ = try SecureEnclave.P256.Signing.PrivateKey(rawRepresentation: Data([1, 2, 3])) },
        { _ = try SecureEnclave.P256.KeyAgreement.PrivateKey() },
        { _ = try SecureEnclave.P256.KeyAgreement.PrivateKey(dataRepresentation: Data(), authenticationContext: nil) },
    ]
    return attempts.allSatisfy { attempt in
        do {
            try attempt()
            return false
        } catch { return error.localizedDescription.contains("no Secure Enclave") }
    }
}
