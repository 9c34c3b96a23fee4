import Crypto
import Foundation

/// The signature by which a profile shows that it has the private key of its pairing.
enum SessionProof {
    static let challengeSize = 32
    static let publicKeySize = 65

    /// The bytes that the extension signs: the protocol and its version, so that no signature for another purpose counts; the challenge; the
    /// identifier of the extension.
    static func message(challenge: [UInt8], extensionID: String) -> Data {
        Data("chatelaine browser session 1\0".utf8) + challenge + Data(extensionID.utf8)
    }

    /// Whether a key is a point of P-256.
    static func isKey(_ publicKey: Data) -> Bool {
        publicKey.count == publicKeySize && (try? P256.Signing.PublicKey(x963Representation: publicKey)) != nil
    }

    /// Whether a signature (FIPS 186-5, ECDSA with P-256 and SHA-256; r and s of 32 bytes each) is one of the challenge.
    static func isValid(_ signature: Data, of challenge: [UInt8], extensionID: String, by publicKey: Data) -> Bool {
        guard let key = try? P256.Signing.PublicKey(x963Representation: publicKey),
            let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature)
        else { return false }
        return key.isValidSignature(signature, for: message(challenge: challenge, extensionID: extensionID))
    }
}
