import Foundation
import Glibc
import TestSupport
import Testing

@testable import KeychainServices

/// Places where a keychain cannot be, or should not: each gives a clear status, and files are for their owner alone.
@Suite(.serialized) struct LocationTests {
    private static let names = [
        "HOME", "CHATELAINE_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR", "CHATELAINE_ENTITLEMENTS",
    ]

    /// What the helper says when it uses the default keychain of its environment.
    private func useDefault(_ environment: [String: String], prefix: [String] = []) throws -> String {
        let result = try Helper.run(["use-default"], prefix: prefix, environment: environment, removing: Self.names)
        #expect(result.exitCode == 0, "\(result.lines)")
        return result.lines.first ?? ""
    }

    /// Code -25291 or the one given, and a text that says what to do.
    private func expectRefusal(_ line: String, code: String = "-25291", mentioning word: String) {
        #expect(line.hasPrefix("error \(code) "), "\(line)")
        #expect(line.contains(word), "\(line)")
        #expect(line.contains(";"), "no advice: \(line)")
    }

    @Test func withoutAHomeDirectoryThereIsAStatus() throws {
        expectRefusal(try useDefault([:]), mentioning: "home")
        expectRefusal(try useDefault(["HOME": ""]), mentioning: "home")
        expectRefusal(try useDefault(["HOME": "relative"]), mentioning: "home")
    }

