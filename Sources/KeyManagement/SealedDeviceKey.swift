import Foundation
import Secrets

/// The contents of the device key file if a TPM seals the key. Nothing here is secret.
///
/// Format (Docs/keychain-format.md, "Sealed device key"): `CHDEVKY2`, id (16), six fields with their lengths in 2 bytes in front,
/// the first 8 bytes of SHA-256 over all of these.
package struct SealedDeviceKey: Hashable, Sendable {
    static let magic = Array("CHDEVKY2".utf8)
    /// The size of a recovery code in bytes.
    package static let recoveryCodeSize = 20
    /// The maximum sizes of the six fields in bytes.
    private static let limits = [200, 100, 70, 700, 1700, 60]

    /// The identifier of the device key.
    package let id: [UInt8]
    /// The address of the TPM, and its registers that the policy depends on (empty for none).
    package let address: String
    package let registers: String
    /// The name of the TPM's storage key.
    package let parent: [UInt8]
    package let publicArea: [UInt8]
    package let privateArea: [UInt8]
    /// The key, wrapped by the recovery code; empty without one.
    private(set) var recovery: [UInt8] = []

    package var hasRecoveryCode: Bool { !recovery.isEmpty }

    package init(
        of key: DeviceKey, address: String, registers: String, parent: [UInt8], publicArea: [UInt8],
        privateArea: [UInt8]
    ) {
        id = key.id
        self.address = address
        self.registers = registers
        self.parent = parent
        self.publicArea = publicArea
        self.privateArea = privateArea
    }

    /// Whether a file's contents begin like those of a sealed key.
    package static func isSealed(_ contents: UnsafeRawBufferPointer) -> Bool { contents.prefix(8).elementsEqual(magic) }

    /// Reads a sealed device key from the contents of its file.
    ///
    /// - Throws: `.damaged` if the bytes are not those of a sealed device key.
    package init(fileContents contents: UnsafeRawBufferPointer) throws(KeyError) {
        let damaged = KeyError.damaged("the sealed device key file")
        guard Self.isSealed(contents), contents.count >= 8 + 16 + 8 else { throw damaged }
        let end = contents.count - 8
        guard contents[end...].elementsEqual(Self.checksum(contents[..<end])) else { throw damaged }
        id = Array(contents[8..<24])
        var fields: [[UInt8]] = []
        var position = 24
        for limit in Self.limits {
            guard end - position >= 2 else { throw damaged }
            let count = Int(contents[position]) << 8 | Int(contents[position + 1])
            position += 2
            guard count <= limit, end - position >= count else { throw damaged }
            fields.append(Array(contents[position..<position + count]))
            position += count
        }
        guard position == end, fields[5].isEmpty || fields[5].count == 60,
            let address = String(validating: fields[0], as: UTF8.self),
            let registers = String(validating: fields[1], as: UTF8.self)
        else { throw damaged }
        self.address = address
        self.registers = registers
        (parent, publicArea, privateArea, recovery) = (fields[2], fields[3], fields[4], fields[5])
    }

    /// Returns the contents of the device key file.
    package func fileContents() -> [UInt8] {
        var contents = Self.magic + id
        for field in [Array(address.utf8), Array(registers.utf8), parent, publicArea, privateArea, recovery] {
            contents += [UInt8(truncatingIfNeeded: field.count >> 8), UInt8(truncatingIfNeeded: field.count)] + field
        }
        return contents + contents.withUnsafeBytes { Self.checksum($0[...]) }
    }

    private static func checksum(_ bytes: Slice<UnsafeRawBufferPointer>) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 32)
        digest.withUnsafeMutableBytes { sha256(UnsafeRawBufferPointer(rebasing: bytes), into: $0) }
        return Array(digest.prefix(8))
    }
}

// Recovery of the key without the TPM.
extension SealedDeviceKey {
    /// Makes a recovery code, which replaces an earlier one.
    ///
    /// - Parameter key: the device key that is sealed.
    package mutating func makeRecoveryCode(for key: DeviceKey) -> SecretBytes {
        let code = SecretBytes(random: Self.recoveryCodeSize)
        recovery = WrappingKey.recoveryCode(code, deviceKeyID: id).wrap(key.key, context: context)
        return code
    }

    /// Returns the device key; nil if this is not its recovery code, or there is none.
    package func deviceKey(recoveryCode: borrowing SecretBytes) -> DeviceKey? {
        let wrapper = WrappingKey.recoveryCode(recoveryCode, deviceKeyID: id)
        guard let key = wrapper.unwrap(recovery, context: context) else { return nil }
        return DeviceKey(id: id, key: key)
    }

    private var context: KeyContext {
        KeyContext(keychainID: id, number: 0, protection: .always, isCurrent: true, part: .deviceKey)
    }
}

extension DeviceKey {
    /// Whether both are the same key under the same identifier.
    package func isSame(as other: DeviceKey) -> Bool { id == other.id && key.equals(other.key) }
}
