import Secrets

/// The contents of the file of a former device key: one of another machine, wrapped by the device key of this one.
///
/// It opens the keychains and vaults that were restored from a backup of the other machine: their passcodes count together with the device
/// key under which they were set, and a restore that asks for no passcode cannot exchange it.
///
/// Format (Docs/keychain-format.md, "Former device keys"): `CHDEVKY3`, id (16), id of the wrapping device key (16), wrapped key (60), the
/// first 8 bytes of SHA-256 over these.
package struct FormerDeviceKey: Hashable, Sendable {
    private static let magic = Array("CHDEVKY3".utf8)
    /// The size of the file in bytes.
    package static let fileSize = 8 + 16 + 16 + 60 + 8
    private static let checked = fileSize - 8

    /// The identifier of the former device key.
    package let id: [UInt8]
    /// The identifier of the device key that wraps it.
    package let wrapperID: [UInt8]
    private let wrapped: [UInt8]

    /// Wraps a device key of another machine.
    package init(_ key: DeviceKey, wrappedBy wrapper: DeviceKey) {
        id = key.id
        wrapperID = wrapper.id
        wrapped = WrappingKey.device(wrapper, keychainID: key.id).wrap(key.key, context: Self.context(key.id))
    }

    /// Reads the contents of a file.
    ///
    /// - Throws: `.damaged` if the bytes are not those of such a file.
    package init(fileContents contents: [UInt8]) throws(KeyError) {
        guard contents.count == Self.fileSize, contents.starts(with: Self.magic),
            contents[Self.checked...].elementsEqual(Self.checksum(contents[..<Self.checked]))
        else { throw .damaged("the file of a former device key") }
        id = Array(contents[8..<24])
        wrapperID = Array(contents[24..<40])
        wrapped = Array(contents[40..<100])
    }

    /// Returns the contents of the file.
    package func fileContents() -> [UInt8] {
        let contents = Self.magic + id + wrapperID + wrapped
        return contents + Self.checksum(contents[...])
    }

    /// Returns the former device key.
    ///
    /// - Throws: `.deviceKeyMismatch` if another device key wraps it, `.damaged` if it does not open.
    package func open(with wrapper: DeviceKey) throws(KeyError) -> DeviceKey {
        guard wrapper.id == wrapperID else { throw .deviceKeyMismatch }
        let key = WrappingKey.device(wrapper, keychainID: id)
        guard let opened = key.unwrap(wrapped, context: Self.context(id)) else {
            throw .damaged("the file of a former device key")
        }
        return DeviceKey(id: id, key: opened)
    }

    private static func context(_ id: [UInt8]) -> KeyContext {
        KeyContext(keychainID: id, number: 0, protection: .always, isCurrent: true, part: .formerDeviceKey)
    }

    private static func checksum(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 32)
        bytes.withUnsafeBytes { bytes in digest.withUnsafeMutableBytes { sha256(bytes, into: $0) } }
        return Array(digest.prefix(8))
    }
}
