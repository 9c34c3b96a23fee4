import Foundation
import Secrets

/// The secret that binds keychains to this device: 32 random bytes in a file of mode 0600.
///
/// Format (Docs/keychain-format.md, "Device key"): `CHDEVKY1`, id (16), key (32), the first 8 bytes of SHA-256 over these.
package final class DeviceKey: Sendable {
    static let magic = Array("CHDEVKY1".utf8)
    static let fileSize = 8 + 16 + 32 + 8
    /// The size of the file in bytes.
    package static var sizeOfFile: Int { fileSize }

    /// The identifier of this device key; not secret.
    package let id: [UInt8]
    let key: SecretBytes

    init(id: [UInt8], key: consuming SecretBytes) {
        self.id = id
        self.key = key
    }

    /// Makes a new random device key.
    package static func makeRandom() -> DeviceKey {
        DeviceKey(id: SecureRandom.bytes(16), key: SecretBytes(random: 32))
    }

    /// Reads a device key from the contents of its file.
    ///
    /// - Throws: `.damaged` if the bytes are not those of a device key file.
    package init(fileContents contents: UnsafeRawBufferPointer) throws(KeyError) {
        guard contents.count == Self.fileSize, contents.prefix(8).elementsEqual(Self.magic) else {
            throw .damaged("the device key file")
        }
        let checksum = Self.checksum(UnsafeRawBufferPointer(rebasing: contents[..<56]))
        guard contents[56...].elementsEqual(checksum) else { throw .damaged("the device key file") }
        id = Array(contents[8..<24])
        key = SecretBytes(copying: UnsafeRawBufferPointer(rebasing: contents[24..<56]))
    }

    /// Returns the contents of the device key file.
    package func fileContents() -> SecretBytes {
        SecretBytes(count: Self.fileSize) { file in
            file.copyBytes(from: Self.magic)
            UnsafeMutableRawBufferPointer(rebasing: file[8...]).copyBytes(from: id)
            key.withUnsafeBytes { UnsafeMutableRawBufferPointer(rebasing: file[24...]).copyMemory(from: $0) }
            let checksum = Self.checksum(UnsafeRawBufferPointer(rebasing: file[..<56]))
            UnsafeMutableRawBufferPointer(rebasing: file[56...]).copyBytes(from: checksum)
        }
    }

    private static func checksum(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 32)
        digest.withUnsafeMutableBytes { sha256(bytes, into: $0) }
        return Array(digest.prefix(8))
    }
}
