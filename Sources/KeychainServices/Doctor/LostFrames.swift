import Foundation
import Glibc
import LinuxSupport

/// What a damaged log still has of changes that are missing: frames beyond those that SQLite reads.
struct LostFrames {
    private let path: String
    private let pageSize: Int
    private let frames: LogFrames

    /// Reads the log of the keychain at `path`. Nil if it has no more than SQLite reads.
    init?(ofKeychainAt path: String) {
        guard let file = FileHandle(forReadingAtPath: path), let header = try? file.read(upToCount: 18),
            let pageSize = LogFrames.pageSize(ofHeader: header),
            let log = FileManager.default.contents(atPath: path + "-wal")
        else { return nil }
        (self.path, self.pageSize) = (path, pageSize)
        frames = LogFrames(log, pageSize: pageSize)
        guard frames.hasMore else { return nil }
    }

    /// Makes a copy of the main file with the pages of the log.
    ///
    /// - Parameter withDamaged: whether pages count that are damaged; else the older state of each is in the copy.
    func copyFile(to copy: String, withDamaged: Bool) throws {
        unlink(copy)
        KeychainRoot.removeLog(of: copy)
        try FileManager.default.copyItem(atPath: path, toPath: copy)
        let file = try Descriptor(openingOwn: copy, O_RDWR)
        let size = frames.frames.last?.size ?? 0
        for frame in frames.frames where frame.isWhole || withDamaged && (2...max(2, size)).contains(frame.page) {
            guard frame.page > 0 else { continue }
            try write(frames.contents(of: frame), at: off_t(frame.page - 1) * off_t(pageSize), of: file, copy)
        }
        guard size > 0 else { return }
        guard ftruncate(file.number, off_t(size) * off_t(pageSize)) == 0 else {
            throw KeychainError.system("write", copy)
        }
        // The header has the size as well, and the page with it may be an older one.
        try write(withUnsafeBytes(of: size.bigEndian) { Data($0) }, at: 28, of: file, copy)
    }

    private func write(
        _ bytes: Data, at place: off_t, of file: borrowing Descriptor, _ path: String
    ) throws(KeychainError) {
        let descriptor = file.number
        let count = bytes.withUnsafeBytes { bytes in
            retrying { pwrite(descriptor, bytes.baseAddress, bytes.count, place) }
        }
        guard count == bytes.count else { throw .system("write", path) }
    }
}

extension Doctor {
    /// Copies what the file and all of the log's frames have into a new file, which replaces the old one. Called after a copy of both was
    /// made.
    func salvage(_ lost: LostFrames, _ diagnosis: inout Diagnosis, _ progress: Keychain.Progress) throws {
        let copies = file.copiesWithLog
        defer {
            for copy in copies {
                unlink(copy)
                KeychainRoot.removeLog(of: copy)
            }
        }
        try lost.copyFile(to: copies[0], withDamaged: false)
        try lost.copyFile(to: copies[1], withDamaged: true)
        try salvage(&diagnosis, progress, from: copies[0], doubtful: copies[1])
        diagnosis.repairs.append("read the log beyond its damaged part; a change in that part may be missing")
    }
}

extension KeychainFile {
    /// Copies of the file with the pages of its log, which exist during a repair.
    var copiesWithLog: [String] { ["-log", "-damaged-log"].map { path + $0 + Self.temporarySuffix } }
}
