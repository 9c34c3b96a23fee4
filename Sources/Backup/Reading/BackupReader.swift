import Crypto
import Foundation
import Glibc
import KeyManagement
import KeychainServices
import LinuxSupport
import Secrets

/// A backup of which only the header has been read.
package final class BackupReader {
    private let file: InputFile
    let header: BackupHeader
    private let headerSize: UInt64

    /// Opens a file.
    ///
    /// - Throws: `.notAvailable` if it cannot be read, is no backup, or is one of a later release.
    package convenience init(_ path: String) throws(KeychainError) { try self.init(InputFile(path)) }

    init(_ file: InputFile) throws(KeychainError) {
        self.file = file
        let start = try file.bytes(BackupHeader.fixedSize)
        let count = try BackupHeader.length(start)
        let rest = try file.bytes(count)
        guard rest.count == count else {
            throw .damagedBackup("it ends too early", at: UInt64(start.count + rest.count))
        }
        header = try BackupHeader(rest)
        // The form of the header is the only one of its meaning, so that all of its bytes are authenticated.
        guard header.bytes == start + rest else { throw .damagedBackup("the header") }
        headerSize = UInt64(start.count + rest.count)
    }

    /// Whether a recovery key opens it, and not a password.
    package var takesRecoveryKey: Bool { header.owner.kind == .recoveryKey }
    /// Whether it was made by a schedule.
    package var isScheduled: Bool { header.schedule != nil }

    /// Opens the backup, and reads its list.
    ///
    /// - Throws: `.authenticationFailed` if it is not the right secret; `.notAvailable` if the file was changed.
    package func open(_ secret: borrowing BackupSecret) throws(KeychainError) -> OpenBackup {
        let key = SharedSecret(try header.owner.open(secret))
        return try open(fileKey: header.fileKey(ownerKey: key.bytes), ownerKey: key)
    }

    func open(fileKey: consuming SecretBytes, ownerKey: SharedSecret? = nil) throws(KeychainError) -> OpenBackup {
        do {
            let file = file
            let content = try ContentReader(key: fileKey, header: header, position: headerSize) {
                try file.read(into: $0)
            }
            return try OpenBackup(content, header, ownerKey: ownerKey)
        } catch {
            throw .ofBackup(error)
        }
    }
}

/// A backup that was opened: its list has been read, its files follow.
package final class OpenBackup {
    /// The list of the backup's contents.
    package let manifest: BackupManifest
    let header: BackupHeader
    /// Nil for a backup that was just written.
    let ownerKey: SharedSecret?
    let deviceKeys: [DeviceKey]
    private let content: ContentReader
    private var isRead = false

    fileprivate init(_ content: ContentReader, _ header: BackupHeader, ownerKey: SharedSecret?) throws {
        self.content = content
        self.header = header
        self.ownerKey = ownerKey
        let size = try content.bytes(4).reduce(0) { $0 << 8 | Int($1) }
        guard size <= BackupManifest.mostBytes else {
            throw KeychainError.damagedBackup("its list", at: content.position)
        }
        manifest = try BackupManifest(json: Data(content.bytes(size)))
        var keys: [DeviceKey] = []
        for _ in 0..<(try content.bytes(1)[0]) {
            var contents = SecretBytes(zeros: DeviceKey.sizeOfFile)
            try contents.withUnsafeMutableBytes { try content.read(into: $0) }
            keys.append(try contents.withUnsafeBytes { try DeviceKey(fileContents: $0) })
        }
        deviceKeys = keys
    }

    /// Returns the device key that opens an entry.
    func deviceKey(of entry: BackupManifest.Entry) throws(KeychainError) -> DeviceKey {
        guard let key = deviceKeys.first(where: { hexadecimal($0.id) == entry.device }) else {
            throw .damagedBackup("it has no device key for “\(entry.name)”")
        }
        return key
    }

    /// Reads all files to the end, and compares them with the list.
    ///
    /// - Throws: `.notAvailable` if anything was changed.
    func checkAll(_ progress: BackupProgress) throws { try extract({ _ in nil }, progress) }

    /// Reads all files to the end, compares them with the list, and writes some of them.
    ///
    /// - Parameter path: returns the path that an entry is written to; nil to write nothing.
    func extract(_ path: (BackupManifest.Entry) -> String?, _ progress: BackupProgress) throws {
        precondition(!isRead, "a backup is read once")
        isRead = true
        let total = manifest.entries.reduce(UInt64(0)) { $0.addingReportingOverflow($1.size).partialValue }
        var done: UInt64 = 0
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        for entry in manifest.entries {
            let output = try path(entry).map { try Extracted($0) }
            var digest = SHA256()
            var left = entry.size
            while left > 0 {
                let count = Int(min(left, UInt64(buffer.count)))
                try buffer.withUnsafeMutableBytes { try content.read(into: .init(rebasing: $0[..<count])) }
                try buffer.withUnsafeBytes { bytes in
                    let part = UnsafeRawBufferPointer(rebasing: bytes[..<count])
                    digest.update(bufferPointer: part)
                    try output?.write(part)
                }
                left -= UInt64(count)
                done += UInt64(count)
                try progress(done, total)
            }
            guard hexadecimal(digest.finalize()) == entry.sha256 else {
                throw KeychainError.damagedBackup("“\(entry.name)” is not what the list says", at: content.position)
            }
        }
        try content.finish()
    }
}

/// A file that is taken out of a backup.
private final class Extracted {
    private let path: String
    private let file: Int32

    init(_ path: String) throws(KeychainError) {
        self.path = path
        file = try Descriptor(openingOwn: path, O_WRONLY | O_CREAT | O_EXCL).release()
    }

    deinit { close(file) }

    func write(_ bytes: UnsafeRawBufferPointer) throws(KeychainError) {
        let code = writeAll(bytes, to: file).errno
        guard code == 0 else {
            throw KeychainError(
                .notAvailable, "cannot write “\(path)”: \(String(cString: strerror(code)))",
                remedy: "free some space on the disk; nothing was changed")
        }
    }
}

extension KeychainError {
    /// The error of reading or writing a backup.
    static func ofBackup(_ error: any Error) -> KeychainError {
        switch error {
        case let error as KeychainError: error
        case let error as KeyError where error == .outOfMemory: KeychainError(.allocate, "there is not enough memory")
        case is KeyError: .damagedBackup("a device key")
        default: KeychainError(.notAvailable, "the backup cannot be used: \(type(of: error))")
        }
    }
}
