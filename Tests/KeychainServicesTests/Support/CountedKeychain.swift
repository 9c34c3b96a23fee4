import Foundation
import Glibc
import KeyManagement
import Testing

@testable import KeychainServices

/// A keychain whose files a test damages or replaces, opened past the registry each time, as by a process of its own.
final class CountedKeychain: Sendable {
    let temporary: TemporaryRoot
    let root: KeychainRoot
    let path: String
    let name: String
    var log: String { path + "-wal" }
    var lock: String { path + ".lock" }
    static let query = Query(.genericPassword)

    init(name: String = "default") throws {
        temporary = try TemporaryRoot()
        root = temporary.root
        self.name = name
        path = root.keychainPath(named: name)
    }

    func store() throws -> Store { try Store(file: KeychainFile(root: root, name: name), passcodeCost: .cheapForTests) }

    func open() throws -> LocalKeychain {
        LocalKeychain(store: try store(), accessGroups: AccessGroups(["com.example.tests"]))
    }

    /// Adds items, each with a change of its own.
    ///
    /// - Parameter movesLog: whether the log is moved to the file at the end.
    func add(_ numbers: Range<Int>, movesLog: Bool) throws {
        let keychain = try open()
        for number in numbers {
            _ = try keychain.add(
                NewItem(.genericPassword, [.account: .string("\(number)")], data: Data("secret \(number)".utf8)))
        }
        if movesLog { keychain.close() }
        keychain.store.suspend()
    }

    /// The numbers of the items, each with the right secret.
    func numbers() throws -> [Int] {
        let keychain = try open()
        defer { keychain.store.suspend() }
        let items = try keychain.items(matching: Self.query, reading: [.attributes, .data])
        return items.compactMap { item in
            guard let number = item[.account]?.string, item.data == Data("secret \(number)".utf8) else { return nil }
            return Int(number)
        }.sorted()
    }

    func examine() throws -> Diagnosis { try Doctor(root: root, name: name).examine() }

    func kinds() throws -> [Diagnosis.Kind] { try examine().findings.map(\.kind) }

    // MARK: - Files

    static func contents(_ path: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

    /// Writes over a file, which stays the same one.
    static func put(_ contents: Data, _ path: String) throws {
        let file = Glibc.open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        try #require(file >= 0)
        defer { Glibc.close(file) }
        let count = contents.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
        try #require(count == contents.count)
    }

    /// Removes the index of the log, which the next process makes again from the log.
    func forgetIndex() { unlink(path + "-shm") }

    func flip(_ place: (Data) -> Int) throws {
        var contents = try Self.contents(log)
        contents[place(contents)] ^= 1
        try Self.put(contents, log)
        forgetIndex()
    }

    // MARK: - Counter

    /// The counter in the lock file.
    func recorded() throws -> CounterRecord? {
        let deviceKey = try #require(try DeviceKeyFile(root: root).open())
        return CommitCounter(ofKeychainAt: path, key: CommitCounterKey(deviceKey)).read()
    }

    /// Expects the counter to have the number in the file.
    func expectCounted(_ place: Comment? = nil) throws {
        let store = try store()
        defer { store.suspend() }
        let found = try store.read { try CommitNumber.load($0.db) }
        let recorded = try recorded()
        #expect(found.number != nil, place)
        #expect(recorded?.number == found.number && recorded?.keychainID == found.keychainID, place)
    }

    private func expectNoticed(_ count: Int?, _ use: () throws -> Void) {
        do {
            try use()
            Issue.record("missing changes were not noticed")
        } catch let error as KeychainError {
            #expect(error.code == .notAvailable && error.reason.contains("missing from the keychain"), "\(error)")
            #expect(error.remedy?.contains("chatelaine doctor") == true)
            if let count { #expect(error.reason.hasPrefix("\(count) acknowledged"), "\(error)") }
        } catch {
            Issue.record(error)
        }
    }

    /// Expects every use of the keychain to say that changes are missing, and none to change the file or the log.
    ///
    /// - Parameter count: the number that is said; nil for any.
    func expectNoticed(_ count: Int? = nil) throws {
        let before = (try? Self.contents(log), try Self.contents(path))
        let keychain = try open()
        let uses: [() throws -> Void] = [
            { _ = try keychain.items(matching: Self.query, reading: .attributes) },
            { _ = try keychain.add(NewItem(.genericPassword, [.account: "new"], data: Data())) },
            { _ = try keychain.delete(Self.query, leavesTombstones: false) },
            { _ = try keychain.status() },
        ]
        for use in uses { expectNoticed(count, use) }
        keychain.close()
        keychain.store.suspend()
        expectNoticed(count) { try root.renameKeychain(name, to: "other") }
        let diagnosis = try examine()
        #expect(diagnosis.findings.contains { $0.kind == .missingChanges } && !diagnosis.isHealthy)
        #expect(throws: KeychainError(.notAvailable, "")) { try Doctor(root: root, name: name).emptyQuarantine() }
        let log = try? Self.contents(log)
        // No log and an empty one are the same.
        #expect(log ?? Data() == before.0 ?? Data(), "the log was changed")
        #expect(try Self.contents(path) == before.1, "the file was changed")
    }
}
