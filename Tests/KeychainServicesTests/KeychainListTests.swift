import Foundation
import Glibc
import LinuxSupport
import TestSupport
import Testing

@testable import KeychainServices

/// The user's list of keychains, and the names of keychains.
@Suite struct KeychainListTests {
    private let home: TemporaryDirectory
    private var directories: UserDirectories {
        UserDirectories { [path = home.path] in $0 == "HOME" ? path : nil }
    }
    private var path: String { home(".config/chatelaine/keychains.json") }

    init() throws { home = try TemporaryDirectory(mode: 0o700) }

    private func file() throws -> KeychainListFile { try KeychainListFile(directories) }

    private func expect(_ code: KeychainError.Code, _ body: () throws -> Void) {
        #expect(throws: KeychainError(code, ""), performing: body)
    }

    @Test func itComesBackInItsOrder() throws {
        #expect(try file().read() == KeychainList())
        try file().change { list in
            list.usual = .file("/opt/kim/a.keychain")
            list.search = [.file("/b"), .device, .file("/a")]
        }
        let list = try file().read()
        #expect(list.usual == .file("/opt/kim/a.keychain"))
        #expect(list.search == [.file("/b"), .device, .file("/a")])
        try file().change { $0.search = [] }
        #expect(try file().read().search == [])
        var status = stat()
        try #require(lstat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
    }

    @Test func changesAtTheSameTimeAreAllKept() async throws {
        let file = try file()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask { try file.change { $0.search.append(.file("/\(number)")) } }
            }
            try await group.waitForAll()
        }
        #expect(try file.read().search.count == 9)
    }

    @Test func thereIsALimit() throws {
        expect(.parameter) {
            try file().change { $0.search = (0...KeychainList.most).map { .file("/\($0)") } }
        }
        expect(.parameter) {
            try file().change { list in
                list.search = (0..<KeychainList.most).map { .file("/\($0)" + String(repeating: "é", count: 1900)) }
            }
        }
        #expect(try file().read() == KeychainList())
    }

    @Test(arguments: [
        "", "[]", "{}", #"{"version":2,"search":[]}"#, #"{"version":1,"search":["relative"]}"#, #"{"version":1}"#,
        String(repeating: " ", count: 300 << 10),
    ]) func aDamagedOneIsAnErrorAndStays(_ text: String) throws {
        try file().change { $0.search = [] }
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        expect(.notAvailable) { _ = try file().read() }
        expect(.notAvailable) { try file().change { $0.search = [.device] } }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)).count == text.utf8.count)
    }

    @Test func aLinkInItsPlaceIsNotFollowed() throws {
        try file().change { $0.search = [] }
        try #require(unlink(path) == 0)
        try #require(symlink(home("target"), path) == 0)
        expect(.notAvailable) { _ = try file().read() }
        expect(.notAvailable) { try file().change { $0.search = [.file("/a")] } }
        #expect(!FileManager.default.fileExists(atPath: home("target")))
    }

    @Test func namesMeanWhatTheyMeanOnMacOS() throws {
        func name(_ text: String) throws -> KeychainName { try KeychainName(text, directories) }
        let folder = home("Library/Keychains")
        for text in [
            "login.keychain", "login.keychain-db", folder + "/login.keychain", folder + "//./login.keychain-db",
        ] {
            #expect(try name(text) == .device)
        }
        #expect(try name("build.keychain") == .file(folder + "/build.keychain-db"))
        #expect(try name("build") == .file(folder + "/build-db"))
        #expect(try name(folder + "/build.keychain") == .file(folder + "/build.keychain-db"))
        #expect(try name(folder + "/build.keychain-db") == .file(folder + "/build.keychain-db"))
        #expect(try name("/opt/login.keychain") == .file("/opt/login.keychain"))
        #expect(try name(home("a.keychain")) == .file(home("a.keychain")))
        try Data().write(to: URL(fileURLWithPath: home("a.keychain-db")))
        #expect(try name(home("a.keychain")) == .file(home("a.keychain-db")))
        expect(.parameter) { _ = try name("") }
    }
}
