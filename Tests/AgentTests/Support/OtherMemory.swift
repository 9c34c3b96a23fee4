import Foundation
import Glibc
import TestSupport

/// The memory of another process (proc(5)).
enum OtherMemory {
    /// Whether a part of it that the process can write has these bytes.
    ///
    /// - Throws: ``TestFailure`` if it cannot be read, so that nothing can be said.
    static func has(_ bytes: [UInt8], of process: pid_t) throws -> Bool {
        let memory = open("/proc/\(process)/mem", O_RDONLY | O_CLOEXEC)
        guard memory >= 0 else { throw TestFailure("the memory of \(process) cannot be read") }
        defer { close(memory) }
        let regions = try writableRegions(of: process)
        guard !regions.isEmpty else { throw TestFailure("\(process) has no memory") }
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        for region in regions {
            var position = region.lowerBound
            while position < region.upperBound {
                let length = pread(
                    memory, &buffer, min(buffer.count, Int(region.upperBound - position)), off_t(position))
                guard length > 0 else { break }
                if buffer.withUnsafeBytes({ isIn(UnsafeRawBufferPointer(rebasing: $0[..<length]), bytes) }) {
                    return true
                }
                // The last bytes again, in case what is sought goes across the end.
                guard length == buffer.count else { break }
                position += UInt(length - bytes.count + 1)
            }
        }
        return false
    }

    /// Whether a buffer has these bytes.
    static func isIn(_ buffer: UnsafeRawBufferPointer, _ bytes: [UInt8]) -> Bool {
        guard let first = bytes.first, var start = buffer.baseAddress else { return false }
        let end = start + buffer.count
        while start + bytes.count <= end, let next = memchr(start, Int32(first), end - start - bytes.count + 1) {
            if memcmp(next, bytes, bytes.count) == 0 { return true }
            start = UnsafeRawPointer(next) + 1
        }
        return false
    }

    private static func writableRegions(of process: pid_t) throws -> [Range<UInt>] {
        let file = open("/proc/\(process)/maps", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw TestFailure("the map of \(process) cannot be read") }
        defer { close(file) }
        var contents: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = read(file, &buffer, buffer.count), count > 0 { contents += buffer[..<count] }
        return String(decoding: contents, as: UTF8.self).split(separator: "\n").compactMap { line in
            let fields = line.split(separator: " ")
            guard fields.count > 1, fields[1].hasPrefix("rw") else { return nil }
            let ends = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
            return ends.count == 2 && ends[0] < ends[1] ? ends[0]..<ends[1] : nil
        }
    }
}
