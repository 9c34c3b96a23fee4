import Foundation
import Glibc
import Secrets

/// The memory of the running process, as a core dump of everything would hold it: guarded pages included.
struct ProcessMemory {
    struct Region {
        let range: Range<UInt>
        let isReadable: Bool
        let isWritable: Bool
    }

    /// What is mapped at the moment.
    static func regions() throws -> [Region] {
        try lines(of: "/proc/self/maps").compactMap { line in
            let fields = line.split(separator: " ")
            guard fields.count > 1, let range = range(fields[0]) else { return nil }
            return Region(
                range: range, isReadable: fields[1].hasPrefix("r"), isWritable: fields[1].dropFirst().hasPrefix("w"))
        }
    }

    /// The kernel's flags (proc_pid_smaps(5), `VmFlags`) of the region with `address`.
    static func flags(at address: UInt) throws -> Set<String> {
        var isInside = false
        for line in try lines(of: "/proc/self/smaps") {
            if let first = line.split(separator: " ").first, let range = range(first) {
                isInside = range.contains(address)
            }
            if isInside, line.hasPrefix("VmFlags:") {
                return Set(line.split(separator: " ").dropFirst().map(String.init))
            }
        }
        return []
    }

    /// How often a text occurs in what can be written. The text is given XORed with 0xff, for it would find itself.
    static func occurrences(ofInverted inverted: [UInt8]) throws -> Int {
        let memory = open("/proc/self/mem", O_RDONLY)
        guard memory >= 0 else { throw CocoaError(.fileReadNoPermission) }
        defer { close(memory) }
        // Needle and buffer in one piece, which the search leaves out.
        let size = 1 << 20
        let own = UnsafeMutableRawBufferPointer.allocate(byteCount: size + inverted.count, alignment: 16)
        defer {
            wipe(own)
            own.deallocate()
        }
        for (index, byte) in inverted.enumerated() { own[size + index] = byte ^ 0xff }
        var count = 0
        for region in try regions() where region.isWritable || !region.isReadable {
            // Not the kernel's own page at the end of the address space.
            guard region.range.upperBound <= UInt(Int.max) else { continue }
            var position = region.range.lowerBound
            while position < region.range.upperBound {
                let length = pread(
                    memory, own.baseAddress, min(size, Int(region.range.upperBound - position)), off_t(position))
                guard length > 0 else { break }
                count += occurrences(in: own, length, needle: size, inverted.count, at: position)
                // The last bytes again, in case the text goes across the end.
                guard length > inverted.count else { break }
                position += UInt(length == size ? length - inverted.count + 1 : length)
            }
        }
        return count
    }

    private static func occurrences(
        in own: UnsafeMutableRawBufferPointer, _ length: Int, needle: Int, _ needleCount: Int, at address: UInt
    ) -> Int {
        guard let start = own.baseAddress else { return 0 }
        let ownRange = UInt(bitPattern: start)..<UInt(bitPattern: start) + UInt(own.count)
        let first = Int32(own[needle])
        var count = 0
        var offset = 0
        while offset + needleCount <= length,
            let found = memchr(start + offset, first, length - needleCount - offset + 1)
        {
            let position = UnsafeRawPointer(found) - UnsafeRawPointer(start)
            let isSame = memcmp(found, start + needle, needleCount) == 0
            if isSame, !ownRange.contains(address + UInt(position)) { count += 1 }
            offset = position + 1
        }
        return count
    }

    private static func lines(of path: String) throws -> [String] {
        // Not by Foundation, which goes by the size that such a file says it has.
        let file = open(path, O_RDONLY)
        guard file >= 0 else { throw CocoaError(.fileReadNoSuchFile) }
        defer { close(file) }
        var contents: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = read(file, &buffer, buffer.count), count > 0 { contents += buffer[..<count] }
        return String(decoding: contents, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private static func range(_ text: Substring) -> Range<UInt>? {
        let ends = text.split(separator: "-").compactMap { UInt($0, radix: 16) }
        return ends.count == 2 && text.contains("-") && ends[0] < ends[1] ? ends[0]..<ends[1] : nil
    }
}
