import AgentProtocol
import CLinux
import Glibc

/// The encryption of a home directory, which keychains lose when they are moved out of it.
enum HomeEncryption {
    /// Returns the sentence that tells the user about the loss.
    ///
    /// - Parameter path: a directory in the home directory.
    static func sentence(of path: String) -> String {
        guard let kind = kind(of: path) else {
            return
                "The keychains are now in \(SystemLocations.state), outside your home directory. If your home directory is "
                + "encrypted, that encryption no longer protects them."
        }
        return
            "The keychains are now in \(SystemLocations.state), outside your home directory. The encryption of your home "
            + "directory (\(kind)) no longer protects them: set a passcode with “chatelaine passcode set” if the disk that they "
            + "are on is not encrypted."
    }

    /// The magic number of eCryptfs (linux/magic.h).
    private static let eCryptfs: Int64 = 0xf15f

    private static func kind(of path: String) -> String? {
        if clinux_filesystem_type(path) == eCryptfs { return "eCryptfs" }
        if clinux_has_encryption_policy(path) { return "fscrypt" }
        guard let device = deviceMapper(of: path), device != deviceMapper(of: "/var/lib") else { return nil }
        return device.hasPrefix("CRYPT-") ? "dm-crypt" : nil
    }

    /// Returns the device mapper's UUID for the device that a path is on; `nil` if it is not a device-mapper device.
    private static func deviceMapper(of path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        let device = UInt64(status.st_dev)
        // As gnu_dev_major and gnu_dev_minor take a number apart (makedev(3)).
        let major = (device >> 8) & 0xfff | (device >> 32) & ~0xfff
        let minor = device & 0xff | (device >> 12) & ~0xff
        guard let file = fopen("/sys/dev/block/\(major):\(minor)/dm/uuid", "re") else { return nil }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        guard fgets(&line, 256, file) != nil else { return nil }
        return line.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } }
    }
}
