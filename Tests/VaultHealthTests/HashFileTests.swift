import Crypto
import Foundation
import PasswordVault
import TestSupport
import Testing

@testable import VaultHealth

@Suite struct HashFileTests {
    static func hash(_ text: String) -> String {
        Insecure.SHA1.hash(data: Data(text.utf8)).map { String(format: "%02X", $0) }.joined()
    }

    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func file(_ content: String) throws -> HashFile {
        let url = directory.url.appendingPathComponent("hashes")
        try Data(content.utf8).write(to: url)
        return try HashFile(path: url.path)
    }

    private func counts(_ file: HashFile, _ words: [String]) throws -> [Int??] {
        let hashes = words.map { LeakHash(Secret($0)) }
        let found = try file.counts(of: hashes, isCancelled: { false })
        return hashes.map { found[$0] }
    }

    @Test func hashesAreThoseOfSHA1() {
        // FIPS 180-4's example "abc".
        #expect(LeakHash(Secret("abc")).compare("A9993E364706816ABA3E25717850C26C9CD0D89D".utf8) == 0)
        #expect(LeakHash(Secret("abc")).prefix == "A9993")
    }

    @Test(arguments: ["\r\n", "\n"], [true, false])
    func eachLineIsFoundAndOthersAreNot(end: String, hasCounts: Bool) throws {
        let words = (0..<500).map { "word \($0)" }
        let lines = words.enumerated().map { (Self.hash($1), $0 + 1) }.sorted { $0.0 < $1.0 }
        let text = lines.map { hasCounts ? "\($0.0):\($0.1)" : $0.0 }
        for content in [text.joined(separator: end) + end, text.joined(separator: end)] {
            let file = try file(content)
            let found = try counts(file, words)
            for (index, count) in found.enumerated() { #expect(count == .some(hasCounts ? index + 1 : nil)) }
            for count in try counts(file, (0..<500).map { "other \($0)" }) { #expect(count == .none) }
        }
    }

    @Test func smallLettersAndAnEmptyFileWork() throws {
        #expect(try counts(file(""), ["a"]) == [.none])
        #expect(try counts(file(Self.hash("a").lowercased() + ":7"), ["a"]) == [.some(7)])
    }

    @Test(arguments: [
        "not a hash\n", "A9993E364706816ABA3E25717850C26C9CD0D89D:\n", "A9993E364706816ABA3E25717850C26C9CD0D89D 3\n",
        "A9993E364706816ABA3E25717850C26C9CD0D89D:99999999999999999999\n", "A9993E36\n", "\n",
    ])
    func aDamagedLineIsAnErrorWithItsPosition(line: String) throws {
        let error = #expect(throws: HealthError.self) { _ = try counts(file(line), ["b"]) }
        #expect(error?.reason.contains("at byte 0") == true)
    }

    @Test func theErrorNamesThePlaceOfALaterLine() throws {
        // A search for what comes after all others ends at the last line.
        let lines = (0..<100).map { String(format: "%040X:1\n", $0) }.joined()
        let error = #expect(throws: HealthError.self) { _ = try counts(file(lines + "damage\n"), ["b"]) }
        #expect(error?.reason.contains("at byte \(lines.utf8.count)") == true)
    }

    @Test func noLineAtAllIsAnError() throws {
        #expect(throws: HealthError.self) { _ = try counts(file(String(repeating: "A", count: 100_000)), ["b"]) }
        #expect(throws: HealthError.self) { try HashFile(path: directory.url.path) }
        #expect(throws: HealthError.self) { try HashFile(path: directory.url.path + "/absent") }
    }

    /// The offsets of a file of 44 GB, all of which but its end is a hole: the search asks for the middle first, and names it.
    @Test func largeFilesAreSearchedBySeeking() throws {
        let url = directory.url.appendingPathComponent("large")
        try Data().write(to: url)
        let handle = try FileHandle(forWritingTo: url)
        try handle.truncate(atOffset: 44 << 30)
        try handle.close()
        let error = #expect(throws: HealthError.self) { _ = try counts(HashFile(path: url.path), ["b"]) }
        #expect(error?.reason.contains("at byte \((22 << 30) - 80)") == true)
    }

    @Test func leakedPasswordsAreFoundInAReport() throws {
        let strong = HealthReportTests.strong
        let items = [strong[0], strong[1], strong[1]].enumerated().map {
            HealthItem(HealthReportTests.login("\($0)", password: $1), vault: "v")
        }
        let report = try HealthReport(of: items, leaks: file(Self.hash(strong[1]) + ":12\n"))
        #expect(report.findings.filter { $0.kind == .leaked }.map(\.item.title) == ["1", "2"])
        #expect(report.findings.first?.fact == .leaked(times: 12))
    }
}
