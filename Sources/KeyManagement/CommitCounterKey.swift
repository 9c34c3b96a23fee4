import Secrets

/// The key that authenticates the commit counter of a keychain. Derived from the device key alone, so that the counter can be checked
/// while the keychain is locked.
///
/// Specified in: Docs/keychain-format.md, "Commit counter".
package final class CommitCounterKey: Sendable {
    private static let info: StaticString = "chatelaine commit counter 1"
    private let key: HMACKey

    /// Derives the key of all keychains with this device key.
    package init(_ deviceKey: DeviceKey) {
        let extracted = HMACKey(extracting: deviceKey.key, salt: deviceKey.id)
        let derived = SecretBytes(count: HMACKey.tagSize) { output in
            Self.info.withUTF8Buffer { extracted.expand(UnsafeRawBufferPointer($0), into: output) }
        }
        key = derived.withUnsafeBytes { HMACKey($0) }
    }

    /// Returns the tag over a message: 32 bytes.
    package func tag(_ message: [UInt8]) -> [UInt8] {
        var tag = [UInt8](repeating: 0, count: HMACKey.tagSize)
        message.withUnsafeBytes { message in
            tag.withUnsafeMutableBytes { key.authenticate(message, into: $0) }
        }
        return tag
    }
}

extension KeySet {
    /// The key of the commit counter.
    package var commitCounterKey: CommitCounterKey { CommitCounterKey(deviceKey) }
}
