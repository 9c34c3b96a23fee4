import Secrets

/// A key that wraps other keys and nothing else.
///
/// Specified in: Docs/keychain-format.md, "Keys".
final class WrappingKey: Sendable {
    enum Kind: UInt8, Sendable {
        case device = 1
        case passcode = 2
        case recovery = 3
        case classKey = 4
        case presence = 5
        /// The password of a portable keychain.
        case password = 6
    }

    let kind: Kind
    private let key: SecretBytes

    init(kind: Kind, key: consuming SecretBytes) {
        self.kind = kind
        self.key = key
    }

    /// Returns a copy of the key itself, 32 bytes.
    func copyOfKey() -> SecretBytes { key.copy() }

    /// Derives D, which the device key alone is enough to derive.
    static func device(_ deviceKey: DeviceKey, keychainID: [UInt8]) -> WrappingKey {
        WrappingKey(kind: .device, key: derive(deviceKey.key, keychainID: keychainID, info: "chatelaine device key 1"))
    }

    /// The keys derived from a passcode together with the device key.
    struct PasscodeKeys {
        /// K: opens the class keys, and stays in memory until the next lock.
        let passcode: WrappingKey
        /// P: opens the items that require the passcode at every use. It is not kept.
        let presence: WrappingKey
    }

    /// Derives K and P from one run of the passcode's hash.
    static func ofPasscode(
        _ passcode: borrowing SecretBytes, hash: PasscodeHash, deviceKey: DeviceKey, keychainID: [UInt8]
    ) throws(KeyError) -> PasscodeKeys {
        let stretched = try hash.derive(passcode)
        let both = SecretBytes(count: stretched.count + deviceKey.key.count) { both in
            stretched.withUnsafeBytes { both.copyMemory(from: $0) }
            deviceKey.key.withUnsafeBytes {
                UnsafeMutableRawBufferPointer(rebasing: both[stretched.count...]).copyMemory(from: $0)
            }
        }
        return PasscodeKeys(
            passcode: WrappingKey(
                kind: .passcode, key: derive(both, keychainID: keychainID, info: "chatelaine passcode key 1")),
            presence: WrappingKey(
                kind: .presence, key: derive(both, keychainID: keychainID, info: "chatelaine presence key 1")))
    }

    /// Derives the wrapping key of the recovery key.
    static func recovery(_ recoveryKey: borrowing SecretBytes, keychainID: [UInt8]) -> WrappingKey {
        WrappingKey(
            kind: .recovery, key: derive(recoveryKey, keychainID: keychainID, info: "chatelaine recovery key 1"))
    }

    /// Derives the wrapping key of the recovery code of a sealed device key.
    static func recoveryCode(_ code: borrowing SecretBytes, deviceKeyID: [UInt8]) -> WrappingKey {
        WrappingKey(kind: .recovery, key: derive(code, keychainID: deviceKeyID, info: "chatelaine recovery code 1"))
    }

    /// Derives a key by HKDF with SHA-256 (RFC 5869); the keychain's id is the salt, so that one device key gives every keychain a key
    /// of its own.
    private static func derive(_ input: borrowing SecretBytes, keychainID: [UInt8], info: StaticString) -> SecretBytes {
        let extracted = HMACKey(extracting: input, salt: keychainID)
        return SecretBytes(count: HMACKey.tagSize) { output in
            info.withUTF8Buffer { extracted.expand(UnsafeRawBufferPointer($0), into: output) }
        }
    }

    /// Returns the wrapped form of a 32-byte key: 60 bytes.
    func wrap(_ wrapped: borrowing SecretBytes, context: KeyContext) -> [UInt8] {
        let count = wrapped.count + AES256GCM.overhead
        return wrapped.withUnsafeBytes { plaintext in
            [UInt8](unsafeUninitializedCapacity: count) { output, initialized in
                key.withUnsafeBytes { key in
                    context.associatedData(wrapper: kind).withUnsafeBytes {
                        AES256GCM.standard.seal(
                            plaintext, key: key, associatedData: $0,
                            into: UnsafeMutableRawBufferPointer(
                                rebasing: UnsafeMutableRawBufferPointer(output)[..<count]))
                    }
                }
                initialized = count
            }
        }
    }

    /// Returns the 32-byte key, or nil if it was not wrapped by this key for this context.
    func unwrap(_ wrapped: [UInt8], context: KeyContext) -> SecretBytes? {
        var unwrapped = SecretBytes(zeros: AES256GCM.keySize)
        let opened = unwrapped.withUnsafeMutableBytes { output in
            key.withUnsafeBytes { Self.unwrap(wrapped, key: $0, kind: kind, context: context, into: output) }
        }
        guard opened else { return nil }
        return unwrapped
    }

    /// Writes the 32-byte key to `output`; false if it was not wrapped by `key` for this context.
    static func unwrap(
        _ wrapped: [UInt8], key: UnsafeRawBufferPointer, kind: Kind, context: KeyContext,
        into output: UnsafeMutableRawBufferPointer
    ) -> Bool {
        guard wrapped.count == AES256GCM.keySize + AES256GCM.overhead else { return false }
        return wrapped.withUnsafeBytes { wrapped in
            context.associatedData(wrapper: kind).withUnsafeBytes {
                AES256GCM.standard.open(wrapped, key: key, associatedData: $0, into: output)
            }
        }
    }
}

/// The context of a wrapped key: which key of which keychain it is.
struct KeyContext: Sendable {
    enum Part: UInt8, Sendable {
        case classKey = 1
        case metadataKey = 2
        case searchKey = 3
        case publicKey = 4
        case privateKey = 5
        /// The key of a sealed device key; the context's id is the device key's.
        case deviceKey = 16
        /// The device key of a portable keychain.
        case portableKey = 17
        case portableSettings = 18
        /// The key of a former device key; the context's id is that device key's.
        case formerDeviceKey = 19
        case fileKey = 6
    }

    let keychainID: [UInt8]
    /// The number of the class key or the key pair in the keybag; 0 for the search key.
    let number: Int64
    /// The protection class; ``ProtectionClass/always`` for a key pair, because its purpose is part of its number.
    let protection: ProtectionClass
    /// Whether new items take the class key; true for keys of other kinds. If this were not authenticated, an attacker who can write
    /// the file could have new items sealed with a key that was retired because it may be known.
    let isCurrent: Bool
    let part: Part

    func associatedData(wrapper: WrappingKey.Kind) -> AssociatedData {
        var data = AssociatedData()
        data.append("chatelaine key 1")
        data.append(keychainID)
        data.append(number)
        data.append(protection.rawValue)
        data.append(part.rawValue)
        data.append(wrapper.rawValue)
        data.append(isCurrent ? 1 : 0 as UInt8)
        return data
    }
}
