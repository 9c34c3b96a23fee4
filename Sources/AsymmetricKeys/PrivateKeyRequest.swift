import Secrets

/// An operation of a private key as a function of bytes: representation, algorithm and input in, result out.
///
/// A process that keeps a key for others, and does not give it away, carries out requests in this form (Docs/decisions/0069).
package struct PrivateKeyRequest: Hashable, Sendable {
    /// `.sign`, `.decrypt` or `.exchange`.
    package var operation: KeyOperation
    package var algorithm: KeyAlgorithm
    /// The type of the private key.
    package var type: KeyType
    /// The message or hash to sign, the ciphertext to decrypt, or the external representation of the other side's public key.
    package var input: [UInt8]
    /// The parameters of a key exchange.
    package var parameters: ExchangeParameters

    package init(
        _ operation: KeyOperation, _ algorithm: KeyAlgorithm, type: KeyType, input: [UInt8],
        parameters: ExchangeParameters = ExchangeParameters()
    ) {
        self.operation = operation
        self.algorithm = algorithm
        self.type = type
        self.input = input
        self.parameters = parameters
    }

    /// Carries out the request with a key in its external representation.
    ///
    /// - Throws: `.unsupported` for an operation of public keys; `.malformed`; what the operation throws.
    package func result(with representation: borrowing SecretBytes) throws(KeyError) -> SecretBytes {
        try result(with: try PrivateKey(type: type, representation: representation))
    }

    /// Carries out the request with a key.
    package func result(with key: PrivateKey) throws(KeyError) -> SecretBytes {
        try input.withBytes { input throws(KeyError) in
            switch operation {
            case .sign: SecretBytes(copying: try key.sign(input, with: algorithm))
            case .decrypt: try key.decrypt(input, with: algorithm)
            case .exchange:
                try key.exchange(
                    with: try PublicKey(type: key.specification.type, representation: input), algorithm, parameters)
            case .verify, .encrypt: throw KeyError(.unsupported)
            }
        }
    }
}
