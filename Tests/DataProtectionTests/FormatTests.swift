import Foundation
import KeyManagement
import KeychainServices
import TestSupport
import Testing

@testable import DataProtection

/// Every release reads the files of every earlier one: `Formats/N` holds a keychain, and files as release N's format has them.
@Suite struct FormatTests {
    private static let formats = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Formats")
    private static let passcode = "format passcode"

    private static func data(_ fileClass: FileProtectionClass) -> Data {
        // Two chunks of one class, less of the others.
        fileClass == .completeUnlessOpen ? content(Chunks.size + 100) : Data("content of \(fileClass.name)".utf8)
    }

    private func open(_ directory: String) throws -> Keychain {
        try Keychain(
            root: KeychainRoot(path: directory + "/data"), accessGroups: AccessGroups(["format"]),
            passcodeCost: .cheapForTests)
    }

    /// Writes the files that the tests keep: `CHATELAINE_WRITE_FORMAT=1 swift test --filter DataProtectionTests.FormatTests`.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["CHATELAINE_WRITE_FORMAT"] != nil))
    func writeTheFilesOfThisFormat() throws {
        let directory = Self.formats.appendingPathComponent("1").path
        try? FileManager.default.removeItem(atPath: directory)
        let keychain = try open(directory)
        try keychain.setPasscode(secret(Self.passcode))
        for fileClass in FileProtectionClass.allCases {
            let writer = try ProtectedFileWriter(directory + "/" + fileClass.name, fileClass: fileClass, keys: keychain)
            try writer.write(contentsOf: Self.data(fileClass))
            try writer.finish()
        }
        keychain.close()
        for name in ["default.keychain-wal", "default.keychain-shm", "default.keychain.lock"] {
            try? FileManager.default.removeItem(atPath: directory + "/data/keychains/" + name)
        }
        try? FileManager.default.removeItem(atPath: directory + "/data/root.lock")
    }

    @Test(arguments: ["1"]) func everyEarlierFormatOpens(version: String) throws {
        let temporary = try TemporaryDirectory()
        let directory = temporary("kept")
        try FileManager.default.copyItem(atPath: Self.formats.appendingPathComponent(version).path, toPath: directory)
        let keychain = try open(directory)
        #expect(try keychain.lockState() == .beforeFirstUnlock)
        try keychain.unlock(passcode: secret(Self.passcode))
        for fileClass in FileProtectionClass.allCases {
            let reader = try ProtectedFileReader(directory + "/" + fileClass.name, keys: keychain)
            #expect(reader.header.key.fileClass == fileClass && reader.header.key.group == "format")
            #expect(try reader.readToEnd() == Self.data(fileClass))
        }
    }

    /// The header as Docs/protected-file-format.md has it, byte by byte.
    @Test func theHeaderIsTheSpecifiedOne() throws {
        let key = try #require(
            WrappedFileKey(
                fileClass: .completeUntilFirstUserAuthentication, fileID: [UInt8](0..<16), group: "ab", keyNumber: 0x14,
                bytes: [9, 8, 7]))
        let bytes = FileHeader(sequence: 5, key: key).encoded()
        let expected: [UInt8] =
            Array("CHPRFILE".utf8) + [0, 0, 0, 1, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 5] + Array(0..<16)
            + [0, 0, 0, 0, 0, 0, 0, 0x14, 0, 0, 0, 2, 0, 0, 0, 3] + Array("ab".utf8) + [9, 8, 7]
        #expect(bytes.count == 4096)
        #expect(bytes[..<expected.count].elementsEqual(expected))
        #expect(bytes[expected.count..<4064].allSatisfy { $0 == 0 })
        #expect(TamperingTests.withChecksum(bytes) == bytes)
        #expect(try bytes.withUnsafeBytes { try FileHeader($0) } == FileHeader(sequence: 5, key: key))
    }
}
