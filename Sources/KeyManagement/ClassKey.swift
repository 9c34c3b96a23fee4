import Secrets

/// An opened class key.
///
/// Reference-counted: a lock drops the key set's reference, and an operation in progress keeps the key in memory until it ends.
package final class ClassKey: Sendable {
    /// The number in the keybag.
    package let number: Int64
    /// The protection class whose items this key protects.
    package let protection: ProtectionClass
    /// Whether new items are wrapped with this key.
    package let isCurrent: Bool
    let key: SecretBytes
    /// Two HMAC keys ready for use: the metadata key, and the digest key derived from it. Both are in one block of guarded memory,
    /// because allocating such blocks is what takes time when a keychain is opened.
    private let derived: SecretBytes
    private static let metadataState = 0..<HMACKey.stateSize
    private static let digestState = metadataState.upperBound..<2 * HMACKey.stateSize
    /// Space for the raw keys from which the states are made. Wiped afterwards.
    private static let rawKey = digestState.upperBound..<digestState.upperBound + AES256GCM.keySize

    /// Unwraps the metadata key of a class key and prepares the derived keys.
    ///
    /// - Parameters:
    ///   - key: the class key of `record`.
    ///   - context: the context for which the record's metadata key is wrapped.
    /// - Returns: nil if the class key does not unwrap the metadata key.
    init?(_ record: Keybag.ClassKey, key: consuming SecretBytes, metadataContext context: KeyContext) {
        number = record.number
        protection = record.protection
        isCurrent = record.isCurrent
        var derived = SecretBytes(zeros: Self.rawKey.upperBound)
        let opened = derived.withUnsafeMutableBytes { memory in
            let raw = UnsafeMutableRawBufferPointer(rebasing: memory[Self.rawKey])
            defer { wipe(raw) }
            let unwrapped = key.withUnsafeBytes {
                WrappingKey.unwrap(record.metadataKey, key: $0, kind: .classKey, context: context, into: raw)
            }
            guard unwrapped else { return false }
            let metadata = UnsafeMutableRawBufferPointer(rebasing: memory[Self.metadataState])
            let digest = UnsafeMutableRawBufferPointer(rebasing: memory[Self.digestState])
            HMACKey.prepare(UnsafeRawBufferPointer(raw), state: metadata)
            var label = AssociatedData()
            label.append("chatelaine digest 1")
            label.withUnsafeBytes { HMACKey.expand($0, state: UnsafeRawBufferPointer(metadata), into: raw) }
            HMACKey.prepare(UnsafeRawBufferPointer(raw), state: digest)
            return true
        }
        self.key = key
        self.derived = derived
        guard opened else { return nil }
    }

    /// Wraps `itemKey` (32 bytes) into the 60 bytes of `output`.
    package func wrap(
        itemKey: UnsafeRawBufferPointer, associatedData: UnsafeRawBufferPointer,
        into output: UnsafeMutableRawBufferPointer
    ) {
        key.withUnsafeBytes {
            AES256GCM.standard.seal(itemKey, key: $0, associatedData: associatedData, into: output)
        }
    }

    /// Unwraps an item key into the 32 bytes of `output`; false if it was not wrapped by this key with this associated data.
    package func unwrap(
        itemKey wrapped: UnsafeRawBufferPointer, associatedData: UnsafeRawBufferPointer,
        into output: UnsafeMutableRawBufferPointer
    ) -> Bool {
        key.withUnsafeBytes {
            AES256GCM.standard.open(wrapped, key: $0, associatedData: associatedData, into: output)
        }
    }

    /// Derives the key of one revision of one item's attributes into the 32 bytes of `output`.
    package func deriveMetadataKey(context: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) {
        derived.withUnsafeBytes { memory in
            HMACKey.expand(context, state: .init(rebasing: memory[Self.metadataState]), into: output)
        }
    }

    /// Writes the first bytes of a tag over `message` to `output`, at most 32. Only a holder of the class key can compute the tag.
    package func digest(_ message: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) {
        derived.withUnsafeBytes { memory in
            HMACKey.authenticate(message, state: .init(rebasing: memory[Self.digestState]), into: output)
        }
    }
}
