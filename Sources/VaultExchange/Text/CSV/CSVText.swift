import Foundation
import Glibc

/// The bytes of a CSV file as UTF-8, and its separator.
struct CSVText {
    /// The whole file without a byte order mark.
    let bytes: Data
    /// `,`, `;` or a tab.
    let separator: UInt8
    /// The number of lines before the header: that of `sep=`, which Excel writes.
    let skippedLines: Int

    /// Reads a file.
    init(_ source: ImportSource) throws(ExchangeError) {
        let data = try source.contents()
        let utf8 = try Self.utf8(data)
        let line = Self.firstLine(String(decoding: utf8.prefix(64 << 10), as: UTF8.self))
        (separator, skippedLines) = (line.separator, line.skipped)
        bytes = Self.withoutLines(utf8, line.skipped)
    }

    /// Returns the names in the header, without the library and without looking at the rest of the file; empty if there are none.
    static func header(of source: ImportSource) -> [String] {
        let line = firstLine(source.headText)
        guard let separator = Unicode.Scalar(UInt32(line.separator)).map(Character.init) else { return [] }
        return line.text.split(separator: separator, maxSplits: CSVReader.mostColumns, omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: CharacterSet(charactersIn: "\" \t")) }
    }

    private static func utf8(_ data: Data) throws(ExchangeError) -> Data {
        let isMarked = data.starts(with: [0xEF, 0xBB, 0xBF])
        let bytes = isMarked ? data.dropFirst(3) : data
        if !data.starts(with: [0xFF, 0xFE]), !data.starts(with: [0xFE, 0xFF]), isUTF8(bytes) { return bytes }
        return Data(try DecodedText.exact(data).utf8)
    }

    /// Whether all is UTF-8 without a zero byte. Looks at a part at a time, cut at the ends of lines.
    private static func isUTF8(_ data: Data) -> Bool {
        var rest = data
        while !rest.isEmpty {
            var part = rest.prefix(1 << 20)
            if part.count < rest.count, let end = part.lastIndex(of: 0x0A) { part = part[...end] }
            guard !hasZero(part), String(validating: part, as: UTF8.self) != nil else { return false }
            rest = rest[part.endIndex...]
        }
        return true
    }

    private static func hasZero(_ data: Data) -> Bool {
        data.withUnsafeBytes { bytes in bytes.baseAddress.map { memchr($0, 0, bytes.count) != nil } ?? false }
    }

    private static func firstLine(_ text: String) -> (text: Substring, separator: UInt8, skipped: Int) {
        let text = text.drop(while: \.isNewline)
        let line = text.prefix { !$0.isNewline }
        let name = line.replacing("\"", with: "").lowercased()
        guard name.hasPrefix("sep="), name.utf8.count == 5, let last = name.utf8.last else {
            return (line, separator(line), 0)
        }
        return (text.dropFirst(line.count + 1).prefix { !$0.isNewline }, last, 1)
    }

    /// Returns the separator that is most frequent outside of quotes.
    private static func separator(_ line: Substring) -> UInt8 {
        var counts: [UInt8: Int] = [:]
        var isQuoted = false
        for byte in line.utf8 {
            if byte == 0x22 { isQuoted.toggle() }
            if !isQuoted, [0x2C, 0x3B, 0x09].contains(byte) { counts[byte, default: 0] += 1 }
        }
        let found: [UInt8] = [0x2C, 0x3B, 0x09].filter { counts[$0] != nil }
        return found.max { (counts[$0] ?? 0) < (counts[$1] ?? 0) } ?? 0x2C
    }

    private static func withoutLines(_ data: Data, _ count: Int) -> Data {
        guard count > 0 else { return data }
        let end = data.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? data.endIndex
        let isPair = end + 1 < data.endIndex && data[end] == 0x0D && data[end + 1] == 0x0A
        return data.dropFirst(end - data.startIndex + (isPair ? 2 : 1))
    }
}
