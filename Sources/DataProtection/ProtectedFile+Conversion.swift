import Glibc
import KeyManagement

extension ProtectedFile {
    /// Told how far it is, in bytes; what it throws ends the work, and leaves the file as it was.
    package typealias Progress = (_ done: Int, _ total: Int) throws(ProtectedFileError) -> Void

    /// Puts a protected file in the place of a plain one with the same content. One that is protected already gets the class.
    ///
    /// What the disk has of the plain file is not overwritten.
    ///
    /// - Throws: `EBUSY` if somebody changed the file meanwhile, else as ``ProtectedFileWriter``. Then the file is what it was.
    package static func protect(
        _ path: String, fileClass: FileProtectionClass, group: String? = nil, keys: any FileKeys, progress: Progress
    ) throws(ProtectedFileError) {
        let plain = try OpenFile(path)
        let before = try plain.status()
        guard try !plain.isProtected() else { return try setProtection(fileClass, of: path, keys: keys) }
        let writer = try ProtectedFileWriter(path, fileClass: fileClass, group: group, keys: keys)
        let (piece, total) = (Scratch(pieceSize), Int(before.st_size))
        while true {
            try progress(min(writer.length, total), total)
            let count = try plain.read(into: piece.first(pieceSize), at: writer.length)
            if count == 0 { break }
            try writer.write(UnsafeRawBufferPointer(rebasing: piece.bytes[..<count]))
        }
        try plain.expectUnchanged(since: before)
        try writer.finish()
    }

    /// Puts a plain file in the place of a protected one with the same content.
    ///
    /// - Throws: as ``ProtectedFileReader``. Then the file is what it was.
    package static func unprotect(
        _ path: String, keys: any FileKeys, progress: Progress
    ) throws(ProtectedFileError) {
        let reader = try ProtectedFileReader(path, keys: keys)
        let replacement = try Replacement(of: path)
        let piece = Scratch(pieceSize)
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

    /// Whether a name is that of a file that is being written, or was when a process was killed.
    package static func isUnfinished(_ name: String) -> Bool {
        guard name.hasPrefix("."), let point = name.lastIndex(of: ".") else { return false }
        let ending = name[point...]
        return ending.hasPrefix(".unfinished-") && ending.dropFirst(12).allSatisfy(\.isNumber)
    }
}

extension OpenFile {
    /// Whether the file begins as protected ones do.
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
                .EBUSY, "“\(path)” was changed while it was read; nothing was done",
                remedy: "end what writes it, and try again")
        }
    }
}
