import CLinux
import Foundation
import Glibc
import KeyManagement
import Testing

@testable import DataProtection

/// What becomes of the file that was there, and of what is no file.
@Suite struct ReplacementTests {
    @Test func newFilesAreTheOwnersAlone() throws {
        let keys = try KeysUnderTest()
        try keys.write(Data([1]), .none)
        #expect(try status(of: keys.directory("file")).st_mode == S_IFREG | 0o600)
    }

    @Test func modeAndAttributesStay() throws {
        let keys = try KeysUnderTest()
        let path = keys.directory("file")
        try keys.write(Data([1]), .none)
        chmod(path, 0o640)
        let hasAttributes = setxattr(path, "user.note", "kept", 4, 0) == 0
        try keys.write(Data([2]), .none)
        #expect(try status(of: path).st_mode == S_IFREG | 0o640)
        var value = [UInt8](repeating: 0, count: 10)
        #expect(getxattr(path, "user.note", &value, 10) == 4 || !hasAttributes)
        // Set-user-id and set-group-id bits are not kept for new content.
        chmod(path, 0o4755)
        try keys.write(Data([3]), .none)
        #expect(try status(of: path).st_mode == S_IFREG | 0o755)
    }

    @Test(.enabled(if: getuid() == 0)) func theOwnerStays() throws {
        let keys = try KeysUnderTest()
        try keys.write(Data([1]), .none)
        chown(keys.directory("file"), 4321, 8765)
        try keys.write(Data([2]), .none)
        let status = try status(of: keys.directory("file"))
        #expect(status.st_uid == 4321 && status.st_gid == 8765)
    }

    @Test func aSymbolicLinkStays() throws {
        let keys = try KeysUnderTest()
        try FileManager.default.createDirectory(atPath: keys.directory("below"), withIntermediateDirectories: true)
        try keys.write(Data([1]), .none, "below/real")
        symlink("below/real", keys.directory("file"))
        try keys.write(Data([2]), .none)
        #expect(try status(of: keys.directory("file")).st_mode & S_IFMT == S_IFLNK)
        #expect(try keys.read("below/real") == Data([2]))
        try ProtectedFile.setProtection(.complete, of: keys.directory("file"), keys: keys.keychain)
        #expect(try FileInformation(keys.directory("below/real")).fileClass == .complete)
        symlink("nowhere", keys.directory("dangling"))
        #expect(throws: ProtectedFileError.self) { try keys.write(Data([2]), .none, "dangling") }
        #expect(!FileManager.default.fileExists(atPath: keys.directory("nowhere")))
    }

    /// A queue would wait for its other end for ever.
    @Test func irregularFileIsRefused() throws {
        let keys = try KeysUnderTest()
        mkfifo(keys.directory("queue"), 0o600)
        mkdir(keys.directory("directory"), 0o700)
        symlink("/dev/null", keys.directory("device"))
        for (name, code) in [("queue", POSIXErrorCode.EINVAL), ("directory", .EISDIR), ("device", .EINVAL)] {
            let (path, keychain) = (keys.directory(name), try keys.keychain)
            let attempts: [() throws(ProtectedFileError) -> Void] = [
                { () throws(ProtectedFileError) in _ = try ProtectedFileReader(path, keys: keychain) },
                { () throws(ProtectedFileError) in
                    _ = try ProtectedFileWriter(path, fileClass: .none, keys: keychain)
                },
                { () throws(ProtectedFileError) in
                    try ProtectedFile.setProtection(.none, of: path, keys: keychain)
                },
                { () throws(ProtectedFileError) in
                    try ProtectedFile.protect(path, fileClass: .none, keys: keychain) { _, _ in }
                },
            ]
            for attempt in attempts { #expect(failure(of: attempt)?.code == code, "\(name)") }
        }
        #expect(try keys.directory.names == ["device", "directory", "queue"])
    }

    @Test func unfinishedWriteLeavesNoFile() throws {
        let keys = try KeysUnderTest()
        try keys.write(Data([1]), .none)
        do {
            let writer = try ProtectedFileWriter(keys.directory("file"), fileClass: .none, keys: keys.keychain)
            try writer.write(contentsOf: content(3 << 20))
            #expect(try keys.directory.names == [".file.unfinished-0", "file"])
        }
        #expect(try keys.directory.names == ["file"])
        #expect(try keys.read() == Data([1]))
    }

    @Test func aFinishedFileTakesNoMore() throws {
        let keys = try KeysUnderTest()
        let writer = try ProtectedFileWriter(keys.directory("file"), fileClass: .none, keys: keys.keychain)
        try writer.finish()
        let more = failure { () throws(ProtectedFileError) in try writer.write(contentsOf: Data([1])) }
        #expect(more?.code == .EBADF)
        #expect(failure { () throws(ProtectedFileError) in try writer.finish() }?.code == .EBADF)
    }

    @Test func theLongestNameCanBeUsed() throws {
        let keys = try KeysUnderTest()
        for name in [String(repeating: "n", count: 255), String(repeating: "ü", count: 127)] {
            try keys.write(Data([1]), .none, name)
            try keys.write(Data([2]), .none, name)
            #expect(try keys.read(name) == Data([2]))
        }
    }

    @Test func plainFilesBecomeProtectedAndBack() throws {
        let keys = try KeysUnderTest()
        let path = keys.directory("file")
        for size in [0, 1, 65536, 3 << 20] {
            let data = content(size)
            try put(data, at: path)
            chmod(path, 0o644)
            var steps: [Int] = []
            try ProtectedFile.protect(path, fileClass: .complete, keys: keys.keychain) { done, total in
                steps.append(done)
                #expect(total == size)
            }
            #expect(steps == steps.sorted() && steps.last == size)
            #expect(try keys.read() == data)
            #expect(try status(of: path).st_mode == S_IFREG | 0o644)
            // One that is protected gets the class.
            try ProtectedFile.protect(path, fileClass: .none, keys: keys.keychain) { _, _ in }
            #expect(try FileInformation(path).fileClass == .none)
            try ProtectedFile.unprotect(path, keys: keys.keychain) { _, _ in }
            #expect(try bytes(of: path) == data)
            #expect(try keys.directory.names == ["file"])
        }
    }

    @Test func abandonedReplacementKeepsTheOldFile() throws {
        let keys = try KeysUnderTest()
        let path = keys.directory("file")
        let data = content(3 << 20)
        try put(data, at: path)
        let keychain = try keys.keychain
        let cancelled = failure { () throws(ProtectedFileError) in
            try ProtectedFile.protect(path, fileClass: .none, keys: keychain) { done, _ throws(ProtectedFileError) in
                if done > 1 << 20 { throw ProtectedFileError(.ECANCELED, "enough") }
            }
        }
        #expect(cancelled?.code == .ECANCELED)
        #expect(try bytes(of: path) == data)
        // Attributes that another program adds in between are not lost.
        let changed = failure { () throws(ProtectedFileError) in
            try ProtectedFile.protect(path, fileClass: .none, keys: keychain) { done, _ in
                guard done == 1 << 20, let file = FileHandle(forWritingAtPath: path) else { return }
                file.seekToEndOfFile()
                file.write(Data("more".utf8))
            }
        }
        #expect(changed?.code == .EBUSY)
        #expect(try bytes(of: path) == data + Data("more".utf8))
        #expect(try keys.directory.names == ["file"])
    }
}
