import Glibc
import Testing

@testable import ProcessIdentity

/// The kernel's texts about a process, parts of which the process chose.
@Suite struct ParsingTests {
    private static let line = "7f00-7f01 r-xp 00002000 fe:01 4711                       /usr/bin/cat\n"

    @Test func lineOfAMapIsTakenApart() throws {
        let mapping = try #require(try MemoryMap.parse(Array(Self.line.utf8), executableOnly: true).first)
        #expect(mapping.addresses == 0x7F00..<0x7F01)
        #expect(mapping.file == FileIdentity(device: 0xFE01, inode: 4711))
        #expect(mapping.path == Array("/usr/bin/cat".utf8))
        #expect(mapping.linkName == "7f00-7f01")
    }

    @Test(arguments: [
        " ", "7f00 r-xp 0 fe:01 1", "7f01-7f00 r-xp 0 fe:01 1", "7f00-7f01 rxp 0 fe:01 1", "7f00-7f01 r-xp 0 fe01 1",
        "7f00-7f01 r-xp 0 fe:01 x", "7f00-7f01 r-xp 0 fe:01", "10000000000000000-1 r-xp 0 fe:01 1",
        "7f00-7f01 r-xp 0 100000000:01 1",
    ])
    func lineOfAnotherFormIsRefused(line: String) {
        for text in ["\(line)\n", line + Self.line, String(Self.line.dropLast())] {
            #expect(throws: IdentificationFailure.malformed) {
                try MemoryMap.parse(Array(text.utf8), executableOnly: true)
            }
        }
    }

    @Test func linesAreCounted() throws {
        let most = Array(String(repeating: Self.line, count: InspectionLimits.mappings).utf8)
        #expect(try MemoryMap.parse(most, executableOnly: false).count == InspectionLimits.mappings)
        #expect(throws: IdentificationFailure.tooLarge) {
            try MemoryMap.parse(most + Array(Self.line.utf8), executableOnly: false)
        }
    }

    @Test func ambiguousLineGivesAllPossiblePaths() throws {
        func paths(_ path: String) throws -> [String] {
            let line = Self.line.replacing("/usr/bin/cat", with: path)
            let mapping = try #require(try MemoryMap.parse(Array(line.utf8), executableOnly: true).first)
            return mapping.possiblePaths.map { String(decoding: $0, as: UTF8.self) }
        }
        #expect(try paths("/a\\012b") == ["/a\\012b", "/a\nb"])
        #expect(try paths("/a\\01") == ["/a\\01"])
        #expect(try paths("/\\012\\012") == ["/\\012\\012", "/\n\n"])
        #expect(try paths("/two words") == ["/two words"])
    }

    @Test func damagedTextsAreNeverMoreThanRefused() throws {
        let process = try ProcessDirectory(pid: getpid())
        let map = try process.contents("maps", limit: InspectionLimits.mapBytes)
        let line = try process.contents("stat", limit: 4096)
        for _ in 0..<200 {
            _ = try? MemoryMap.parse(Self.damaged(Array(map.prefix(4096))), executableOnly: false).map(\.possiblePaths)
            _ = try? StatLine(Self.damaged(line))
            _ = StatusLines(Self.damaged(line)).numbers("")
            _ = SandboxHints.snapName(in: Self.damaged(Array("0::/a/snap.b.c.scope\n".utf8)))
        }
    }

    @Test(arguments: ["", "1 (a", "1 (a)", "1 (a) S", "1 (a) S 1 1 x 1", "1 (a) S 1 1 99999999999 1"])
    func statOfAnotherFormIsRefused(text: String) {
        #expect(throws: IdentificationFailure.malformed) { try StatLine(Array(text.utf8)) }
    }

    @Test func numbersAreNeverCutShort() {
        #expect(Array("2147483648".utf8).decimal(Int32.self) == nil)
        #expect(Array("-1".utf8).decimal(Int32.self) == -1)
        #expect(Array("-1".utf8).decimal(UInt32.self) == nil)
        #expect(Array("18446744073709551616".utf8).decimal(UInt64.self) == nil)
        #expect(Array("-".utf8).decimal(Int64.self) == nil)
        #expect(Array("ffffffffffffffff".utf8).hexadecimal(UInt64.self) == .max)
        #expect(Array("10000000000000000".utf8).hexadecimal(UInt64.self) == nil)
    }

    private static func damaged(_ text: [UInt8]) -> [UInt8] {
        var text = text
        for _ in 0..<4 where !text.isEmpty { text[Int.random(in: text.indices)] = .random(in: .min ... .max) }
        return Array(text.prefix(Int.random(in: 0...text.count)))
    }
}
