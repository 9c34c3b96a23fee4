import Secrets

/// A class key that this process held under the passcode, and that the keybag no longer had when another process had changed it.
///
/// Only a digest is left of it, which opens nothing: a lock, or a change of the passcode that retires keys, leaves no key behind.
struct MissingClassKey: Sendable {
    let number: Int64
    let protection: ProtectionClass
    private let digest: [UInt8]

    init(_ key: ClassKey) {
        (number, protection) = (key.number, key.protection)
        digest = Self.digest(of: key.key)
    }

    /// Whether this is the key.
    func isKey(_ key: borrowing SecretBytes) -> Bool { Self.digest(of: key) == digest }

    /// The digest of a key, which is uniformly random: it cannot be guessed from that.
    private static func digest(of key: borrowing SecretBytes) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 32)
        key.withUnsafeBytes { bytes in digest.withUnsafeMutableBytes { sha256(bytes, into: $0) } }
        return digest
    }
}

extension KeySet {
    /// The keys that a keybag without the passcode has to have, besides those that are open: those of ``missing``, and those of the class
    /// keys that are held now. Keys that the device key opens prove nothing, nor does that of the class that goes with the passcode.
    var missingOrHeld: [MissingClassKey] {
        missing
            + classKeys.values.filter { key in
                key.isCurrent && key.protection.availability != .always
                    && key.protection != .whenPasscodeSetThisDeviceOnly
            }.map { MissingClassKey($0) }
    }
}
