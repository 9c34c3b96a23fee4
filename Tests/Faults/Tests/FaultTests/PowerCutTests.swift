import FaultModel
import Foundation
import Glibc
import TestSupport
import Testing

@testable import KeychainServices

/// What a write is acknowledged for is on the disk at that instant. Needs root, to mount file systems.
@Suite(.serialized) struct PowerCutTests {
    @Test(.enabled(if: isRoot, "needs root, to mount file systems"))
    func acknowledgedWritesSurviveAPowerCut() throws {
        let disk = try Disk()
        let root = disk.mountPoint + "/root"
        let helper = try Helper(["write-in-turn", root, "0"])
        try helper.expect("open")
        let rounds = Rounds.of(60, "power cut")
        var model = WriterModel()
        for round in 0..<rounds {
            // Several writes between the cuts, so that some cuts come after a checkpoint and some before.
            for _ in 0...Int.random(in: 0...9) {
                helper.send()
                model.perform()
                try helper.expect("\(model.count)")
            }
            // The commit counter is not made durable. At most it is as new as it is here, and it may be any older or torn one.
            let counter = try Data(contentsOf: URL(fileURLWithPath: keychainPath(root) + ".lock"))
            try disk.cutPower { copy in
                try counterAfterCut(round, counter)?.write(
                    to: URL(fileURLWithPath: keychainPath(copy + "/root") + ".lock"))
                let diagnosis = try Doctor(root: KeychainRoot(path: copy + "/root")).examine()
                #expect(
                    !diagnosis.findings.contains { $0.kind == .missingChanges }, "round \(round): \(diagnosis.findings)"
                )
                let keychain = try openFresh(copy + "/root")
                let found = try keychain.secrets()
                #expect(found == model.items, "round \(round): acknowledged writes are missing")
                // The keychain goes on where it was.
                try keychain.add("after the cut", "usable")
                keychain.close()
            } then: { copy in
                let found = try integrity(copy + "/root")
                #expect(found == "ok", "round \(round)")
            }
        }
        helper.closeInput()
        #expect(helper.exitCode == 0)
        print("power cut: \(model.count) acknowledged writes, \(rounds) cuts")
    }

    /// What a power cut may have left of the lock file; nil for what the disk has.
    private func counterAfterCut(_ round: Int, _ newest: Data) -> Data? {
        switch round % 4 {
        case 1: return newest
        case 2: return newest.prefix(newest.count - 40)
        case 3:
            var torn = newest
            torn.resetBytes(in: newest.count - 40..<newest.count)
            return torn
        default: return nil
        }
    }

    /// Making a keychain is one step as well: once the call returns, device key and file are there to stay.
    @Test(.enabled(if: isRoot, "needs root, to mount file systems"))
    func createdKeychainSurvivesAPowerCut() throws {
        for round in 0..<Rounds.of(20, "power cut after creation") {
            let disk = try Disk()
            let helper = try Helper(["write-in-turn", disk.mountPoint + "/deep/er/root", "0"])
            try helper.expect("open")
            if round % 2 == 1 {
                helper.send()
                try helper.expect("1")
            }
            try disk.cutPower { copy in
                #expect(FileManager.default.fileExists(atPath: copy + "/deep/er/root/device.key"))
                #expect(FileManager.default.fileExists(atPath: keychainPath(copy + "/deep/er/root")))
                let items = try openFresh(copy + "/deep/er/root").secrets()
                #expect(items == WriterModel(after: round % 2).items)
            }
            helper.closeInput()
            #expect(helper.exitCode == 0)
        }
    }

    /// Shows that the test can fail: data that was not made durable is lost.
    @Test(.enabled(if: isRoot, "needs root, to mount file systems"))
    func dataThatIsNotDurableIsLost() throws {
        let disk = try Disk()
        // Foundation's way to write a file makes it durable.
        let file = open(disk.mountPoint + "/not durable", O_WRONLY | O_CREAT, 0o600)
        #expect(write(file, "gone", 4) == 4)
        close(file)
        try disk.cutPower { copy in
            let contents = try? Data(contentsOf: URL(fileURLWithPath: copy + "/not durable"))
            #expect(contents != Data("gone".utf8))
        }
    }
}

/// An ext4 file system in a file, mounted.
private final class Disk {
    private let directory: TemporaryDirectory
    private let image: String
    let mountPoint: String

    init() throws {
        directory = try TemporaryDirectory()
        image = directory("disk.img")
        mountPoint = directory("disk")
        try FileManager.default.createDirectory(atPath: mountPoint, withIntermediateDirectories: true)
        try Self.run(["truncate", "-s", "16M", image])
        try Self.run(["mkfs.ext4", "-q", "-F", image])
        try Self.run(["mount", "-o", "loop", image, mountPoint])
    }

    deinit { _ = try? runTool(["umount", "-l", mountPoint]) }

    /// Copies the image as it is now, without asking the file system to finish anything, and mounts the copy.
    func cutPower(_ body: (_ copy: String) throws -> Void, then check: (_ copy: String) throws -> Void = { _ in })
        throws
    {
        let copy = directory("copy.img")
        try? FileManager.default.removeItem(atPath: copy)
        try Self.run(["cp", "--sparse=always", "--reflink=never", image, copy])
        let point = directory("copy")
        try? FileManager.default.createDirectory(atPath: point, withIntermediateDirectories: true)
        try Self.run(["mount", "-o", "loop", copy, point])
        defer { _ = try? runTool(["umount", "-l", point]) }
        try body(point)
        try check(point)
    }

    private static func run(_ arguments: [String]) throws {
        let result = try runTool(["PATH=/usr/sbin:/usr/bin:/sbin:/bin"] + arguments)
        try #require(result.exitCode == 0, "\(arguments): \(result.text)")
    }
}
