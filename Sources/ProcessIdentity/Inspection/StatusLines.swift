/// A parser for the `NAME: NUMBERS` lines of `/proc/PID/status`, `/proc/self/fdinfo/N` and similar files.
///
/// A process chooses its own name, but the kernel escapes newlines in it, so the process cannot forge the start of a
/// line.
struct StatusLines {
    private let lines: [ArraySlice<UInt8>]

    init(_ text: [UInt8]) { lines = text.split(separator: UInt8(ascii: "\n")) }

    /// Returns the set of bits after a name, written in hexadecimal; `nil` if there is no such line.
    func bits(_ name: String) -> UInt64? {
        let start = Array("\(name):\t".utf8)
        return lines.first { $0.starts(with: start) }.flatMap { $0.dropFirst(start.count).hexadecimal(UInt64.self) }
    }

    /// Returns the text after a name; `nil` if there is no such line.
    func text(_ name: String) -> [UInt8]? {
        let start = Array("\(name):\t".utf8)
        return lines.first { $0.starts(with: start) }.map { Array($0.dropFirst(start.count)) }
    }

    /// Returns the numbers after a name; none if there is no such line, or if any word in it is not a number.
    func numbers(_ name: String) -> [Int64] {
        let start = Array("\(name):".utf8)
        guard let line = lines.first(where: { $0.starts(with: start) }) else { return [] }
        let words = line.dropFirst(start.count).split { $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: " ") }
        let numbers = words.compactMap { $0.decimal(Int64.self) }
        return numbers.count == words.count ? numbers : []
    }
}
