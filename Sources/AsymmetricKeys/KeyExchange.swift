import LibCrypto
import Secrets

/// The parameters of a key exchange (keychain-services 6.4).
package struct ExchangeParameters: Hashable, Sendable {
    /// More would be no key.
    package static let mostBytes = 1 << 20

    /// The number of bytes to derive, `kSecKeyKeyExchangeParameterRequestedSize`; without a key derivation function it has no effect.
    package var count: Int?
    /// The information that both sides share, `kSecKeyKeyExchangeParameterSharedInfo`.
    package var sharedInfo: [UInt8]

    package init(count: Int? = nil, sharedInfo: [UInt8] = []) {
        self.count = count
        self.sharedInfo = sharedInfo
    }

    func checkedCount() throws(KeyError) -> Int {
        guard let count, (1...Self.mostBytes).contains(count) else { throw KeyError(.exchange) }
        return count
    }

    /// Returns what X9.63's function derives from a shared secret.
    func derived(
        from secret: borrowing SecretBytes, _ hash: HashFunction, _ library: CryptoLibrary
    ) throws(KeyError) -> SecretBytes {
        let count = try checkedCount()
        return try sharedInfo.withBytes { info throws(KeyError) in
            try calling { () throws(CryptoError) in
                try library.deriveX963(from: secret, with: hash, info: info, count: count)
            }
        }
    }
}

extension PrivateKey {
    /// Returns the secret that this key shares with a public one, or what is derived from it.
    ///
    /// - Throws: `.unsupported`, `.weak`; `.exchange` for parameters out of range, a key of another curve, and a secret of zeros;
    ///   `.library`.
    package func exchange(
        with peer: PublicKey, _ algorithm: KeyAlgorithm, _ parameters: ExchangeParameters
    ) throws(KeyError) -> SecretBytes {
        try specification.check(.exchange, algorithm, as: .privateKey)
        guard case .exchange(_, let hash) = algorithm else { throw KeyError(.unsupported) }
        guard let hash else { return try sharedSecret(with: peer) }
        _ = try parameters.checkedCount()
        return try parameters.derived(from: try sharedSecret(with: peer), hash, native.library)
    }

    /// Returns the x-coordinate of the shared point, or X25519's result.
    func sharedSecret(with peer: PublicKey) throws(KeyError) -> SecretBytes {
        guard peer.specification == specification else { throw KeyError(.exchange) }
        do throws(CryptoError) {
            return try native.shareSecret(with: peer.native, count: specification.blockCount)
        } catch { throw KeyError(error.kind == .failed ? .exchange : .library(error)) }
    }
}
