import Foundation
import Glibc

extension RunningApp {
    /// Whether a text, in UTF-8, is anywhere in what the program can write.
    public func hasInMemory(_ text: String) throws -> Bool {
        let memory = open("/proc/\(id)/mem", O_RDONLY | O_CLOEXEC)
        guard memory >= 0 else { throw TestFailure("the memory of process \(id) cannot be read") }
        defer { close(memory) }
        let maps = try String(contentsOfFile: "/proc/\(id)/maps", encoding: .utf8)
        let wanted = Data(text.utf8)
        return try maps.split(separator: "\n").contains { line in
            let fields = line.split(separator: " ")
            let ends = fields.first?.split(separator: "-").compactMap { UInt($0, radix: 16) } ?? []
            guard ends.count == 2, fields.count > 1, fields[1].contains("w") else { return false }
            return try Self.contains(wanted, memory, ends[0]..<ends[1])
        }
    }

    private static func contains(_ wanted: Data, _ memory: Int32, _ range: Range<UInt>) throws -> Bool {
        var (place, piece) = (range.lowerBound, Data(count: 1 << 20))
        while place < range.upperBound {
            let count = piece.withUnsafeMutableBytes {
                pread(memory, $0.baseAddress, min($0.count, Int(range.upperBound - place)), off_t(place))
            }
            guard count > wanted.count else { return false }
            if piece.prefix(count).range(of: wanted) != nil { return true }
            // The last bytes again, in case the text goes across the end.
            place += UInt(count - wanted.count)
            if place + UInt(wanted.count) >= range.upperBound { return false }
        }
        return false
    }
}
