import Foundation
import Glibc
import SecretReferences
import Secrets
import TestSupport
import Testing

@Suite struct PrivateFileTests {
    private func mode(_ path: String) -> mode_t {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
    }

    private func write(_ text: String, _ path: String) throws {
        try PrivateFile.write(SecretBytes(copying: text.utf8), to: path)
    }

    @Test func newFileIsReadableByItsOwnerOnly() throws {
        let directory = try TemporaryDirectory()
        try write("secret", directory("file"))
        #expect(try String(contentsOfFile: directory("file"), encoding: .utf8) == "secret")
        #expect(mode(directory("file")) == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["file"])
    }

    @Test func fileThatOthersCouldReadIsReplacedByOneThatTheyCannot() throws {
        let directory = try TemporaryDirectory()
        try "old".write(toFile: directory("file"), atomically: false, encoding: .utf8)
        chmod(directory("file"), 0o644)
        let reader = open(directory("file"), O_RDONLY)
        defer { close(reader) }
        try write("secret", directory("file"))
        #expect(mode(directory("file")) == 0o600)
        // A program that had the old file open does not get the new content.
        var bytes = [UInt8](repeating: 0, count: 16)
        #expect(read(reader, &bytes, 16) == 3)
    }

    @Test func symbolicLinkIsReplacedAndItsTargetStays() throws {
        let directory = try TemporaryDirectory()
        try "target".write(toFile: directory("target"), atomically: false, encoding: .utf8)
        #expect(symlink(directory("target"), directory("link")) == 0)
        try write("secret", directory("link"))
        #expect(try String(contentsOfFile: directory("target"), encoding: .utf8) == "target")
        #expect(try String(contentsOfFile: directory("link"), encoding: .utf8) == "secret")
    }

    @Test func deviceIsWrittenToAndStays() throws {
        try write("secret", "/dev/null")
        var status = stat()
        #expect(stat("/dev/null", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
    }

    @Test func directoryAndMissingDirectoryAreErrorsThatLeaveNothing() throws {
        let directory = try TemporaryDirectory()
        #expect(throws: SecretReferenceError.self) { try write("x", directory.path) }
        #expect(throws: SecretReferenceError.self) { try write("x", directory("missing/file")) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).isEmpty)
    }
}
