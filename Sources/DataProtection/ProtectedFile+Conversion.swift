import Glibc
import KeyManagement

extension ProtectedFile {
    /// Reports progress in bytes. An error that it throws stops the work and leaves the file as it was.
    package typealias Progress = (_ done: Int, _ total: Int) throws(ProtectedFileError) -> Void

    /// Replaces a plain file by a protected one with the same content. A file that is already protected gets the class.
    ///
    /// The blocks of the plain file on the disk are not overwritten. Other hard links of the file still name the plain content.
    ///
    /// - Returns: the other names; `nil` if there are none.
    /// - Throws: `EBUSY` if another process changed the file meanwhile, else as ``ProtectedFileWriter``. The file stays as it was then.
    @discardableResult
    package static func protect(
        _ path: String, fileClass: FileProtectionClass, group: String? = nil, keys: any FileKeys, progress: Progress
    ) throws(ProtectedFileError) -> PlainNames? {
        let plain = try OpenFile(path)
        let before = try plain.status()
        guard try !plain.isProtected() else {
            try setProtection(fileClass, of: path, keys: keys)
            return nil
        }
        let writer = try ProtectedFileWriter(path, fileClass: fileClass, group: group, keys: keys)
        let (piece, total) = (WipedBuffer(pieceSize), Int(before.st_size))
        while true {
            try progress(min(writer.length, total), total)
            let count = try plain.read(into: piece.first(pieceSize), at: writer.length)
            if count == 0 { break }
            try writer.write(UnsafeRawBufferPointer(rebasing: piece.bytes[..<count]))
        }
        try plain.expectUnchanged(since: before)
        try writer.finish()
        // Counted afterwards: a name that was added meanwhile counts too.
        let others = try Int(plain.status().st_nlink)
        return others > 0 ? PlainNames(count: others, inode: UInt64(before.st_ino)) : nil
    }

    /// Names under which the content of a file is still plain after the file was protected.
    package struct PlainNames: Sendable, Equatable {
        /// The number of names.
        package let count: Int
        /// The inode number of the plain file.
        package let inode: UInt64
    }

    /// Replaces a protected file by a plain one with the same content.
    ///
    /// - Throws: as ``ProtectedFileReader``. The file stays as it was then.
    package static func unprotect(
        _ path: String, keys: any FileKeys, progress: Progress
    ) throws(ProtectedFileError) {
        let reader = try ProtectedFileReader(path, keys: keys)
        let replacement = try Replacement(of: path)
        let piece = WipedBuffer(pieceSize)
        var done = 0
        while true {
            try progress(done, reader.length)
            let count = try reader.read(into: piece.first(pieceSize), at: done)
            if count == 0 { break }
            try replacement.file.write(UnsafeRawBufferPointer(rebasing: piece.bytes[..<count]), at: done)
            done += count
        }
        try replacement.commit()
    }

    private static let pieceSize = 1 << 20

    /// Whether a name is that of an unfinished file, one that is being written or was left by a killed process.
    package static func isUnfinished(_ name: String) -> Bool {
        guard name.hasPrefix("."), let point = name.lastIndex(of: ".") else { return false }
        let ending = name[point...]
        return ending.hasPrefix(".unfinished-") && ending.dropFirst(12).allSatisfy(\.isNumber)
    }
}

extension OpenFile {
    /// Returns whether the file begins like a protected one.
    fileprivate func isProtected() throws(ProtectedFileError) -> Bool {
        do throws(ProtectedFileError) {
            _ = try headers()
        } catch {
            guard error.code == .EINVAL else { throw error }
            return false
        }
        return true
    }

    fileprivate func expectUnchanged(since before: stat) throws(ProtectedFileError) {
        let now = try status()
        var named = stat()
        guard stat(path, &named) == 0, named.st_ino == now.st_ino, named.st_dev == now.st_dev,
            now.st_size == before.st_size, now.st_mtim.tv_sec == before.st_mtim.tv_sec,
            now.st_mtim.tv_nsec == before.st_mtim.tv_nsec
        else {
            throw ProtectedFileError(
                .EBUSY, "“\(path)” was changed while it was being read; it was not converted",
                remedy: "end the program that writes it, and try again")
        }
    }
}
