import Secrets

/// The conditions that lock a portable keychain without a request.
package struct PortableSettings: Hashable, Sendable {
    /// Whether it is locked when the computer suspends.
    package var locksOnSleep: Bool
    /// The number of seconds without use after which it is locked; nil for never.
    package var interval: UInt32?

    package init(locksOnSleep: Bool, interval: UInt32?) {
        self.locksOnSleep = locksOnSleep
        self.interval = interval
    }

    /// The settings of a new keychain, as on macOS.
    package static let initial = PortableSettings(locksOnSleep: true, interval: 300)

    /// The stored form: flags (1), interval (4), zeros up to the size of a key.
    var bytes: SecretBytes {
        let flags: UInt8 = (locksOnSleep ? 1 : 0) | (interval == nil ? 0 : 2)
        let number = interval ?? 0
        return SecretBytes(count: AES256GCM.keySize) { output in
            output[0] = flags
            output.storeBytes(of: number.bigEndian, toByteOffset: 1, as: UInt32.self)
        }
    }

    init(bytes: UnsafeRawBufferPointer) {
        let flags = bytes[0]
        locksOnSleep = flags & 1 != 0
        interval = flags & 2 == 0 ? nil : UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: 1, as: UInt32.self))
    }
}
