import Foundation
import Glibc

/// Rows of a CSV file, parsed by libcsv and passed on one by one.
///
/// Specified in: RFC 4180. A quote within a field without quotes is taken as it is.
struct CSVReader {
    /// The most columns of a row.
    static let mostColumns = 1000
    /// The most bytes of a field.
    static let largestField = 1 << 20
    /// The most rows.
    static let mostRows = 1_000_000
    /// The bytes that libcsv is given at once, so that limits take effect before it has allocated much.
    private static let portion = 64 << 10

    private let library: CSVLibrary
    private let parser: UnsafeMutableRawPointer
    private let rows = CSVRows()
    private var line = 0
    private var firstLine = 1
    private var rowCount = 0

    /// Reads a file.
    ///
    /// - Parameter body: receives the number of the line on which a row begins, and its cells.
    /// - Throws: ``ExchangeError`` with the line.
    static func read(
        _ text: CSVText, _ context: ImportContext, _ body: (_ line: Int, _ cells: [String]) throws -> Void
    ) throws {
        let library = try CSVLibrary()
        let parser = UnsafeMutableRawPointer.allocate(byteCount: CSVLibrary.parserSize, alignment: 16)
        parser.initializeMemory(as: UInt8.self, repeating: 0, count: CSVLibrary.parserSize)
        defer { parser.deallocate() }
        guard library.start(parser, 0) == 0 else { throw ExchangeError(.unsupported, "libcsv could not be started") }
        defer { library.free(parser) }
        library.setDelimiter(parser, text.separator)
        // Spaces belong to the values: without this function libcsv removes them.
        library.setSpaces(parser) { _ in 0 }
        library.setBlockSize(parser, 4096)
        var reader = CSVReader(library: library, parser: parser, line: text.skippedLines)
        try text.bytes.withUnsafeBytes { try reader.readLines($0, context, body) }
    }

    /// Whether a row has begun: `pstate`, the first member of `struct csv_parser`, is 0 between two rows.
    private var isWithinRow: Bool { parser.load(as: Int32.self) != 0 }

    private init(library: CSVLibrary, parser: UnsafeMutableRawPointer, line: Int) {
        (self.library, self.parser, self.line) = (library, parser, line)
    }

    private mutating func readLines(
        _ bytes: UnsafeRawBufferPointer, _ context: ImportContext, _ body: (Int, [String]) throws -> Void
    ) throws {
        // Files of old Macs end lines by a carriage return alone.
        let ending: UInt8 = bytes.contains(0x0A) || !bytes.contains(0x0D) ? 0x0A : 0x0D
        var position = 0
        while position < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[position...])
            let count = Self.lineLength(rest, ending)
            try readLine(UnsafeRawBufferPointer(rebasing: rest[..<count]), body)
            position += count
            if line & 1023 == 0 {
                try context.checkCancellation()
                context.progress(Double(position) / Double(bytes.count))
            }
        }
        // A last line without its end.
        if isWithinRow { try withUnsafeBytes(of: UInt8(0x0A)) { try feed($0, body) } }
        if isWithinRow {
            throw ExchangeError(
                .damaged, "a quoted value that begins in this row has no end", at: "line \(firstLine)",
                remedy: "export the file again; it may be incomplete")
        }
    }

    /// Returns the number of bytes of the first line with its end.
    private static func lineLength(_ bytes: UnsafeRawBufferPointer, _ ending: UInt8) -> Int {
        guard let start = bytes.baseAddress, let end = memchr(start, Int32(ending), bytes.count) else {
            return bytes.count
        }
        return start.distance(to: UnsafeRawPointer(end)) + 1
    }

    private mutating func readLine(_ bytes: UnsafeRawBufferPointer, _ body: (Int, [String]) throws -> Void) throws {
        line += 1
        if !isWithinRow {
            firstLine = line
            if bytes.allSatisfy({ $0 == 0x0A || $0 == 0x0D }) { return }
        }
        var rest = bytes
        while !rest.isEmpty {
            let count = min(rest.count, Self.portion)
            try feed(UnsafeRawBufferPointer(rebasing: rest[..<count]), body)
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
    }

    private mutating func feed(_ bytes: UnsafeRawBufferPointer, _ body: (Int, [String]) throws -> Void) throws {
        let count = library.parse(
            parser, bytes.baseAddress, bytes.count,
            { bytes, count, rows in
                rows.map { Unmanaged<CSVRows>.fromOpaque($0).takeUnretainedValue().add(bytes, count) }
            },
            { _, rows in rows.map { Unmanaged<CSVRows>.fromOpaque($0).takeUnretainedValue().end() } },
            Unmanaged.passUnretained(rows).toOpaque())
        guard count == bytes.count else {
            throw ExchangeError(.damaged, "libcsv cannot read this row", at: "line \(firstLine)")
        }
        try checkLimits()
        for cells in rows.take() {
            rowCount += 1
            guard rowCount <= Self.mostRows else {
                throw ExchangeError(
                    .tooLarge, "there are more than \(Self.mostRows) rows", at: "line \(firstLine)",
                    remedy: "split the file")
            }
            try body(firstLine, cells)
        }
    }

    private func checkLimits() throws(ExchangeError) {
        if rows.hasTooManyColumns {
            throw ExchangeError(
                .tooLarge, "a row has more than \(Self.mostColumns) columns", at: "line \(firstLine)",
                remedy: "check the separator and the quotes of the file")
        }
        if rows.hasLargeField || library.bufferSize(parser) > Self.largestField + Self.portion + 4096 {
            throw ExchangeError(
                .tooLarge, "a value has more than \(Self.largestField) bytes", at: "line \(firstLine)",
                remedy: "check the quotes of the file")
        }
    }
}

/// The row that libcsv is at, and those that are complete.
private final class CSVRows {
    private var cells: [String] = []
    private var complete: [[String]] = []
    private(set) var hasTooManyColumns = false
    private(set) var hasLargeField = false

    func add(_ bytes: UnsafeRawPointer?, _ count: Int) {
        guard cells.count < CSVReader.mostColumns else { return hasTooManyColumns = true }
        guard count <= CSVReader.largestField else { return hasLargeField = true }
        cells.append(String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self))
    }

    func end() {
        complete.append(cells)
        cells.removeAll(keepingCapacity: true)
    }

    func take() -> [[String]] {
        defer { complete.removeAll(keepingCapacity: true) }
        return complete
    }
}
