import ChatelaineCrypto
import Foundation
import LocalAuthentication
import Security

extension SecureEnclave.P256.Signing {
    /// A key that signs. There is none: all its initialisers throw.
    public struct PrivateKey: Sendable {
        private let none: Never

        /// Makes a key.
        ///
        /// - Throws: ``SecureEnclave/UnavailableError``, always.
        public init(
            compactRepresentable: Bool = true, accessControl: SecAccessControl? = nil,
            authenticationContext: LAContext? = nil
        ) throws {
            throw SecureEnclave.UnavailableError()
        }

        /// Loads a key that was made before.
        ///
        /// - Throws: ``SecureEnclave/UnavailableError``, always.
        public init(dataRepresentation: Data, authenticationContext: LAContext? = nil) throws {
            throw SecureEnclave.UnavailableError()
        }

        /// The public key.
        public var publicKey: ChatelaineCrypto.P256.Signing.PublicKey { switch none {} }

        /// The encrypted key, for the same processor.
        public var dataRepresentation: Data { switch none {} }

        /// Returns a signature of the SHA-256 hash of `data`.
        public func signature<D: DataProtocol>(for data: D) throws -> ChatelaineCrypto.P256.Signing.ECDSASignature {
            switch none {}
        }

        /// Returns a signature of `digest`.
        public func signature<D: Digest>(for digest: D) throws -> ChatelaineCrypto.P256.Signing.ECDSASignature {
            switch none {}
        }
    }
}

extension SecureEnclave.P256.KeyAgreement {
    /// A key that agrees on a secret. There is none: all its initialisers throw.
    public struct PrivateKey: Sendable {
        private let none: Never

        /// Makes a key.
        ///
        /// - Throws: ``SecureEnclave/UnavailableError``, always.
        public init(
            compactRepresentable: Bool = true, accessControl: SecAccessControl? = nil,
            authenticationContext: LAContext? = nil
        ) throws {
            throw SecureEnclave.UnavailableError()
        }

        /// Loads a key that was made before.
        ///
        /// - Throws: ``SecureEnclave/UnavailableError``, always.
        public init(dataRepresentation: Data, authenticationContext: LAContext? = nil) throws {
            throw SecureEnclave.UnavailableError()
        }

        /// The public key.
        public var publicKey: ChatelaineCrypto.P256.KeyAgreement.PublicKey { switch none {} }

        /// The encrypted key, for the same processor.
        public var dataRepresentation: Data { switch none {} }

        /// Returns the secret that this key and another one's public half agree on.
        public func sharedSecretFromKeyAgreement(
            with publicKeyShare: ChatelaineCrypto.P256.KeyAgreement.PublicKey
        ) throws -> SharedSecret {
            switch none {}
        }
    }
}
