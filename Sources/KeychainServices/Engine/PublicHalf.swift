import AsymmetricKeys
import Foundation
import Secrets

/// The public half that is stored with a key (Docs/decisions/0072). Programs believe what it says of the key, so it is kept only if it is
/// that of the data, whichever program names it.
extension Draft {
    /// Removes a public half that is not that of the data, or of which that cannot be told.
    mutating func removeForeignPublicHalf() {
        guard let named = attributes[.publicKey] else { return }
        guard let half = publicHalf(), named.data == Data(half) else {
            attributes[.publicKey] = nil
            return
        }
    }

    /// Derives the public half from the data; nil if the data is no key.
    private func publicHalf() -> [UInt8]? {
        guard let keyClass: KeyClass = attributes.number(.keyClass), let type: KeyType = attributes.number(.type),
            let data
        else { return nil }
        switch keyClass {
        case .publicKey: return data.withUnsafeBytes { try? PublicKey(type: type, representation: $0) }?.representation
        case .privateKey:
            return try? PrivateKey(type: type, representation: SecretBytes(copying: data)).publicRepresentation
        }
    }
}

extension Attributes {
    fileprivate func number<Value: RawRepresentable<Int>>(_ key: AttributeKey) -> Value? {
        self[key]?.number.flatMap { Int(exactly: $0) }.flatMap(Value.init(rawValue:))
    }
}
