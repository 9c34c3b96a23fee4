import Foundation
import KeychainServices
import Testing

@Suite struct LogTests {
    /// Each round is a program that writes once and ends: no process is left that knows which pages were moved to the file.
    @Test func theLogStaysShortOverManyProgramsThatWriteOnce() throws {
        let temporary = try TemporaryRoot()
        let large = Data(repeating: 7, count: 400_000)
        var longest = 0
        for round in 0..<30 {
            let keychain = try Keychain(
                root: temporary.root, name: "default", accessGroups: AccessGroups(["tests"]),
                passcodeCost: .cheapForTests)
            try keychain.add(NewItem(.genericPassword, [.account: .number(Int64(round))], data: large))
            let log = try FileManager.default.attributesOfItem(atPath: try #require(keychain.path) + "-wal")
            longest = max(longest, log[.size] as? Int ?? 0)
        }
        // 30 rounds of 400 kB are 12 MB; the log is cut at about 4.
        #expect(longest < 6_000_000)
    }
}
