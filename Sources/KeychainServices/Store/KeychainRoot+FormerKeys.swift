import Foundation
import Glibc
import KeyManagement
import LinuxSupport
import Secrets

/// The device keys of other machines, under which restored keychains stay.
///
/// Specified in: Docs/keychain-format.md, "Former device keys".
extension KeychainRoot {
    package var formerKeysDirectory: String { path + "/former-keys" }

    private func formerKeyPath(_ id: [UInt8]) -> String {
        formerKeysDirectory + "/" + id.map { String(format: "%02x", $0) }.joined() + ".key"
    }

    /// Returns the device key with which a keychain opens: this machine's, or the former one that the file names if there is such a key.
    ///
    /// - Returns: nil if this machine has no device key.
    /// - Throws: as opening the device key does; `KeyError` for a former key that is damaged.
    func deviceKey(ofKeychainAt path: String) throws -> DeviceKey? {
        guard let own = try DeviceKeyFile(root: self).open() else { return nil }
        // Most roots have none, and pay for one system call.
        guard Self.exists(formerKeysDirectory), Self.exists(path), let id = try? Self.deviceID(ofKeychainAt: path),
            id != own.id
        else { return own }
        return try formerDeviceKey(id, own) ?? own
    }

    /// Returns the identifier of the device key that a file names.
    static func deviceID(ofKeychainAt path: String) throws -> [UInt8] {
        let connection = try Connection.reading(path)
        defer { connection.close() }
        return try connection.use { context in
            let row = try PreparedStatement(context.db, "SELECT device FROM keybag")
            guard try row.step() else { throw KeyError.damaged("the keybag") }
            return Array(row.bytes(at: 0))
        }
    }

    private func formerDeviceKey(_ id: [UInt8], _ own: DeviceKey) throws -> DeviceKey? {
        guard id.count == 16 else { return nil }
        try Self.checkDirectory(formerKeysDirectory)
        // One byte more shows that a file is too long.
        let contents = try Descriptor.contents(ofOwn: formerKeyPath(id), limit: FormerDeviceKey.fileSize + 1)
        guard let contents else { return nil }
        let former = try contents.withUnsafeBytes { try FormerDeviceKey(fileContents: Array($0)) }
        guard former.id == id else { throw KeyError.damaged("the file of a former device key") }
        return try former.open(with: own)
    }

    /// Keeps a device key of another machine. Durable when this returns. Called while holding the lock of the root.
    func keepFormerDeviceKey(_ key: DeviceKey, _ own: DeviceKey) throws {
        guard key.id != own.id else { return }
        try Self.makeDirectories(formerKeysDirectory)
        try Self.checkDirectory(formerKeysDirectory)
        let (path, temporary) = (formerKeyPath(key.id), formerKeyPath(key.id) + KeychainFile.temporarySuffix)
        unlink(temporary)
        do {
            let file = try Descriptor(openingOwn: temporary, O_WRONLY | O_CREAT | O_EXCL)
            let contents = FormerDeviceKey(key, wrappedBy: own).fileContents()
            try contents.withUnsafeBytes { try file.write($0, path: temporary) }
            try file.synchronize(path: temporary)
        }
        try KeychainFile.rename(temporary, path)
        try Descriptor.synchronizeDirectory(formerKeysDirectory)
    }

    /// The names of the files of former device keys, sorted.
    package var formerKeyFiles: [String] {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: formerKeysDirectory)) ?? []
        return files.filter { $0.hasSuffix(".key") }.sorted()
    }
}
