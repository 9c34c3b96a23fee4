import Secrets

/// An opened class key.
///
/// It lives as long as somebody refers to it: locking lets go of it, an operation under way keeps it to its end.
public final class ClassKey: Sendable {
    /// Its number in the keybag.
    public let number: Int64
    /// The protection class whose items it serves.
    public let protection: ProtectionClass
    /// Whether new items take it.
    public let isCurrent: Bool
    let key: SecretBytes
    private let metadataKey: HMACKey
    private let digestKey: HMACKey

    init(
        number: Int64, protection: ProtectionClass, isCurrent: Bool, key: consuming SecretBytes,
        metadataKey: borrowing SecretBytes
    ) {
        self.number = number
        self.protection = protection
        self.isCurrent = isCurrent
        self.key = key
        let metadataMAC = metadataKey.withUnsafeBytes { HMACKey($0) }
        var digestKey = SecretBytes(zeros: HMACKey.tagSize)
        var label = AssociatedData()
        label.append("chatelaine digest 1")
        digestKey.withUnsafeMutableBytes { output in
            label.withUnsafeBytes { metadataMAC.expand($0, into: output) }
        }
        self.metadataKey = metadataMAC
        self.digestKey = digestKey.withUnsafeBytes { HMACKey($0) }
    }

    /// Wraps `itemKey` (32 bytes) into the 60 bytes of `output`.
    public func wrap(
        itemKey: UnsafeRawBufferPointer, associatedData: UnsafeRawBufferPointer,
        into output: UnsafeMutableRawBufferPointer
    ) {
        key.withUnsafeBytes {
            AES256GCM.standard.seal(itemKey, key: $0, associatedData: associatedData, into: output)
        }
    }

    /// Unwraps an item key into the 32 bytes of `output`; false if it was not wrapped by this key for this place.
    public func unwrap(
        itemKey wrapped: UnsafeRawBufferPointer, associatedData: UnsafeRawBufferPointer,
        into output: UnsafeMutableRawBufferPointer
    ) -> Bool {
        key.withUnsafeBytes {
            AES256GCM.standard.open(wrapped, key: $0, associatedData: associatedData, into: output)
        }
    }

    /// Derives the key of one revision of one item's attributes into the 32 bytes of `output`.
    public func deriveMetadataKey(context: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) {
        metadataKey.expand(context, into: output)
    }

    /// Writes the first bytes of a tag over `message` that nobody without the class key can make; at most 32.
    public func digest(_ message: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) {
        digestKey.authenticate(message, into: output)
    }
}
