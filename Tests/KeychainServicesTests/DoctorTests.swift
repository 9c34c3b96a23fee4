import Foundation
import GRDB
import KeychainServices
import Testing

@Suite struct DoctorTests {
    private let temporary: TemporaryRoot
    private let path: String

    init() throws {
        temporary = try TemporaryRoot()
        path = temporary.root.keychainPath(named: "default")
    }

    private func fill(_ count: Int) throws {
        let keychain = try temporary.open()
        try keychain.add(
            contentsOf: (0..<count).map {
                NewItem(
                    .genericPassword, [.account: .string("account \($0)"), .service: "test"],
                    data: Data("secret \($0)".utf8))
            })
        keychain.close()
    }

    /// Changes the closed file behind the keychain's back.
    private func tamper(_ sql: String) throws {
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
        try queue.close()
    }

    private func secrets() throws -> [String] {
        try temporary.open().items(matching: Query(.genericPassword, [.service: "test"]), reading: .data)
            .map { String(decoding: $0.data ?? Data(), as: UTF8.self) }
    }

    @Test func aGoodKeychainIsHealthy() throws {
        try fill(20)
        let diagnosis = try Doctor(root: temporary.root).examine()
        #expect(diagnosis.isHealthy)
        #expect(diagnosis.findings.isEmpty)
        #expect(diagnosis.items == 20)
    }

    @Test func missingKeychainIsHealthy() throws {
        #expect(try Doctor(root: temporary.root).examine().isHealthy)
    }

    @Test func aDamagedItemMovesToTheQuarantineAndTheRestStays() throws {
        try fill(5)
        try tamper("UPDATE item SET secret = zeroblob(64) WHERE number = 3")
        let found = try Doctor(root: temporary.root).examine()
        #expect(found.findings.map(\.kind) == [.corruptItem])
        let repaired = try Doctor(root: temporary.root).repair()
        #expect(repaired.backup.map(FileManager.default.fileExists(atPath:)) == true)
        #expect(try secrets() == ["secret 0", "secret 1", "secret 3", "secret 4"])
        let after = try Doctor(root: temporary.root).examine()
        #expect(after.isHealthy)
        #expect(after.findings.map(\.kind) == [.quarantine])
        #expect(try Doctor(root: temporary.root).emptyQuarantine() == 1)
        #expect(try Doctor(root: temporary.root).examine().findings.isEmpty)
    }

    @Test(arguments: [
        "DELETE FROM search WHERE item = 2",
        "INSERT INTO search VALUES (zeroblob(16), 2)",
        "UPDATE search SET item = 99 WHERE item = 2",
    ])
    func wrongSearchTableIsRebuilt(damage: String) throws {
        try fill(5)
        try tamper(damage)
        #expect(try Doctor(root: temporary.root).examine().findings.map(\.kind) == [.searchIndex])
        _ = try Doctor(root: temporary.root).repair()
        #expect(try Doctor(root: temporary.root).examine().findings.isEmpty)
        #expect(try secrets().count == 5)
    }

    @Test func readableItemsOfADamagedFileAreSalvaged() throws {
        try fill(400)
        // A page in the middle becomes noise; the item table's leaves take most of the file.
        let handle = try #require(FileHandle(forUpdatingAtPath: path))
        let size = try handle.seekToEnd()
        try handle.seek(toOffset: size / 4096 / 2 * 4096)
        try handle.write(contentsOf: Data(repeating: 0xa5, count: 4096))
        try handle.close()
        #expect(try !Doctor(root: temporary.root).examine().isHealthy)
        let repaired = try Doctor(root: temporary.root).repair()
        #expect(!repaired.repairs.isEmpty)
        #expect(try Doctor(root: temporary.root).examine().isHealthy)
        let left = try secrets()
        #expect(left.count >= 380)
        #expect(Set(left).isSubset(of: Set((0..<400).map { "secret \($0)" })))
    }

    @Test func permissionsThatAreTooWideAreFoundAndPutRight() throws {
        try fill(1)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        #expect(try Doctor(root: temporary.root).examine().findings.map(\.kind) == [.permissions])
        _ = try Doctor(root: temporary.root).repair()
        #expect(try Doctor(root: temporary.root).examine().findings.isEmpty)
    }

    @Test func aLostDeviceKeyIsNamedAndNothingIsReplaced() throws {
        try fill(1)
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        try FileManager.default.removeItem(atPath: temporary.root.deviceKeyPath)
        #expect(try Doctor(root: temporary.root).examine().findings.map(\.kind) == [.deviceKey])
        #expect(throws: KeychainError(.notAvailable, "")) { try temporary.open() }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
        #expect(!FileManager.default.fileExists(atPath: temporary.root.deviceKeyPath))
    }
}
