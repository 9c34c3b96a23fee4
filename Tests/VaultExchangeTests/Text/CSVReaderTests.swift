import Foundation
import LinuxSupport
import Testing

@testable import VaultExchange

/// Rows, limits and positions of CSV files.
@Suite(.enabled(if: (try? SharedLibrary("libcsv.so.3")) != nil, "libcsv is not installed")) struct CSVReaderTests {
    static func rows(_ data: Data) throws -> [(line: Int, cells: [String])] {
        var rows: [(line: Int, cells: [String])] = []
        try CSVReader.read(CSVText(ImportSource(data)), ImportContext()) { rows.append(($0, $1)) }
        return rows
    }

    static func cells(_ text: String) throws -> [[String]] { try rows(Data(text.utf8)).map(\.cells) }

    @Test func quotesCommasAndLineEndsBelongToAValue() throws {
        let rows = try Self.cells("a,b\r\n\"x,1\",\"he said \"\"no\"\"\r\nand left\"\r\n")
        #expect(rows == [["a", "b"], ["x,1", "he said \"no\"\r\nand left"]])
    }

    @Test func spacesAroundValuesAreKept() throws {
        #expect(try Self.cells("a,b\n  x , \" y \"\n")[1][0] == "  x ")
    }

    @Test(arguments: [";", "\t", ","]) func theSeparatorIsTheMostFrequentOne(separator: String) throws {
        let text =
            ["name", "url", "password"].joined(separator: separator) + "\n"
            + ["a", "b", "c"].joined(separator: separator)
        #expect(try Self.cells(text) == [["name", "url", "password"], ["a", "b", "c"]])
    }

    @Test func excelsLineWithTheSeparatorIsSkippedAndCounted() throws {
        let rows = try Self.rows(Data("sep=;\r\na;b\r\n1;2\r\n".utf8))
        #expect(rows.map(\.cells) == [["a", "b"], ["1", "2"]])
        #expect(rows.map(\.line) == [2, 3])
    }

    @Test(arguments: [String.Encoding.utf8, .utf16LittleEndian, .utf16BigEndian, .windowsCP1252])
    func encodingsAreRecognised(encoding: String.Encoding) throws {
        let marks: [String.Encoding: [UInt8]] = [
            .utf8: [0xEF, 0xBB, 0xBF], .utf16LittleEndian: [0xFF, 0xFE], .utf16BigEndian: [0xFE, 0xFF],
        ]
        let text = try #require("name,wört\nJosé,schlüssel\n".data(using: encoding))
        let rows = try Self.rows(Data(marks[encoding] ?? []) + text)
        #expect(rows.map(\.cells) == [["name", "wört"], ["José", "schlüssel"]])
    }

    @Test(arguments: ["\n", "\r\n", "\r"]) func allLineEndsSeparateRows(end: String) throws {
        let rows = try Self.cells(["a,b", "", "1,2", "3,4"].joined(separator: end))
        #expect(rows == [["a", "b"], ["1", "2"], ["3", "4"]])
    }

    @Test func aRowIsNamedByTheLineOnWhichItBegins() throws {
        let rows = try Self.rows(Data("a,b\n\n1,\"x\ny\nz\"\n2,3\n".utf8))
        #expect(rows.map(\.line) == [1, 3, 6])
    }

    @Test func aQuoteWithoutAnEndIsAnErrorWithItsLine() {
        let error = #expect(throws: ExchangeError.self) { try Self.cells("a,b\n1,2\n3,\"x\n4,5\n6,7\n") }
        #expect(error?.kind == .damaged && error?.reason.contains("line 3") == true)
        // After a carriage return alone as well, where rows and lines differ.
        #expect(throws: ExchangeError.self) { try Self.cells("a,b\r1,\"x\n2,3\n") }
    }

    @Test func aMillionColumnsAreAnErrorWithTheLine() {
        let text = "a,b\n" + String(repeating: ",", count: 1_000_000) + "\n"
        let error = #expect(throws: ExchangeError.self) { try Self.cells(text) }
        #expect(error?.kind == .tooLarge && error?.reason.contains("line 2") == true)
    }

    @Test func aValueOfMoreThanOneMebibyteIsAnErrorWithTheLine() {
        for text in [String(repeating: "x", count: 3 << 20), "\"" + String(repeating: "y\n", count: 2 << 20)] {
            let error = #expect(throws: ExchangeError.self) { try Self.cells("a,b\nc,d\n" + text) }
            #expect(error?.kind == .tooLarge && error?.reason.contains("line 3") == true)
        }
    }

    @Test func moreThanAMillionRowsAreAnError() {
        let error = #expect(throws: ExchangeError.self) {
            try CSVReader.read(
                CSVText(
                    ImportSource(
                        Data(repeating: 0x0A, count: 1) + Data(String(repeating: "a\n", count: 1_000_001).utf8))),
                ImportContext()
            ) { _, _ in }
        }
        #expect(error?.kind == .tooLarge)
    }

    @Test func bytesThatAreNoTextAreAnError() {
        #expect(throws: ExchangeError.self) { try Self.rows(Data(repeating: 0, count: 4096)) }
        #expect(throws: ExchangeError.self) { try TextReading.read(Data(repeating: 0, count: 4096), as: "csv") }
    }

    @Test func aReadThatIsCancelledEnds() {
        var context = ImportContext()
        let cancellation = Cancellation()
        cancellation.cancel()
        context.cancellation = cancellation
        let data = Data(("name,password\n" + String(repeating: "a,b\n", count: 5000)).utf8)
        let error = #expect(throws: ExchangeError.self) { try CSVFormat(.generic).read(ImportSource(data), context) }
        #expect(error?.kind == .cancelled)
    }
}