    @Test func aHomeThatDoesNotExistIsMade() throws {
        let directory = try TemporaryDirectory()
        #expect(
            try useDefault(["HOME": directory("new/home")]).hasPrefix(
                "ok \(directory("new/home"))/.local/share/chatelaine/"))
    }

    @Test func aHomeThatIsAFileIsRefused() throws {
        let directory = try TemporaryDirectory()
        try Data().write(to: URL(fileURLWithPath: directory("file")))
        expectRefusal(try useDefault(["HOME": directory("file")]), mentioning: directory("file"))
    }

    @Test func keychainPathThatIsADirectoryIsRefused() throws {
        let directory = try TemporaryDirectory()
        let path = directory("data/keychains/default.keychain")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        #expect(try useDefault(["CHATELAINE_HOME": directory.path]).hasPrefix("error -25291 "))
        #expect(FileManager.default.fileExists(atPath: path))
    }

    @Test(arguments: [0, 1, 7, 511, 512, 4096]) func fileOfZerosIsDamagedAndStays(size: Int) throws {
        let directory = try TemporaryDirectory()
        #expect(try useDefault(["CHATELAINE_HOME": directory.path]).hasPrefix("ok"))
        let path = directory("data/keychains/default.keychain")
        for ending in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + ending) }
        let contents = Data(count: size)
        try contents.write(to: URL(fileURLWithPath: path))
        expectRefusal(try useDefault(["CHATELAINE_HOME": directory.path]), mentioning: "damaged")
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == contents)
    }

    @Test func lostDeviceKeyIsNeverReplaced() throws {
        let directory = try TemporaryDirectory()
        #expect(try useDefault(["CHATELAINE_HOME": directory.path]).hasPrefix("ok"))
        try FileManager.default.removeItem(atPath: directory("data/device.key"))
        expectRefusal(try useDefault(["CHATELAINE_HOME": directory.path]), mentioning: "device key")
        #expect(!FileManager.default.fileExists(atPath: directory("data/device.key")))
        #expect(throws: KeychainError(.notAvailable, "")) {
            try Keychain(root: KeychainRoot(path: directory("data")), name: "another", accessGroups: groups)
        }
    }

    @Test(arguments: [
        "with spaces", "Zoë’s Schlüssel 🔑", "new\nline", "percent%20?#&", "-dash", "back\\slash 'quote\"",
    ])
    func anyPathWillDo(name: String) throws {
        let directory = try TemporaryDirectory()
        let home = directory(name)
        let line = try useDefault(["HOME": home])
        #expect(line.hasPrefix("ok \(home.split(separator: "\n")[0])"), "\(line)")
        #expect(FileManager.default.fileExists(atPath: home + "/.local/share/chatelaine/device.key"))
        let made = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        #expect(made == [name])
    }

    @Test(arguments: ["0000", "0022", "0777"]) func filesAreForTheirOwnerWhateverTheUmask(mask: String) throws {
        let directory = try TemporaryDirectory()
        let home = directory("home")
        let line = try useDefault(["HOME": home], prefix: ["/bin/sh", "-c", "umask \(mask); exec \"$@\"", "sh"])
        #expect(line.hasPrefix("ok"), "\(line)")
        var looked = 0
        let data = home + "/.local/share/chatelaine"
        for path in ["", "/keychains", "/device.key", "/root.lock"] { looked += try expectPrivate(data + path) }
        for file in try FileManager.default.contentsOfDirectory(atPath: data + "/keychains") {
            looked += try expectPrivate(data + "/keychains/" + file)
        }
        // The file, its log and its index, and the lock.
        #expect(looked >= 4 + 4)
    }

    /// Also while a keychain is open and has a log.
    private func expectPrivate(_ path: String) throws -> Int {
        var status = stat()
        try #require(lstat(path, &status) == 0, "\(path)")
        let expected: mode_t = status.st_mode & S_IFMT == S_IFDIR ? 0o700 : 0o600
        #expect(status.st_mode & 0o7777 == expected, "\(path): \(String(status.st_mode & 0o7777, radix: 8))")
        return 1
    }

    // MARK: - As root

    @Test(.enabled(if: isRoot, "needs root, to mount file systems")) func readOnlyHomeGivesAStatus() throws {
        let mount = try Mount(size: "4m")
        try mount.remount("ro")
        expectRefusal(try useDefault(["HOME": mount.path]), code: "-25292", mentioning: "Read-only")
    }

    /// A keychain on a medium that has become read-only can still be read.
    @Test(.enabled(if: isRoot, "needs root, to mount file systems")) func keychainOnAReadOnlyMediumIsAStatusForWriters()
        throws
    {
        let mount = try Mount(size: "8m")
        #expect(try useDefault(["HOME": mount.path]).hasPrefix("ok"))
        try mount.remount("ro")
        let line = try useDefault(["HOME": mount.path])
        #expect(line.hasPrefix("error -25292 ") || line.hasPrefix("error -25291 "), "\(line)")
        #expect(line.contains(";"), "no advice: \(line)")
    }

    @Test(
        .enabled(if: isRoot, "needs root, to mount file systems"), arguments: ["4k", "16k", "32k", "48k", "64k", "96k"])
    func fullHomeGivesAStatus(size: String) throws {
        let mount = try Mount(size: size)
        let line = try useDefault(["HOME": mount.path])
        guard !line.hasPrefix("ok") else { return }
        expectRefusal(line, mentioning: "free some space")
        // With room, it goes on.
        try mount.remount("size=8m")
        #expect(try useDefault(["HOME": mount.path]).hasPrefix("ok"))
    }

    @Test(.enabled(if: isRoot, "needs root, to mount file systems")) func keychainThatFillsItsDiskKeepsWhatItHas()
        throws
    {
        let mount = try Mount(size: "512k")
        let keychain = try openFresh(mount.path + "/root")
        var stored = 0
        do {
            while stored < 10_000 {
                try keychain.add("account \(stored)", String(repeating: "s", count: 2000))
                stored += 1
            }
            Issue.record("the disk did not fill up")
        } catch {
            #expect(error.code == .notAvailable)
            #expect(error.remedy != nil)
        }
        #expect(stored > 10)
        #expect(try keychain.secrets().count == stored)
        #expect(try openFresh(mount.path + "/root").secrets().count == stored)
        try mount.remount("size=4m")
        try keychain.add("with room", "1")
        #expect(try keychain.secrets().count == stored + 1)
        #expect(try keychain.secret("with room") == "1")
    }

    @Test(.enabled(if: isRoot, "needs root, to act for two users")) func anotherUserGetsAStatusAndSeesNothing() throws {
        let directory = try TemporaryDirectory()
        chmod(directory.path, 0o755)
        let home = directory("home")
        #expect(try useDefault(["HOME": home]).hasPrefix("ok"))
        chmod(home, 0o755)
        chmod(home + "/.local", 0o755)
        chmod(home + "/.local/share", 0o755)
        let asOtherUser = ["/usr/bin/env", "setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
        expectRefusal(try useDefault(["HOME": home], prefix: asOtherUser), mentioning: "belongs to another user")
        let seen = try runTool(asOtherUser.dropFirst() + ["find", home + "/.local/share/chatelaine"])
        #expect(!seen.text.contains("device.key"))
        // Nor does root use what is another user's, as with sudo and that user's HOME.
        let given = try runTool(["chown", "-R", "65534:65534", home])
        #expect(given.exitCode == 0, "\(given.text)")
        expectRefusal(try useDefault(["HOME": home]), mentioning: "without sudo")
    }

    /// Two users with a home each have a keychain each.
    @Test(.enabled(if: isRoot, "needs root, to act for two users")) func everyUserHasAKeychainOfTheirOwn() throws {
        let directory = try TemporaryDirectory()
        chmod(directory.path, 0o755)
        for (user, home) in [(0, directory("zero")), (65534, directory("nobody"))] {
            try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
            chown(home, uid_t(user), gid_t(user))
            let line = try useDefault(
                ["HOME": home],
                prefix: ["/usr/bin/env", "setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups"])
            #expect(line.hasPrefix("ok \(home)"), "\(line)")
        }
    }
}

/// A file system in memory, mounted.
final class Mount {
    private let directory: TemporaryDirectory
    let path: String

    init(size: String) throws {
        directory = try TemporaryDirectory()
        path = directory("mount")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let result = try runTool(["mount", "-t", "tmpfs", "-o", "size=\(size)", "tmpfs", path])
        try #require(result.exitCode == 0, "\(result.text)")
    }

    deinit { _ = try? runTool(["umount", "-l", path]) }

    func remount(_ option: String) throws {
        let result = try runTool(["mount", "-o", "remount,\(option)", path])
        try #require(result.exitCode == 0, "\(result.text)")
    }
}
