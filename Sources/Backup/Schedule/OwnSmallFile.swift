import Foundation
import Glibc
import KeychainServices
import LinuxSupport
import Secrets

/// A small file next to the keychains, which is replaced as a whole.
enum OwnSmallFile {
    static func read(_ path: String, limit: Int) throws(KeychainError) -> SecretBytes? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        let file = try Descriptor(openingOwn: path, O_RDONLY)
        var buffer = SecretBytes(zeros: limit + 1)
        let result = buffer.withUnsafeMutableBytes { file.read(into: $0) }
        guard result.errno == 0, result.count <= limit else {
            throw KeychainError(.notAvailable, "“\(path)” cannot be read", remedy: "check the disk, or remove the file")
        }
        return buffer.withUnsafeBytes { SecretBytes(copying: UnsafeRawBufferPointer(rebasing: $0[..<result.count])) }
    }

    static func write(_ contents: borrowing SecretBytes, _ path: String) throws(KeychainError) {
        let temporary = path + OutputFile.suffix
        unlink(temporary)
        let file = try Descriptor(openingOwn: temporary, O_WRONLY | O_CREAT | O_EXCL)
        let code = contents.withUnsafeBytes { file.write($0).errno }
        guard code == 0, file.synchronize() == 0, rename(temporary, path) == 0 else {
            unlink(temporary)
            throw KeychainError(
                .notAvailable, "cannot write “\(path)”", remedy: "see whether the disk is full, and who may write there"
            )
        }
        if let directory = Descriptor(
            open((path as NSString).deletingLastPathComponent, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
        {
            _ = directory.synchronize()
        }
    }
}
