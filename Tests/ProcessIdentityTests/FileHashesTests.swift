import Foundation
import Glibc
import LinuxSupport
import Testing

@testable import ProcessIdentity

/// What is remembered of files, and what is not.
@Suite struct FileHashesTests {
    @Test func changedFileIsHashedAgain() throws {
        let workshop = try Workshop()
        let hashes = FileHashes(settlingTime: -1)
        let first = try Self.digest(of: "one", in: workshop, hashes)
        #expect(try Self.digest(of: "other", in: workshop, hashes) != first)
        #expect(hashes.count == 2)
        #expect(try Self.digest(of: "one", in: workshop, hashes) == first)
    }

    @Test func fileWithAForgedTimeIsHashedAgain() throws {
        let workshop = try Workshop()
        let hashes = FileHashes(settlingTime: -1)
        let first = try Self.digest(of: "one", in: workshop, hashes)
        var before = stat()
        try #require(stat(workshop.at("file"), &before) == 0)
        Self.letTheClockTick()
        try "two".write(toFile: workshop.at("file"), atomically: false, encoding: .utf8)
        try #require(utimensat(AT_FDCWD, workshop.at("file"), [before.st_atim, before.st_mtim], 0) == 0)
        #expect(try Self.digest(of: workshop.at("file"), hashes) != first)
    }

    /// Returns when changes get another time than those before.
    private static func letTheClockTick() {
        var (start, now) = (timespec(), timespec())
        clock_gettime(CLOCK_REALTIME_COARSE, &start)
        repeat { clock_gettime(CLOCK_REALTIME_COARSE, &now) } while now.tv_nsec == start.tv_nsec
    }

    @Test func fileThatChangedJustNowIsNotRemembered() throws {
        let workshop = try Workshop()
        let hashes = FileHashes(settlingTime: 3600)
        _ = try Self.digest(of: "one", in: workshop, hashes)
        #expect(hashes.count == 0)
    }

    @Test(arguments: [("", "e3b0c44298fc1c14"), ("abc", "ba7816bf8f01cfea")])
    func digestIsSHA256(text: String, start: String) throws {
        let workshop = try Workshop()
        let digest = try #require(try Self.digest(of: text, in: workshop, FileHashes()))
        #expect(digest.prefix(8).map { String(format: "%02x", $0) }.joined() == start)
    }

    @Test func fileInMemoryIsNotRemembered() throws {
        let path = "/dev/shm/chatelaine-\(UUID().uuidString)"
        try "one".write(toFile: path, atomically: false, encoding: .utf8)
        defer { unlink(path) }
        let hashes = FileHashes(settlingTime: -1)
        #expect(try Self.digest(of: path, hashes) != nil)
        #expect(hashes.count == 0)
    }

    private static func digest(of text: String, in workshop: Workshop, _ hashes: FileHashes) throws -> [UInt8]? {
        try text.write(toFile: workshop.at("file"), atomically: false, encoding: .utf8)
        return try digest(of: workshop.at("file"), hashes)
    }

    private static func digest(of path: String, _ hashes: FileHashes) throws -> [UInt8]? {
        guard let file = Descriptor(Array(path.utf8), O_PATH), let information = file.information() else { return nil }
        return try hashes.digest(of: file, information)
    }
}
