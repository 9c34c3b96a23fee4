import Foundation
import Glibc
import LinuxSupport
import Secrets
import Synchronization
import TestSupport
import Testing

@testable import KeyManagement
@testable import KeychainServices

/// Keychains in files of their own: what the password opens, what a lock closes, and what is not used as a keychain.
@Suite(.timeLimit(.minutes(60))) struct PortableKeychainTests {
    private let directory: TemporaryDirectory
    private var path: String { directory("build.keychain-db") }

    init() throws { directory = try TemporaryDirectory(mode: 0o700) }

    /// What one process, or one agent, has unlocked.
    private final class Unlocked: Sendable {
        private let now: Now
        let table: UnlockedKeyTable

        init() {
            let now = Now()
            self.now = now
            table = UnlockedKeyTable { now.value }
        }

        func advance(seconds: UInt64, asleep: Bool = false) { now.advance(seconds * 1_000_000_000, asleep: asleep) }
    }

    private final class Now: Sendable {
        private let moment = Mutex(UnlockedKeyTable.Moment(sinceBoot: 1_000_000_000_000, awake: 1_000_000_000_000))
        var value: UnlockedKeyTable.Moment { moment.withLock { $0 } }
        func advance(_ nanoseconds: UInt64, asleep: Bool) {
            moment.withLock {
                $0.sinceBoot += nanoseconds
                if !asleep { $0.awake += nanoseconds }
            }
        }
    }

    private func open(_ path: String? = nil, _ unlocked: Unlocked = Unlocked()) throws -> PortableKeychain {
        try PortableKeychain(path: path ?? self.path, cost: .cheapForTests) { () throws(KeychainError) in
            ProcessUnlockedKeys(unlocked.table)
        }
    }

    private func make(
        _ path: String? = nil, _ unlocked: Unlocked = Unlocked(), password text: String = "sesame"
    ) throws -> PortableKeychain {
        let keychain = try open(path, unlocked)
        try keychain.create(password: password(text))
        return keychain
    }

    private func password(_ text: String) -> SecretBytes { SecretBytes(copying: text.utf8) }

    private func items(_ keychain: PortableKeychain) -> Keychain {
        keychain.keychain { () throws(KeychainError) in AccessGroups(["com.example.tests"]) }
    }

    private func accounts(_ keychain: PortableKeychain) throws -> [String] {
        try items(keychain).items(matching: Query(.genericPassword), reading: [.attributes, .data])
            .compactMap { $0[.account]?.string }
    }

    private func expect(_ code: KeychainError.Code, _ body: () throws -> Void) {
        #expect(throws: KeychainError(code, ""), performing: body)
    }

    // MARK: - The password

    @Test func aCopyOpensElsewhereWithThePasswordAlone() throws {
        let keychain = try make()
        try items(keychain).add(genericPassword("kim"))
        let elsewhere = try TemporaryDirectory(mode: 0o700)
        // While it is open, and without the files next to it.
        try FileManager.default.copyItem(atPath: path, toPath: elsewhere("copy.keychain"))
        let copy = try open(elsewhere("copy.keychain"))
        expect(.interactionNotAllowed) { _ = try accounts(copy) }
        expect(.authenticationFailed) { try copy.unlock(password: password("guess")) }
        try copy.unlock(password: password("sesame"))
        #expect(try accounts(copy) == ["kim"])
    }

    @Test func aLockedOneSaysNothingOfItsItems() throws {
        let keychain = try make()
        try items(keychain).add(genericPassword("kim-of-the-account"))
        try keychain.lock()
        for query in [Query(.genericPassword), Query(.genericPassword, [.account: "another"])] {
            expect(.interactionNotAllowed) { _ = try items(keychain).items(matching: query) }
            expect(.interactionNotAllowed) { _ = try items(keychain).delete(query) }
        }
        let contents = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(contents.range(of: Data("kim-of-the-account".utf8)) == nil)
        // No key that all files share: two with the same password and item have nothing in common that tells so.
        let other = try make(directory("other.keychain"))
        #expect(try PortableFile(path).readKey().wrapped != PortableFile(other.path).readKey().wrapped)
    }

    @Test func aNewPasswordReplacesTheOldAndNotThatOfACopy() throws {
        let unlocked = Unlocked()
        let keychain = try make(nil, unlocked)
        try items(keychain).add(genericPassword("kim"))
        try FileManager.default.copyItem(atPath: path, toPath: directory("copy.keychain"))
        expect(.authenticationFailed) { try keychain.changePassword(from: password("wrong"), to: password("new")) }
        try keychain.changePassword(from: password("sesame"), to: password("new"))
        #expect(try keychain.isUnlocked())
        try keychain.lock()
        expect(.authenticationFailed) { try keychain.unlock(password: password("sesame")) }
        try keychain.unlock(password: password("new"))
        #expect(try accounts(keychain) == ["kim"])
        let copy = try open(directory("copy.keychain"))
        try copy.unlock(password: password("sesame"))
        #expect(try accounts(copy) == ["kim"])
    }

    @Test func anEmptyPasswordIsOne() throws {
        let keychain = try make(nil, Unlocked(), password: "")
        try keychain.lock()
        expect(.authenticationFailed) { try keychain.unlock(password: password(" ")) }
        try keychain.unlock(password: password(""))
        #expect(try keychain.isUnlocked())
    }

    // MARK: - Locks

    @Test func aLockWinsOverAnUnlockThatBeganBefore() throws {
        let unlocked = Unlocked()
        let keychain = try make(nil, unlocked)
        let id = try PortableFile(path).readKey().keychainID
        for locked in [id, nil] {
            let number = unlocked.table.lockNumber
            unlocked.table.lock(locked)
            expect(.interactionNotAllowed) {
                try unlocked.table.keep(
                    SecretBytes(random: 32), of: id, settings: .initial, for: [], since: number)
            }
            #expect(try !keychain.isUnlocked())
        }
        // That of another keychain ends nothing.
        let number = unlocked.table.lockNumber
        unlocked.table.lock(Array(repeating: 7, count: 16))
        try unlocked.table.keep(SecretBytes(random: 32), of: id, settings: .initial, for: [], since: number)
    }

    @Test func aLockInOneProcessCountsInAll() throws {
        let unlocked = Unlocked()
        let one = try make(nil, unlocked)
        let other = try open(nil, unlocked)
        #expect(try accounts(other) == [])
        try one.lock()
        expect(.interactionNotAllowed) { _ = try accounts(other) }
        try other.unlock(password: password("sesame"))
        #expect(try accounts(one) == [])
        unlocked.table.lock(nil)
        expect(.interactionNotAllowed) { _ = try accounts(one) }
    }

    @Test func itIsLockedAfterTheTimeWithoutUse() throws {
        let unlocked = Unlocked()
        let keychain = try make(nil, unlocked)
        #expect(try keychain.settings() == .initial)
        unlocked.advance(seconds: 299)
        #expect(try accounts(keychain) == [])
        unlocked.advance(seconds: 299)
        #expect(try keychain.isUnlocked())
        unlocked.advance(seconds: 300)
        expect(.interactionNotAllowed) { _ = try accounts(keychain) }
        expect(.interactionNotAllowed) { try keychain.set(PortableSettings(locksOnSleep: true, interval: nil)) }
        try keychain.unlock(password: password("sesame"))
        try keychain.set(PortableSettings(locksOnSleep: true, interval: nil))
        unlocked.advance(seconds: 1_000_000)
        #expect(try accounts(keychain) == [])
        // The settings are in the file.
        #expect(try keychain.settings() == PortableSettings(locksOnSleep: true, interval: nil))
    }

    @Test(arguments: [true, false]) func suspendLocksAsTheSettingsSay(_ locks: Bool) throws {
        let unlocked = Unlocked()
        let keychain = try make(nil, unlocked)
        try keychain.set(PortableSettings(locksOnSleep: locks, interval: nil))
        unlocked.advance(seconds: 60, asleep: true)
        #expect(try keychain.isUnlocked() == !locks)
        if locks { try keychain.unlock(password: password("sesame")) }
        unlocked.table.lockForSleep()
        #expect(try keychain.isUnlocked() == !locks)
    }

    /// It was not unlocked yet when the machine went to sleep.
    @Test(arguments: [true, false]) func suspendWinsOverAnUnlockThatBeganBefore(_ locks: Bool) throws {
        let table = UnlockedKeyTable()
        let id = [UInt8](repeating: 1, count: 16)
        let settings = PortableSettings(locksOnSleep: locks, interval: nil)
        func keep(since number: UInt64) throws {
            try table.keep(SecretBytes(random: 32), of: id, settings: settings, for: ["one"], since: number)
        }
        let number = table.lockNumber
        table.lockForSleep()
        if locks { expect(.interactionNotAllowed) { try keep(since: number) } } else { try keep(since: number) }
        #expect(table.isEmpty == locks)
        try keep(since: table.lockNumber)
        #expect(!table.isEmpty)
    }

    /// Settings that come while suspend locks it do not open it again.
    @Test func newSettingsDoNotUndoSuspend() throws {
        let table = UnlockedKeyTable()
        let id = [UInt8](repeating: 1, count: 16)
        let key = SecretBytes(random: 32)
        try table.keep(key, of: id, settings: .initial, for: ["one"], since: table.lockNumber)
        let number = table.lockNumber
        table.lockForSleep()
        expect(.interactionNotAllowed) {
            try table.keep(
                key, of: id, settings: PortableSettings(locksOnSleep: false, interval: nil), for: ["one"], since: number
            )
        }
        #expect(table.isEmpty)
    }

    /// Another thread of the parent had the turn when this process was made: no thread here gives it back.
    @Test func theChildOfAForkHasATurnOfItsOwn() {
        let forks = Forks()
        let turn = DerivationTurn { forks.count.load(ordering: .relaxed) }
        let parents = turn.take()
        forks.count.add(1, ordering: .relaxed)
        // Waits for ever if it is the parent's.
        let own = turn.take()
        #expect(own !== parents)
        own.signal()
        let again = turn.take()
        #expect(again === own)
        again.signal()
        parents.signal()
    }

    private final class Forks: Sendable { let count = Atomic(0) }

    @Test func settingsOfAnotherFileAreRefused() throws {
        let unlocked = Unlocked()
        let keychain = try make(nil, unlocked)
        let other = try make(directory("other.keychain"), unlocked)
        try other.set(PortableSettings(locksOnSleep: false, interval: nil))
        let foreign = try PortableFile(other.path).readKey().settings
        let hexadecimal = foreign.map { String(UInt16($0) | 0x100, radix: 16).dropFirst() }.joined()
        keychain.close()
        let program = "import sqlite3, sys; sqlite3.connect(sys.argv[1], 60).executescript(sys.stdin.read())"
        guard RowWriter.isInstalled else { return }
        let written = try ChildProcess.run(
            ["/usr/bin/python3", "-c", program, path], input: "UPDATE password SET settings = x'\(hexadecimal)';")
        try #require(written.status == 0)
        #expect(try !keychain.isUnlocked())
        expect(.notAvailable) { try keychain.unlock(password: password("sesame")) }
    }

    @Test func groupsOfThoseWhoShowedThePasswordDecide() throws {
        let table = UnlockedKeyTable()
        let id = [UInt8](repeating: 1, count: 16)
        let key = SecretBytes(random: 32)
        func isGiven(_ groups: [String]) -> Bool { table.use(id, known: 0, for: groups) != nil }
        try table.keep(key, of: id, settings: .initial, for: ["one"], since: table.lockNumber)
        #expect(isGiven(["one", "two"]) && !isGiven(["two"]) && !isGiven([]))
        try table.keep(key, of: id, settings: .initial, for: ["two"], since: table.lockNumber)
        #expect(isGiven(["one"]) && isGiven(["two"]))
        // One that claims the number of the keychain with another key takes no groups over.
        try table.keep(SecretBytes(random: 32), of: id, settings: .initial, for: ["three"], since: table.lockNumber)
        #expect(!isGiven(["one"]) && isGiven(["three"]))
        // Groups that only look the same are two.
        try table.keep(key, of: id, settings: .initial, for: ["caf\u{e9}"], since: table.lockNumber)
        #expect(isGiven(["caf\u{e9}"]) && !isGiven(["cafe\u{301}"]))
    }

    @Test func thereIsRoomForSoManyAndNoMore() throws {
        let table = UnlockedKeyTable()
        for number in 0..<UnlockedKeyTable.most {
            let id = [UInt8](repeating: 0, count: 15) + [UInt8(number)]
            try table.keep(SecretBytes(random: 32), of: id, settings: .initial, for: [], since: 0)
        }
        expect(.notAvailable) {
            try table.keep(
                SecretBytes(random: 32), of: Array(repeating: 9, count: 16), settings: .initial, for: [], since: 0)
        }
    }

    // MARK: - Files

    @Test func anExistingFileIsNotReplaced() throws {
        let keychain = try make()
        try items(keychain).add(genericPassword("kim"))
        expect(.duplicateKeychain) { _ = try make() }
        #expect(try accounts(keychain) == ["kim"])
        try Data("notes".utf8).write(to: URL(fileURLWithPath: directory("notes")))
        expect(.duplicateKeychain) { _ = try make(directory("notes")) }
        #expect(try String(contentsOfFile: directory("notes"), encoding: .utf8) == "notes")
    }

    /// A program that takes no lock makes a file of this name after the check.
    @Test func theNameIsTakenFromNoFile() throws {
        let unfinished = path + ".unfinished"
        try Data("new".utf8).write(to: URL(fileURLWithPath: unfinished))
        try Data("notes".utf8).write(to: URL(fileURLWithPath: path))
        expect(.duplicateKeychain) { try PortableFile.name(unfinished, path) }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "notes")
        #expect(FileManager.default.fileExists(atPath: unfinished))
        unlink(path)
        try PortableFile.name(unfinished, path)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "new")
        #expect(!FileManager.default.fileExists(atPath: unfinished))
    }

    @Test func whatAnInterruptedCreationHasLeftIsReplaced() throws {
        for suffix in ["", "-wal", "-shm", "-journal"] {
            try Data("torn".utf8).write(to: URL(fileURLWithPath: path + ".unfinished" + suffix))
        }
        // A log of a file that is gone would be taken for the new one's.
        try Data(repeating: 7, count: 5000).write(to: URL(fileURLWithPath: path + "-wal"))
        let keychain = try make()
        try items(keychain).add(genericPassword("kim"))
        #expect(try accounts(keychain) == ["kim"])
        let files = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        #expect(!files.contains { $0.contains("unfinished") })
    }

    private enum Hostile: CaseIterable { case link, danglingLink, pipe, directory, anotherUsers, hardLink }

    private func put(_ hostile: Hostile, at path: String, for keychain: String) throws -> Bool {
        switch hostile {
        case .link: try #require(symlink(keychain, path) == 0)
        case .danglingLink: try #require(symlink("/nonexistent/x", path) == 0)
        case .pipe: try #require(mkfifo(path, 0o600) == 0)
        case .directory: try #require(mkdir(path, 0o700) == 0)
        case .hardLink: try #require(Glibc.link(keychain, path) == 0)
        case .anotherUsers:
            guard getuid() == 0 else { return false }
            try FileManager.default.copyItem(atPath: keychain, toPath: path)
            try #require(chown(path, 65534, 65534) == 0)
        }
        return true
    }

    @Test(arguments: Hostile.allCases) private func whatIsNoFileOfTheUserIsNotUsed(_ hostile: Hostile) throws {
        let keychain = try make()
        keychain.close()
        let planted = directory("planted.keychain")
        guard try put(hostile, at: planted, for: path) else { return }
        let before = FileIdentity(planted)
        let opened = try open(planted)
        expect(.notAvailable) { try opened.unlock(password: password("sesame")) }
        expect(.notAvailable) { try opened.delete() }
        expect(.duplicateKeychain) { try opened.create(password: password("sesame")) }
        #expect(FileIdentity(planted) == before)
    }

    @Test func aDirectoryInWhichOthersWriteIsNotUsed() throws {
        let open = try TemporaryDirectory(mode: 0o1777)
        expect(.notAvailable) { _ = try make(open("a.keychain")) }
        guard getuid() == 0 else { return }
        let foreign = try TemporaryDirectory(mode: 0o755)
        try #require(chown(foreign.path, 65534, 65534) == 0)
        expect(.notAvailable) { _ = try make(foreign("a.keychain")) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: foreign.path).isEmpty)
    }

    @Test func whatIsNoKeychainIsNotDeleted() throws {
        let notes = directory("notes")
        try Data(repeating: 65, count: 4096).write(to: URL(fileURLWithPath: notes))
        expect(.invalidKeychain) { try open(notes).delete() }
        #expect(FileManager.default.fileExists(atPath: notes))
        expect(.noSuchKeychain) { try open().delete() }
    }

    @Test func aDeletedOneIsGoneForAllAndLeavesNothing() throws {
        let unlocked = Unlocked()
        let keychain = try make(nil, unlocked)
        let other = try open(nil, unlocked)
        try items(other).add(genericPassword("kim"))
        try keychain.lock()
        try keychain.delete()
        for keychain in [keychain, other] { expect(.noSuchKeychain) { _ = try accounts(keychain) } }
        // Who waits for the lock, and who comes later, have the same one.
        let lock = try #require(FileIdentity(path + ".lock"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["build.keychain-db.lock"])
        // Another of the same name is another.
        _ = try make(nil, Unlocked(), password: "new")
        #expect(FileIdentity(path + ".lock") == lock)
        expect(.interactionNotAllowed) { _ = try accounts(other) }
    }

    @Test func anotherFileInItsPlaceIsLocked() throws {
        let unlocked = Unlocked()
        let keychain = try make(nil, unlocked)
        try items(keychain).add(genericPassword("kim"))
        let planted = try make(directory("planted.keychain"), Unlocked(), password: "known")
        planted.close()
        try #require(rename(planted.path, path) == 0)
        expect(.interactionNotAllowed) { try items(keychain).add(genericPassword("lee")) }
        expect(.authenticationFailed) { try keychain.unlock(password: password("sesame")) }
    }

    @Test func twoNamesOfADirectoryLeadToOneStore() throws {
        let unlocked = Unlocked()
        let keychain = try make(nil, unlocked)
        try #require(symlink(directory.path, directory("link")) == 0)
        let other = try open(directory("link/build.keychain-db"), unlocked)
        for number in 0..<20 {
            try items(number % 2 == 0 ? keychain : other).add(genericPassword("\(number)"))
        }
        #expect(try accounts(keychain).count == 20)
        #expect(try accounts(other).count == 20)
    }

    @Test func aKeychainThatIsBoundToTheDeviceSaysSo() throws {
        let root = try TemporaryRoot()
        let bound = try root.open()
        try bound.add(genericPassword("kim"))
        bound.close()
        try FileManager.default.copyItem(atPath: root.root.keychainPath(named: "default"), toPath: path)
        do {
            try open().unlock(password: password("sesame"))
            Issue.record("it opened")
        } catch let problem as KeychainError {
            #expect(problem.reason.contains("bound to the device"), "\(problem)")
            #expect(problem.remedy?.contains("recovery-key use") == true)
        }
        expect(.notAvailable) { try open().delete() }
    }

    @Test func aPortableOneInThePlaceOfTheDefaultIsRefused() throws {
        let root = try TemporaryRoot()
        // In a scope of its own: a store that is open is not opened again.
        func fill() throws {
            let bound = try root.open()
            try bound.add(genericPassword("kim"))
            bound.close()
        }
        try fill()
        let planted = try make()
        planted.close()
        let place = root.root.keychainPath(named: "default")
        for suffix in ["", "-wal", "-shm", ".lock"] { unlink(place + suffix) }
        try FileManager.default.moveItem(atPath: path, toPath: place)
        expect(.notAvailable) { _ = try root.open() }
    }

    @Test func pathsThatAreNoneAreRefused() throws {
        for path in ["", "relative", "/a/", "/a/..", "/" + String(repeating: "a", count: 5000), "/a\0b"] {
            expect(.parameter) { _ = try open(path) }
        }
    }
}
