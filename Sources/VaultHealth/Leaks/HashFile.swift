import Foundation
import Glibc
import LinuxSupport

/// A file of leaked passwords: lines of a SHA-1 in 40 hexadecimal digits, sorted, each followed by a colon and a number or not. It is searched
/// by seeking and never read as a whole.
public final class HashFile: LeakSource {
    private let descriptor: Descriptor
    private let size: Int
    private let path: String
    /// The maximum size of a line in bytes, with its end.
    private static let longestLine = 80

    private struct Line {
        let start: Int
        let end: Int
        let digits: ArraySlice<UInt8>
        let count: Int?
    }

    /// Opens a file.
    ///
    /// - Throws: ``HealthError`` if it cannot be read.
    public init(path: String) throws(HealthError) {
        var status = stat()
        guard let descriptor = Descriptor(open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)),
            fstat(descriptor.number, &status) == 0
        else {
            throw HealthError("“\(path)” cannot be read: \(String(cString: strerror(errno)))", remedy: "check the path")
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw HealthError("“\(path)” is no file", remedy: "name the file with the sorted hashes")
        }
        (self.path, size) = (path, Int(clamping: status.st_size))
        self.descriptor = descriptor
    }

    /// Searches the file for each hash.
    public func counts(
        of hashes: [LeakHash], isCancelled: @Sendable () -> Bool
    ) throws(HealthError) -> [LeakHash: Int?] {
        var found: [LeakHash: Int?] = [:]
        for hash in Set(hashes) {
            guard !isCancelled() else { throw .cancelled }
            if let line = try search(hash) { found[hash] = .some(line.count) }
        }
        return found
    }

    /// Returns the line of a hash, by bisection over the positions of the bytes.
    private func search(_ hash: LeakHash) throws(HealthError) -> Line? {
        var (low, high) = (0, size)
        while low < high {
            let middle = low + (high - low) / 2
            guard let line = try line(at: middle) else { return nil }
            let order = hash.compare(line.digits)
            if order == 0 { return line }
            // Each step leaves out the whole line that was looked at.
            if order < 0 { high = min(line.start, middle) } else { low = max(line.end, middle + 1) }
        }
        return nil
    }

    /// Returns the line that a position is in.
    private func line(at position: Int) throws(HealthError) -> Line? {
        let start = max(0, position - Self.longestLine)
        let bytes = try read(from: start, count: 2 * Self.longestLine)
        let offset = position - start
        guard offset < bytes.count else { return nil }
        let before = bytes[..<offset].lastIndex(of: 0x0A)
        guard before != nil || start == 0 else { throw damaged(start) }
        let first = before.map { $0 + 1 } ?? 0
        let last = bytes[offset...].firstIndex(of: 0x0A)
        guard last != nil || start + bytes.count == size else { throw damaged(start + first) }
        let end = last ?? bytes.count
        return try parse(bytes[first..<end], start: start + first, end: min(size, start + end + 1))
    }

    private func parse(_ text: ArraySlice<UInt8>, start: Int, end: Int) throws(HealthError) -> Line {
        let text = text.last == 0x0D ? text.dropLast() : text
        let digits = text.prefix(LeakHash.size)
        let rest = text.dropFirst(LeakHash.size)
        guard digits.count == LeakHash.size, digits.allSatisfy(\.isHexDigit) else { throw damaged(start) }
        let capitals = digits.map(\.capital)[...]
        guard !rest.isEmpty else { return Line(start: start, end: end, digits: capitals, count: nil) }
        guard rest.first == UInt8(ascii: ":"), let count = rest.dropFirst().decimal else { throw damaged(start) }
        return Line(start: start, end: end, digits: capitals, count: count)
    }

    private func read(from start: Int, count: Int) throws(HealthError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var taken = 0
        while taken < count {
            let (from, number) = (start + taken, descriptor.number)
            let now = bytes.withUnsafeMutableBytes { bytes in
                retrying { pread(number, bytes.baseAddress.map { $0 + taken }, count - taken, from) }
            }
            guard now >= 0 else {
                throw HealthError(
                    "“\(path)” cannot be read: \(String(cString: strerror(errno)))", remedy: "check the disk")
            }
            guard now > 0 else { break }
            taken += now
        }
        return Array(bytes.prefix(taken))
    }

    private func damaged(_ offset: Int) -> HealthError {
        HealthError(
            "“\(path)” is damaged at byte \(offset): there is no line with a SHA-1 in 40 digits",
            remedy: "get the file again, in the form that is ordered by hash")
    }
}
