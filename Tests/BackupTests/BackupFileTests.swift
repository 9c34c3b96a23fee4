import Foundation
import Glibc
import KeychainServices
import Secrets
import TestSupport
import Testing

@testable import Backup

/// The file of a backup: what a change of it does, and what happens when it cannot be written.
@Suite struct BackupFileTests {
    private let machine: Machine
    private let file: String

    init() throws {
        machine = try Machine()
        file = machine("home.chatelaine-backup")
        try machine.makeVault("personal")
        try machine.add("mail")
    }

    private func contents(_ path: String? = nil) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: path ?? file)))
    }

    private func isRefused(_ bytes: [UInt8]) throws -> Bool {
        let path = machine("changed")
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return code { _ = try machine.open(path).check() } != nil
    }

    @Test func everyByteOfTheHeaderAndSampledOnesOfTheRestCount() throws {
        try machine.backUp(to: file)
        let whole = try contents()
        let samples = stride(from: 200, to: whole.count, by: max(1, whole.count / 150))
        for position in Array(0..<min(200, whole.count)) + Array(samples) + [whole.count - 1] {
            var changed = whole
            changed[position] ^= 0x10
            #expect(try isRefused(changed), "byte \(position)")
        }
    }

    @Test func aFileThatWasCutOffOrLengthenedIsRefused() throws {
        try machine.backUp(to: file)
        let whole = try contents()
        let chunk = ContentWriter.chunkSize + ContentWriter.overhead
        let start = try BackupReader(file).header.bytes.count + ContentWriter.headerSize
        for count in [0, 1, 11, 12, 100, start, start + 1, start + chunk, whole.count - 1] where count < whole.count {
            #expect(try isRefused(Array(whole[..<count])), "\(count) bytes")
        }
        #expect(try isRefused(whole + [0]))
        #expect(try isRefused(whole + whole))
        // Chunks in another order.
        if whole.count > start + 2 * chunk {
            let first = whole[start..<start + chunk]
            let second = whole[(start + chunk)..<(start + 2 * chunk)]
            #expect(try isRefused(Array(whole[..<start] + second + first + whole[(start + 2 * chunk)...])))
        }
    }

    @Test func theHeaderOfOneFileDoesNotBelongToAnother() throws {
        try machine.backUp(to: file)
        try machine.backUp(to: machine("other"))
        let (one, two) = (try contents(), try contents(machine("other")))
        let size = try BackupReader(file).header.bytes.count
        #expect(try isRefused(Array(one[..<size]) + two[size...]))
    }

    @Test(arguments: [
        [], Array("not a backup at all".utf8), Array("CHBACKUP".utf8),
        Array("CHBACKUP".utf8) + [0, 9, 0, 4, 1, 2, 3, 4],
        Array("CHBACKUP".utf8) + [0, 1, 255, 255], Array("CHBACKUP".utf8) + [0, 1, 0, 4, 1, 2, 3, 4],
    ])
    func otherFilesAreRefusedByName(bytes: [UInt8]) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: file))
        #expect(code { _ = try BackupReader(file) } == .notAvailable)
    }

    @Test func aHeaderCannotAskForAnyAmountOfMemory() throws {
        try machine.backUp(to: file)
        var bytes = try contents()
        // The memory in bytes: behind the fixed part, two identifiers, the kind and the passes.
        let position = BackupHeader.fixedSize + 16 + 16 + 1 + 8
        bytes.replaceSubrange(position..<position + 8, with: UInt64(1 << 40).bigEndianBytes)
        try Data(bytes).write(to: URL(fileURLWithPath: file))
        #expect(code { _ = try machine.open(file) } == .notAvailable)
        bytes.replaceSubrange(position..<position + 8, with: UInt64(2 << 30).bigEndianBytes)
        try Data(bytes).write(to: URL(fileURLWithPath: file))
        #expect(code { _ = try machine.open(file) } == .notAvailable, "no person has accepted the cost")
    }

    @Test func namesInTheListLeadNowhereElse() {
        for name in ["../x", "a/b", "", ".hidden", "a\u{0}b", String(repeating: "x", count: 201)] {
            #expect(!BackupManifest.isKeychainName(name))
        }
        #expect(BackupManifest.isKeychainName("vault.personal-2"))
    }

    // MARK: - Writing

    @Test func anExistingFileIsKeptUnlessReplacingIsAskedFor() throws {
        try Data("letter".utf8).write(to: URL(fileURLWithPath: file))
        #expect(code { try machine.backUp(to: file) } == .duplicateItem)
        #expect(try contents() == Array("letter".utf8))
        try machine.backUp(to: file, overwrites: true)
        #expect(try machine.open(file).check().isSound)
    }

    @Test func theFileIsTheOwnersAlone() async throws {
        // In a process of its own: the mask is one for all threads.
        await #expect(processExitsWith: .success) { [root = machine.root.path as String, path = file as String] in
            umask(0)
            try BackupMaker(root: KeychainRoot(path: root), release: "test").make(
                at: path, keys: BackupKeys(.password(bytes("x")), cost: .cheapForTests), overwrites: false)
        }
        var status = stat()
        #expect(lstat(file, &status) == 0)
        #expect(status.st_mode & 0o7777 == 0o600)
    }

    @Test func aLinkInThePlaceOfTheFileIsRefused() throws {
        #expect(symlink(machine("elsewhere"), file) == 0)
        #expect(code { try machine.backUp(to: file, overwrites: true) } == .notAvailable)
        #expect(!FileManager.default.fileExists(atPath: machine("elsewhere")))
    }

    @Test func aFileOfTheTemporaryNameThatIsNoBackupIsKept() throws {
        try Data("letter".utf8).write(to: URL(fileURLWithPath: file + ".unfinished"))
        #expect(code { try machine.backUp(to: file) } == .notAvailable)
        #expect(try contents(file + ".unfinished") == Array("letter".utf8))
    }

    /// Of a backup that was published by a link when its process ended, the other name is taken away, and the file stays.
    @Test func aFinishedBackupUnderBothNamesIsNotWrittenAgain() throws {
        try machine.backUp(to: file)
        #expect(link(file, machine("next.unfinished")) == 0)
        let before = try contents()
        try machine.backUp(to: machine("next"))
        #expect(try contents() == before)
    }

    /// As on a full disk, after each of many sizes.
    @Test func aFileThatCannotBeWrittenLeavesTheOldOne() async throws {
        let (root, path) = (machine.root.path, file)
        try machine.backUp(to: file)
        let before = try contents()
        await #expect(processExitsWith: .success) { [root = root as String, path = path as String] in
            signal(SIGXFSZ, SIG_IGN)
            let maker = BackupMaker(root: KeychainRoot(path: root), release: "test")
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            for size in [0, 100, 400, 10_000, 30_000, 40_000, 50_000] {
                limit.rlim_cur = rlim_t(size)
                setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
                let failed = code {
                    try maker.make(
                        at: path, keys: BackupKeys(.password(bytes("x")), cost: .cheapForTests), overwrites: true)
                }
                guard failed != nil else { exit(2) }
                guard access(path + ".unfinished", F_OK) != 0 else { exit(3) }
            }
        }
        #expect(try contents() == before)
        #expect(try machine.open(file).check().isSound)
        // Nothing is left next to the keychains either.
        let left = try FileManager.default.contentsOfDirectory(atPath: machine.root.path)
        #expect(!left.contains("restoring"))
    }

    @Test func anInterruptionLeavesTheOldState() throws {
        struct Interruption: Error {}
        let keys = try BackupKeys(.password(bytes("x")), cost: .cheapForTests)
        #expect(throws: KeychainError.self) {
            try BackupMaker(root: machine.root, release: "test").make(at: file, keys: keys) { _, _ in
                throw Interruption()
            }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: machine("")).sorted() == ["data"])
    }
}
