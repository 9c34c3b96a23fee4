import Foundation
import Glibc
import KeyManagement
import TestSupport
import Testing

@testable import DataProtection

/// A process that is killed anywhere leaves the old file or the new one.
@Suite struct CrashTests {
    private static let old = Data("old content".utf8)
    private static let new = Data(repeating: 7, count: 3 << 20)

    private func prepared() throws -> KeysUnderTest {
        let keys = try KeysUnderTest()
        try keys.write(Self.old, .none)
        return keys
    }

    private func start(_ keys: KeysUnderTest, _ words: String...) throws -> ChildProcess {
        try ChildProcess(
            [BuiltPrograms.path("file-probe"), keys.directory("home"), keys.directory("file")] + words, input: .piped)
    }

    /// Runs the probe up to the point where the kernel kills it.
    private func kill(_ keys: KeysUnderTest, _ operation: String, at point: String) throws {
        let process = try start(keys, operation, point)
        #expect(process.text() == "")
        #expect(process.wait() == -SIGSYS, "\(point)")
    }

    @Test(arguments: ["header", "content", "later", "sync", "rename"])
    func beforeTheRenameTheOldFileIsThere(point: String) throws {
        let keys = try prepared()
        try kill(keys, "write", at: point)
        #expect(try keys.read() == Self.old)
        #expect(try keys.directory.names == [".file.unfinished-0", "file"])
        // The next one cleans up.
        try keys.write(Data("next".utf8), .none)
        #expect(try keys.read() == Data("next".utf8))
        #expect(try keys.directory.names == ["file"])
    }

    @Test func afterTheRenameTheNewFileIsThere() throws {
        let keys = try prepared()
        try kill(keys, "write", at: "synced")
        #expect(try keys.read() == Self.new)
        #expect(try keys.directory.names == ["file"])
    }

    @Test(arguments: ["first copy", "first sync", "second copy"])
    func aChangeOfTheClassIsDoneOrNot(point: String) throws {
        let keys = try prepared()
        try kill(keys, "class", at: point)
        let expected: FileProtectionClass = point == "first copy" ? .none : .complete
        #expect(try FileInformation(keys.directory("file")).fileClass == expected)
        #expect(try keys.read() == Self.old)
        // What is left of the old key goes with the next change.
        try ProtectedFile.setProtection(.complete, of: keys.directory("file"), keys: keys.keychain)
        let file = try bytes(of: keys.directory("file"))
        #expect(try file.withUnsafeBytes { try HeaderCopies($0).areSame })
        #expect(try file.withUnsafeBytes { try HeaderCopies($0).current.key.fileClass } == .complete)
    }

    /// A copy of the header that was written in part does not count.
    @Test(arguments: [0, 1, 100, 4000, 4095]) func aTornHeaderIsNotBelieved(written: Int) throws {
        let keys = try prepared()
        let before = try bytes(of: keys.directory("file"))
        try ProtectedFile.setProtection(.complete, of: keys.directory("file"), keys: keys.keychain)
        let after = try bytes(of: keys.directory("file"))
        // The second copy of the old file in the middle of being written over, and then the first.
        let middle = FileHeader.size + written
        try put(
            before[..<FileHeader.size] + after[FileHeader.size..<middle] + before[middle...], at: keys.directory("file")
        )
        #expect(try FileInformation(keys.directory("file")).fileClass == .none)
        #expect(try keys.read() == Self.old)
        try put(
            after[..<written] + before[written..<FileHeader.size] + after[FileHeader.size...],
            at: keys.directory("file"))
        #expect(try FileInformation(keys.directory("file")).fileClass == .complete)
        #expect(try keys.read() == Self.old)
    }

    @Test func unfinishedFileOfALiveWriterIsKept() throws {
        let keys = try prepared()
        let process = try start(keys, "hold")
        #expect(process.line() == "writing")
        try keys.write(Data("mine".utf8), .none)
        #expect(try keys.read() == Data("mine".utf8))
        #expect(try keys.directory.names == [".file.unfinished-0", "file"])
        process.end()
        try keys.write(Data("mine again".utf8), .none)
        #expect(try keys.directory.names == ["file"])
    }
}
