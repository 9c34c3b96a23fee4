import ChatelaineCrypto
import Foundation
import LocalAuthentication
import Security

/// A private key in the TPM, which both types of CryptoKit's have inside.
struct HardwareKey: Sendable {
    let key: SecKey
    /// The public half: 04 ‖ X ‖ Y.
    let publicBytes: Data
    /// The key, sealed by the keychain, for the program to keep.
    let dataRepresentation: Data

    /// Makes a key, which no keychain stores.
    ///
    /// - Parameter isTrial: whether the key is only to show that one can be made, locked or not.
    /// - Throws: ``SecureEnclave/UnavailableError`` if there is no TPM; a `CFError` of `SecKeyCreateRandomKey`.
    init(accessControl: SecAccessControl?, authenticationContext: LAContext?, isTrial: Bool = false) throws {
        var half: [CFString: Any] = [kSecAttrIsPermanent: false]
        if let accessControl { half[kSecAttrAccessControl] = accessControl }
        if let authenticationContext { half[kSecUseAuthenticationContext] = authenticationContext }
        if isTrial { half[kSecAttrAccessible] = kSecAttrAccessibleAlwaysThisDeviceOnly }
        let parameters: [CFString: Any] = [
            kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits: 256,
            kSecAttrTokenID: kSecAttrTokenIDSecureEnclave, kSecPrivateKeyAttrs: half,
        ]
        try self.init(Self.reported { SecKeyCreateRandomKey(parameters as CFDictionary, $0) })
    }

    /// Takes back a key that was made before.
    ///
    /// - Throws: ``SecureEnclave/UnavailableError`` if there is no TPM; a `CFError` of `SecKeyCreateWithData`.
    init(dataRepresentation: Data, authenticationContext: LAContext?) throws {
        guard SecureEnclave.isAvailable else { throw SecureEnclave.UnavailableError() }
        var attributes: [CFString: Any] = [
            kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeyClass: kSecAttrKeyClassPrivate,
            kSecAttrTokenID: kSecAttrTokenIDSecureEnclave,
        ]
        if let authenticationContext { attributes[kSecUseAuthenticationContext] = authenticationContext }
        try self.init(
            Self.reported { SecKeyCreateWithData(dataRepresentation as CFData, attributes as CFDictionary, $0) })
    }

    private init(_ key: SecKey) throws {
        guard let half = SecKeyCopyPublicKey(key), let bytes = SecKeyCopyExternalRepresentation(half, nil),
            let data = (SecKeyCopyAttributes(key) as? [String: Any])?["toid"] as? Data
        else { throw SecureEnclave.UnavailableError() }
        (self.key, publicBytes, dataRepresentation) = (key, bytes as Data, data)
    }

    /// Returns both numbers of a signature, 64 bytes.
    func signature(of digest: Data) throws -> Data {
        try Self.reported { SecKeyCreateSignature(key, .ecdsaSignatureDigestRFC4754, digest as CFData, $0) } as Data
    }

    /// Returns the x-coordinate of the point that the key shares with another one.
    func agree(with peer: Data) throws -> Data {
        let attributes: [CFString: Any] = [
            kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeyClass: kSecAttrKeyClassPublic,
        ]
        let peer = try Self.reported { SecKeyCreateWithData(peer as CFData, attributes as CFDictionary, $0) }
        let none = [:] as [CFString: Any] as CFDictionary
        return try Self.reported { SecKeyCopyKeyExchangeResult(key, .ecdhKeyExchangeStandard, peer, none, $0) } as Data
    }

    /// Runs a function that reports an error through a pointer.
    private static func reported<Value>(
        _ body: (UnsafeMutablePointer<Unmanaged<CFError>?>) -> Value?
    ) throws -> Value {
        var error: Unmanaged<CFError>?
        if let value = body(&error) { return value }
        guard let failure = error?.takeRetainedValue(), failure.code != Int(errSecUnimplemented) else {
            throw SecureEnclave.UnavailableError()
        }
        throw failure
    }
}
