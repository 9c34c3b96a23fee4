import Foundation
import KeyManagement
import Secrets
import Testing

@testable import KeychainServices

/// One keychain that several paths lead to: a process has one store for it, with one lock state.
@Suite struct RootSpellingTests {
    private let temporary: TemporaryRoot
    private var path: String { temporary.root.path }

    init() throws { temporary = try TemporaryRoot() }

    private func open(_ path: String) throws -> Keychain {
        try Keychain(
            root: KeychainRoot(path: path), name: "default", accessGroups: AccessGroups(["tests"]),
            passcodeCost: .cheapForTests)
    }

    private var spellings: [String] {
        get throws {
            let link = path + "-link"
            try? FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
            let name = URL(fileURLWithPath: path).lastPathComponent
            return [path + "/", path + "/.", path + "//", path + "/../" + name, link, link + "/"]
        }
    }

    @Test func everySpellingIsTheSameStore() throws {
        let first = try open(path)
        for spelling in try spellings { #expect(try open(spelling).store === first.store, "\(spelling)") }
    }

    /// With two stores, the other one would still have the keys.
    @Test func aLockIsOneForAllSpellings() throws {
        let first = try open(path)
        try first.setPasscode(SecretBytes(copying: "passcode".utf8))
        for spelling in try spellings {
            let other = try open(spelling)
            try other.unlock(passcode: SecretBytes(copying: "passcode".utf8))
            #expect(try first.lockState() == .unlocked)
            try first.lock()
            #expect(try other.lockState() != .unlocked, "\(spelling)")
        }
    }

    /// The store of a directory that was renamed is not that of the one which has its name now.
    @Test func aDirectoryMadeAgainHasAStoreOfItsOwn() throws {
        let first = try open(path)
        try first.add(NewItem(.genericPassword, [.account: "kim"], data: Data([1])))
        try FileManager.default.moveItem(atPath: path, toPath: path + "-moved")
        let second = try open(path)
        #expect(try second.store !== first.store)
        #expect(try second.items(matching: Query(.genericPassword), reading: .attributes).isEmpty)
        let moved = try open(path + "-moved")
        #expect(try moved.store !== second.store)
        #expect(try moved.items(matching: Query(.genericPassword), reading: .attributes).count == 1)
    }
}
