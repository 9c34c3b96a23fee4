import Foundation
import KeyManagement
import Testing

@testable import KeychainServices

/// keychain-services 12, "corrupt database file": never replaced by an empty one.
@Suite struct DamagedFileTests {
    private static let damages: [@Sendable (Data) -> Data] = [
        { _ in Data() }, { _ in Data("not a database".utf8) }, { _ in Data(repeating: 0, count: 8192) },
        { Data(repeating: 0, count: 100) + $0.dropFirst(100) }, { $0.prefix($0.count / 2) },
        { $0.prefix(60) + Data([0, 0, 0, 200]) + $0.dropFirst(64) },
    ]

    @Test(arguments: damages.indices)
    func aDamagedFileIsReportedAndLeftAsItIs(index: Int) throws {
        let temporary = try TemporaryRoot()
        let path = try makeFile(temporary)
        let damaged = try Self.damages[index](Data(contentsOf: path))
        try damaged.write(to: path)
        for _ in 0..<2 {
            #expect(throws: failure(.notAvailable)) {
                let keychain = try temporary.open()
                _ = try keychain.items(matching: Query(.genericPassword), reading: [.attributes, .data])
                try keychain.add(genericPassword("new"))
            }
        }
        #expect(try Data(contentsOf: path) == damaged)
        withExtendedLifetime(temporary) {}
    }

    @Test func aMissingDeviceKeyIsReportedAndNotReplaced() throws {
        let temporary = try TemporaryRoot()
        let path = try makeFile(temporary)
        let contents = try Data(contentsOf: path)
        let deviceKey = temporary.root.deviceKeyPath
        let saved = try Data(contentsOf: URL(fileURLWithPath: deviceKey))
        try FileManager.default.removeItem(atPath: deviceKey)
        #expect(throws: failure(.notAvailable)) { try temporary.open() }
        #expect(throws: failure(.notAvailable)) { try temporary.open(name: "another") }
        #expect(!FileManager.default.fileExists(atPath: deviceKey))
        #expect(try Data(contentsOf: path) == contents)
        try saved.write(to: URL(fileURLWithPath: deviceKey))
        #expect(try temporary.open().items(matching: Query(.genericPassword)).count == 1)
        withExtendedLifetime(temporary) {}
    }

    @Test func anotherDevicesKeyIsReported() throws {
        let (temporary, other) = (try TemporaryRoot(), try TemporaryRoot())
        _ = try makeFile(temporary)
        _ = try makeFile(other)
        let key = try Data(contentsOf: URL(fileURLWithPath: other.root.deviceKeyPath))
        try key.write(to: URL(fileURLWithPath: temporary.root.deviceKeyPath))
        #expect(throws: failure(.notAvailable)) { try temporary.open() }
        withExtendedLifetime((temporary, other)) {}
    }

    @Test(arguments: [0, 10, 63])
    func aTruncatedDeviceKeyIsReported(count: Int) throws {
        let temporary = try TemporaryRoot()
        _ = try makeFile(temporary)
        let url = URL(fileURLWithPath: temporary.root.deviceKeyPath)
        let truncated = try Data(contentsOf: url).prefix(count)
        try truncated.write(to: url)
        #expect(throws: failure(.notAvailable)) { try temporary.open() }
        #expect(try Data(contentsOf: url) == truncated)
        withExtendedLifetime(temporary) {}
    }

    /// A keychain with one item, closed, all of it in one file.
    private func makeFile(_ temporary: TemporaryRoot) throws -> URL {
        let keychain = try temporary.open()
        try keychain.add(genericPassword("me"))
        keychain.close()
        return URL(fileURLWithPath: try #require(keychain.path))
    }
}
