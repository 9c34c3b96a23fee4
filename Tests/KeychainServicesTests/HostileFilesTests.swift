import Foundation
import Glibc
import LinuxSupport
import TestSupport
import Testing

@testable import KeychainServices

/// Files and directories that another user, or a mistake, has put in the place of a keychain's: they are refused and
/// left as they are. A pipe that was waited for would show in the time limit.
@Suite(.timeLimit(.minutes(60))) struct HostileFilesTests {
    private static let isRoot = getuid() == 0
    private static let anotherUser: uid_t = 65534

    private let temporary: TemporaryRoot
    private var root: KeychainRoot { temporary.root }

    init() throws { temporary = try TemporaryRoot() }

    /// Makes a keychain and closes it.
    private func makeKeychain() throws {
        let keychain = try temporary.open()
        try keychain.add(genericPassword("made"))
        keychain.close()
    }

    /// Opens a keychain and writes to it.
    private func use(_ name: String = "default") throws {
        let keychain = try temporary.open(name: name)
        defer { keychain.close() }
        try keychain.add(genericPassword("used"))
    }

    /// Makes a file next to the root.
    private func makeTarget() throws -> String {
        let path = temporary.path + "/target"
        try Data("untouched".utf8).write(to: URL(fileURLWithPath: path))
        try #require(chmod(path, 0o644) == 0)
        return path
    }

    private func expectUntouched(_ path: String) throws {
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "untouched")
        #expect(try status(path).st_mode & 0o7777 == 0o644)
    }

    private func status(_ path: String) throws -> stat {
        var status = stat()
        try #require(lstat(path, &status) == 0, "\(path)")
        return status
    }

    private func giveAway(_ path: String) throws {
        try #require(chown(path, Self.anotherUser, Self.anotherUser) == 0)
    }

    /// Expects an error that names the path, says what is wrong with it, and what to do.
    private func expectRefusal(_ path: String, _ reason: String, _ body: () throws -> Void) {
        do {
            try body()
            Issue.record("“\(path)” was used")
        } catch let problem as KeychainError {
            #expect(problem.code == .notAvailable)
            #expect(problem.reason.contains("“\(path)”") && problem.reason.contains(reason), "\(problem)")
            #expect(problem.remedy != nil)
        } catch {
            Issue.record(error)
        }
    }

    // MARK: - Links

    @Test(arguments: ["root.lock", "keychains/default.keychain.lock"])
    func targetOfALinkInALocksPlaceStaysAsItIs(name: String) throws {
        try FileManager.default.createDirectory(
            atPath: root.path + "/keychains", withIntermediateDirectories: true)
        let (target, link) = (try makeTarget(), root.path + "/" + name)
        try #require(symlink(target, link) == 0)
        expectRefusal(link, "symbolic link") { try use() }
        try expectUntouched(target)
    }

    @Test func targetOfALinkInThePlaceOfAMovesFilesStaysAsItIs() throws {
        try makeKeychain()
        let target = try makeTarget()
        for name in ["moving.lock", "moving"] { try #require(symlink(target, root.path + "/" + name) == 0) }
        expectRefusal(root.path + "/moving.lock", "symbolic link") {
            try root.withMoveLock { () throws(KeychainError) -> Void in }
        }
        expectRefusal(root.path + "/moving", "symbolic link") { try root.beginMove(open: []) }
        try expectUntouched(target)
    }

    @Test(arguments: ["device.key", "keychains/default.keychain", "keychains/default.keychain-wal"])
    func linkIsNotFollowed(name: String) throws {
        try makeKeychain()
        let (path, elsewhere) = (root.path + "/" + name, temporary.path + "/elsewhere")
        if rename(path, elsewhere) != 0 { try Data().write(to: URL(fileURLWithPath: elsewhere)) }
        try #require(chmod(elsewhere, 0o644) == 0)
        try #require(symlink(elsewhere, path) == 0)
        expectRefusal(path, "symbolic link") { try use() }
        // A repair would set the mode of what the link leads to.
        expectRefusal(path, "symbolic link") { _ = try Doctor(root: root).repair() }
        #expect(try status(elsewhere).st_mode & 0o7777 == 0o644)
    }

    /// It is not taken for a device key that is missing, and not replaced.
    @Test func linkWithoutATargetIsRefused() throws {
        try makeKeychain()
        unlink(root.deviceKeyPath)
        try #require(symlink(temporary.path + "/nowhere", root.deviceKeyPath) == 0)
        expectRefusal(root.deviceKeyPath, "symbolic link") { try use() }
        #expect(try status(root.deviceKeyPath).st_mode & S_IFMT == S_IFLNK)
    }

    @Test func rootDirectoryMayBeALink() throws {
        let elsewhere = temporary.path + "/elsewhere"
        try #require(mkdir(elsewhere, 0o700) == 0)
        try #require(symlink(elsewhere, root.path) == 0)
        try makeKeychain()
        #expect(try status(elsewhere + "/device.key").st_mode & S_IFMT == S_IFREG)
        #expect(try temporary.open().items(matching: Query(.genericPassword)).count == 1)
    }

    // MARK: - Pipes

    @Test(arguments: [
        "device.key", "root.lock", "keychains/default.keychain", "keychains/default.keychain-wal",
        "keychains/default.keychain.lock",
    ])
    func pipeIsRefusedAtOnce(name: String) throws {
        try makeKeychain()
        let path = root.path + "/" + name
        unlink(path)
        try #require(mkfifo(path, 0o600) == 0)
        // The lock of the root is for making keychains.
        expectRefusal(path, "not a regular file") { try use(name == "root.lock" ? "other" : "default") }
        #expect(try status(path).st_mode & S_IFMT == S_IFIFO)
    }

    @Test func pipeInPlaceOfAMovesListIsRefusedAtOnce() throws {
        try makeKeychain()
        let path = root.path + "/moving"
        try #require(mkfifo(path, 0o600) == 0)
        #expect(root.openBeforeMove == nil)
        expectRefusal(path, "not a regular file") { try root.beginMove(open: []) }
    }

    @Test func pipeInPlaceOfSettingsOrGroupsIsRefusedAtOnce() throws {
        let path = temporary.path + "/pipe"
        try #require(mkfifo(path, 0o600) == 0)
        expectRefusal(path, "not a regular file") { _ = try Settings.read(path) }
        expectRefusal(path, "not a regular file") {
            _ = try AccessGroups.of(executable: "/usr/bin/true", entitlements: path)
        }
    }

    /// Settings and lists are no part of a keychain: they may be links, and belong to the administrator.
    @Test func settingsMayBeALink() throws {
        let (path, link) = (temporary.path + "/settings", temporary.path + "/link")
        try Data(#"{"authentication": {"passcode": "pam"}}"#.utf8).write(to: URL(fileURLWithPath: path))
        try #require(symlink(path, link) == 0)
        #expect(try Settings.read(link).passcode == .pam)
    }

    // MARK: - Other users

    @Test(.enabled(if: isRoot, "needs root, to give directories away"), arguments: ["", "/keychains", "/deleted"])
    func directoryOfAnotherUserIsRefused(name: String) throws {
        try makeKeychain()
        let path = root.path + name
        _ = mkdir(path, 0o700)
        try giveAway(path)
        expectRefusal(path, "another user") { try use() }
        expectRefusal(path, "another user") { try use("other") }
        expectRefusal(path, "another user") { _ = try Doctor(root: root).repair() }
        #expect(try status(path).st_uid == Self.anotherUser)
    }

    @Test(.enabled(if: isRoot, "needs root, to give directories away"))
    func nothingIsMadeInADirectoryOfAnotherUser() throws {
        try #require(mkdir(root.path, 0o700) == 0)
        try giveAway(root.path)
        expectRefusal(root.path, "another user") { try use() }
        #expect(try FileManager.default.contentsOfDirectory(atPath: root.path).isEmpty)
    }

    @Test(.enabled(if: isRoot, "needs root, to give directories away"))
    func linkToADirectoryOfAnotherUserIsRefused() throws {
        let elsewhere = temporary.path + "/elsewhere"
        try #require(mkdir(elsewhere, 0o700) == 0)
        try giveAway(elsewhere)
        try #require(symlink(elsewhere, root.path) == 0)
        expectRefusal(root.path, "another user") { try use() }
    }

    @Test(
        .enabled(if: isRoot, "needs root, to give files away"),
        arguments: ["device.key", "keychains/default.keychain", "keychains/default.keychain.lock"])
    func fileOfAnotherUserIsRefused(name: String) throws {
        try makeKeychain()
        try giveAway(root.path + "/" + name)
        expectRefusal(root.path + "/" + name, "another user") { try use() }
    }

    @Test(.enabled(if: isRoot, "needs root, to give files away")) func fileOfAnotherUserIsNotTruncated() throws {
        let path = try makeTarget()
        try giveAway(path)
        #expect(throws: OwnFile.Problem.foreign(owner: Self.anotherUser)) {
            _ = try OwnFile.open(path, O_WRONLY | O_TRUNC)
        }
        try expectUntouched(path)
    }

    @Test(arguments: ["", "/keychains"]) func directoryThatEveryUserCanWriteToIsRefused(name: String) throws {
        try makeKeychain()
        let path = root.path + name
        try #require(chmod(path, 0o777) == 0)
        expectRefusal(path, "every user") { try use() }
        // The group is that of the user alone on many systems.
        try #require(chmod(path, 0o770) == 0)
        try use()
    }

    @Test func doctorTakesThePermissionFromOthers() throws {
        try makeKeychain()
        try #require(chmod(root.path, 0o777) == 0)
        _ = try Doctor(root: root).repair()
        try use()
    }
}
