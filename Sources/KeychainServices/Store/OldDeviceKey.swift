import Glibc
import KeyManagement
import LinuxSupport

/// A device key file that is about to be replaced.
struct OldDeviceKey: ~Copyable {
    private let file: Descriptor
    private let path: String
    private let size: Int
    /// Whether the file contains the plaintext key.
    let isPlaintext: Bool

    private init(file: consuming Descriptor, path: String, size: Int, isPlaintext: Bool) {
        self.file = file
        self.path = path
        self.size = size
        self.isPlaintext = isPlaintext
    }

    /// Opens the file.
    ///
    /// - Throws: `.notAvailable` if it is a symbolic link: the target of the link would keep the key.
    init(path: String) throws {
        let file = try Descriptor(openingOwn: path, O_RDWR)
        var status = stat()
        guard fstat(file.number, &status) == 0 else { throw KeychainError.system("read the status of", path) }
        guard status.st_size <= DeviceKeyFile.limit else {
            throw KeychainError(
                .notAvailable, "“\(path)” is longer than a device key", remedy: "restore the device key from a backup")
        }
        var head = [UInt8](repeating: 0, count: 8)
        let isPlaintext = pread(file.number, &head, 8, 0) == 8 && head.elementsEqual(DeviceKeyFile.clear)
        self.init(file: file, path: path, size: Int(status.st_size), isPlaintext: isPlaintext)
    }

    /// Overwrites the file with zeros after it was unlinked, which is effective if the disk writes in place.
    ///
    /// - Returns: false if the file has another name: it may be a copy that the user made, and is left unchanged.
    borrowing func overwrite() throws -> Bool {
        var status = stat()
        guard fstat(file.number, &status) == 0, status.st_nlink == 0 else { return false }
        try overwriteNow()
        return true
    }

    private borrowing func overwriteNow() throws {
        let zeros = [UInt8](repeating: 0, count: size)
        guard lseek(file.number, 0, SEEK_SET) == 0 else { throw KeychainError.system("write", path) }
        try zeros.withUnsafeBytes { try file.write($0, path: path) }
        try file.synchronize(path: path)
    }

    /// Removes a file that was left by an interrupted process.
    static func discard(_ path: String) throws {
        guard KeychainRoot.exists(path) else { return }
        if let left = try? OldDeviceKey(path: path), left.isPlaintext { try left.overwriteNow() }
        guard unlink(path) == 0 else { throw KeychainError.system("remove", path) }
    }
}
