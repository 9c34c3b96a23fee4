import Foundation
import KeyManagement
import Secrets

/// The digest among an item's attributes, which ties its two halves to each other.
///
/// Attributes and secret are sealed apart, and both are bound to the item's revision. Two copies of a file that were changed apart have
/// different items of the same revision, and without the digest the secret of one would be accepted under the attributes of the other.
///
/// Specified in: Docs/keychain-format.md, "Attributes".
struct ItemDigest {
    /// The length in bytes.
    private static let size = 20

    /// The encoded attributes without the digest.
    private let attributes: [UInt8]
    private let stored: [UInt8]

    /// Reads the digest of the plaintext of sealed attributes; nil if it has none.
    ///
    /// The digest is of the bytes as they were encoded: encoding the decoded attributes again could round a date.
    init?(attributes plaintext: UnsafeRawBufferPointer) {
        guard let parts = AttributeCoding.removing(.sha1, from: plaintext), let digest = parts.removed else {
            return nil
        }
        (attributes, stored) = (parts.rest, digest)
    }

    /// Whether the digest is that of these attributes and the plaintext of a secret.
    func covers(secret plaintext: UnsafeRawBufferPointer, _ classKey: ClassKey) -> Bool {
        stored == attributes.withUnsafeBytes { Self.make(attributes: $0, secret: plaintext, classKey) }
    }

    /// Computes the digest of encoded attributes and an encoded secret.
    static func make(
        attributes: UnsafeRawBufferPointer, secret: UnsafeRawBufferPointer, _ classKey: ClassKey
    ) -> [UInt8] {
        var message = AssociatedData()
        message.append(attributes)
        withUnsafeTemporaryAllocation(byteCount: 32, alignment: 8) { digest in
            sha256(secret, into: digest)
            message.append(UnsafeRawBufferPointer(digest))
        }
        return message.withUnsafeBytes { message in
            [UInt8](unsafeUninitializedCapacity: size) { buffer, initialized in
                classKey.digest(
                    message,
                    into: UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[..<size]))
                initialized = size
            }
        }
    }
}
