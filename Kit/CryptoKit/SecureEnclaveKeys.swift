@_spi(ChatelaineKit) import ChatelaineCrypto
import Foundation
import LocalAuthentication
import Security

extension SecureEnclave.P256.Signing {
    /// A key that signs.
    public struct PrivateKey: Sendable {
        private let inside: HardwareKey
        /// The public key.
        public let publicKey: ChatelaineCrypto.P256.Signing.PublicKey

        /// Makes a key.
        ///
        /// - Parameters:
        ///   - compactRepresentable: whether the public key has to have a compact representation, which half of all keys have.
        ///   - accessControl: what using the key takes.
        ///   - authenticationContext: for its use.
        /// - Throws: ``SecureEnclave/UnavailableError`` without a TPM; a `CFError` of `SecKeyCreateRandomKey`.
        public init(
            compactRepresentable: Bool = true, accessControl: SecAccessControl? = nil,
            authenticationContext: LAContext? = nil
        ) throws {
            var (key, half): (HardwareKey, ChatelaineCrypto.P256.Signing.PublicKey)
            repeat {
                key = try HardwareKey(accessControl: accessControl, authenticationContext: authenticationContext)
                half = try .init(x963Representation: key.publicBytes)
            } while compactRepresentable && half.compactRepresentation == nil
            (inside, publicKey) = (key, half)
        }

        /// Loads a key that was made before.
        ///
        /// - Throws: ``SecureEnclave/UnavailableError`` without a TPM; a `CFError` for data that is no such key.
        public init(dataRepresentation: Data, authenticationContext: LAContext? = nil) throws {
            inside = try HardwareKey(
                dataRepresentation: dataRepresentation, authenticationContext: authenticationContext)
            publicKey = try .init(x963Representation: inside.publicBytes)
        }

        /// The encrypted key, for the same keychain and the same TPM.
        public var dataRepresentation: Data { inside.dataRepresentation }

        /// Returns a signature of the SHA-256 hash of `data`.
        public func signature<D: DataProtocol>(for data: D) throws -> ChatelaineCrypto.P256.Signing.ECDSASignature {
            try signature(for: SHA256.hash(data: data))
        }

        /// Returns a signature of `digest`.
        public func signature<D: Digest>(for digest: D) throws -> ChatelaineCrypto.P256.Signing.ECDSASignature {
            try .init(rawRepresentation: inside.signature(of: digest.withUnsafeBytes { Data($0) }))
        }
    }
}

extension SecureEnclave.P256.KeyAgreement {
    /// A key that agrees on a secret.
    public struct PrivateKey: Sendable {
        private let inside: HardwareKey
        /// The public key.
        public let publicKey: ChatelaineCrypto.P256.KeyAgreement.PublicKey

        /// Makes a key.
        ///
        /// - Parameters:
        ///   - compactRepresentable: whether the public key has to have a compact representation, which half of all keys have.
        ///   - accessControl: what using the key takes.
        ///   - authenticationContext: for its use.
        /// - Throws: ``SecureEnclave/UnavailableError`` without a TPM; a `CFError` of `SecKeyCreateRandomKey`.
        public init(
            compactRepresentable: Bool = true, accessControl: SecAccessControl? = nil,
            authenticationContext: LAContext? = nil
        ) throws {
            var (key, half): (HardwareKey, ChatelaineCrypto.P256.KeyAgreement.PublicKey)
            repeat {
                key = try HardwareKey(accessControl: accessControl, authenticationContext: authenticationContext)
                half = try .init(x963Representation: key.publicBytes)
            } while compactRepresentable && half.compactRepresentation == nil
            (inside, publicKey) = (key, half)
        }

        /// Loads a key that was made before.
        ///
        /// - Throws: ``SecureEnclave/UnavailableError`` without a TPM; a `CFError` for data that is no such key.
        public init(dataRepresentation: Data, authenticationContext: LAContext? = nil) throws {
            inside = try HardwareKey(
                dataRepresentation: dataRepresentation, authenticationContext: authenticationContext)
            publicKey = try .init(x963Representation: inside.publicBytes)
        }

        /// The encrypted key, for the same keychain and the same TPM.
        public var dataRepresentation: Data { inside.dataRepresentation }

        /// Returns the secret that this key and another one's public half agree on.
        public func sharedSecretFromKeyAgreement(
            with publicKeyShare: ChatelaineCrypto.P256.KeyAgreement.PublicKey
        ) throws -> SharedSecret {
            SharedSecret(agreedBytes: try inside.agree(with: publicKeyShare.x963Representation))
        }
    }
}
