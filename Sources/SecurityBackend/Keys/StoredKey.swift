import AsymmetricKeys
import Foundation
import KeychainServices
import LibCrypto
import Secrets
import Security

/// A private key of a keychain, which carries out the operations with it: the handle of a `SecKey` (Docs/decisions/0072).
///
/// It refers to the item, or is a key in hardware that the keychain has sealed, and never has the private bytes. After the keychain is locked, or the item deleted, its operations fail.
struct StoredKey: Sendable {
    let keychain: Keychain
    let place: PrivateKeyReference
    let type: KeyType
    /// The attributes of the item when it was found.
    let attributes: Attributes
    /// The external representation of the public half; nil if it is not known.
    let publicRepresentation: [UInt8]?
    /// The authentication of the search that found the key, for its use.
    let authentication: KeyAuthentication

    /// Whether the program may have a copy of the private key.
    var isExtractable: Bool { attributes[.extractable] != 0 }

    /// Type and size; nil if the item does not say them.
    var specification: KeySpecification? {
        switch type {
        case .rsa: bits > 0 ? .rsa(bits: bits) : (try? publicHalf())?.specification
        case .ellipticCurve: curve.map { .ellipticCurve($0) }
        case .ed25519: .ed25519
        case .x25519: .x25519
        }
    }

    private var curve: Curve? {
        guard let count = publicRepresentation?.count else { return Curve(rawValue: bits) }
        return Curve.allCases.first { 1 + 2 * $0.coordinateCount == count }
    }

    /// The size that the item says, 0 if none. libcrypto knows none above 16,384.
    private var bits: Int {
        guard let bits = attributes[.keySizeInBits]?.number, (0...16384).contains(bits) else { return 0 }
        return Int(bits)
    }

    /// Returns the public half.
    ///
    /// - Throws: `.dataNotAvailable` if it is not known; `.parameter` if it is none.
    func publicHalf() throws(KeychainError) -> PublicKey {
        guard let publicRepresentation else { throw .noPublicHalf }
        return try withKeys { () throws(KeyError) in try PublicKey(type, bytes: publicRepresentation) }
    }

    /// Carries out an operation, where the key is.
    func result(
        of operation: KeyOperation, _ algorithm: KeyAlgorithm, _ input: [UInt8],
        _ parameters: ExchangeParameters = ExchangeParameters()
    ) throws(KeychainError) -> SecretBytes {
        // The usual mistakes need no question to another process, and no prompt.
        if let specification, !specification.supports(operation, algorithm, as: .privateKey) {
            try withKeys { () throws(KeyError) in
                throw KeyError(specification.isWeak ? .weak(specification.bits) : .unsupported)
            }
        }
        let request = PrivateKeyRequest(operation, algorithm, type: type, input: input, parameters: parameters)
        return try keychain.use(place, for: request, with: authentication.make())
    }

    /// Returns what a new item of the key takes: the sealed form of one in hardware that is no item yet.
    ///
    /// - Throws: as ``representation()``.
    func dataOfNewItem() throws(KeychainError) -> Data {
        if case .sealed(let key) = place { return Data(key.bytes) }
        return try representation()
    }

    /// Reads the external representation.
    ///
    /// - Throws: `.unimplemented` for a key in hardware; `.dataNotAvailable` for one that is not extractable, or has none; as `Keychain.items(matching:reading:with:)`.
    func representation() throws(KeychainError) -> Data {
        guard !attributes.isInToken else { throw .staysInToken }
        guard isExtractable, case .item(let reference) = place else { throw .notExtractable }
        let found = try keychain.items(matching: Query(reference), reading: .data, with: authentication.make())
        guard let item = found.first else { throw KeychainError(.itemNotFound, "the key is no longer in its keychain") }
        guard let data = item.data else { throw .notExtractable }
        return data
    }
}

extension KeychainError {
    /// The error for the bytes of a stored private key that is not extractable.
    static var notExtractable: KeychainError {
        KeychainError(
            Code(rawValue: errSecDataNotAvailable), "the private key is not extractable",
            remedy: "use it through its SecKey")
    }

    fileprivate static var staysInToken: KeychainError {
        KeychainError(.unimplemented, "a key in hardware cannot be copied", remedy: "use it through its SecKey")
    }

    fileprivate static var noPublicHalf: KeychainError {
        KeychainError(
            Code(rawValue: errSecDataNotAvailable), "the keychain does not know the public half of this key",
            remedy: "add the key by kSecValueRef, or keep its public key as well")
    }
}
