import CLinux
import Glibc

/// One line of `/proc/PID/maps`.
struct Mapping: Equatable {
    var addresses: Range<UInt64>
    var isExecutable: Bool
    /// The file as the kernel shows it, which on some file systems (btrfs, overlayfs) differs from stat(2).
    var file: FileIdentity
    /// The path as written: a newline in it is `\012`, but so is a literal sequence of these four characters.
    var path: [UInt8]
}

/// A parser for `/proc/PID/maps`. It works on bytes for speed, since every request of a client waits for it.
enum MemoryMap {
    /// - Throws: `.malformed`, or `.tooLarge` for more than `InspectionLimits.mappings` lines.
    static func parse(_ text: [UInt8], executableOnly: Bool) throws(IdentificationFailure) -> [Mapping] {
        var result: [Mapping] = []
        var (position, lines) = (0, 0)
        while position < text.count {
            guard let end = text.firstLineEnd(from: position) else { throw .malformed }
            lines += 1
            guard lines <= InspectionLimits.mappings else { throw .tooLarge }
            let mapping = try parse(line: text[position..<end], executableOnly: executableOnly)
            if let mapping { result.append(mapping) }
            position = end + 1
        }
        return result
    }

    /// Parses `START-END PERM OFFSET MAJOR:MINOR INODE      PATH`; `nil` if the line is not wanted.
    private static func parse(
        line: ArraySlice<UInt8>, executableOnly: Bool
    ) throws(IdentificationFailure) -> Mapping? {
        var rest = line
        let addresses = rest.takeWord()
        let permissions = rest.takeWord()
        guard permissions.count == 4 else { throw .malformed }
        let isExecutable = permissions[permissions.startIndex + 2] == UInt8(ascii: "x")
        if executableOnly, !isExecutable { return nil }
        _ = rest.takeWord()
        guard let (start, end) = addresses.numbers(around: "-"), start < end,
            let (major, minor) = rest.takeWord().numbers(around: ":"),
            let major = UInt32(exactly: major), let minor = UInt32(exactly: minor),
            let inode = rest.takeWord().decimal(UInt64.self)
        else { throw .malformed }
        let path = rest.drop { $0 == UInt8(ascii: " ") }
        guard path.count <= InspectionLimits.path * 4 else { throw .tooLarge }
        return Mapping(
            addresses: start..<end, isExecutable: isExecutable,
            file: FileIdentity(device: clinux_device(major, minor), inode: inode), path: Array(path))
    }
}

extension Mapping {
    /// The paths that the line can mean: as written, and with newlines in place of their escapes. A path that has both is not found, which
    /// lowers the strength of its process.
    var possiblePaths: [[UInt8]] {
        let escape = Array("\\012".utf8)
        guard path.count >= escape.count, path.contains(UInt8(ascii: "\\")) else { return [path] }
        var unescaped: [UInt8] = []
        var rest = path[...]
        while let byte = rest.first {
            let isEscape = rest.starts(with: escape)
            unescaped.append(isEscape ? UInt8(ascii: "\n") : byte)
            rest = rest.dropFirst(isEscape ? escape.count : 1)
        }
        return unescaped == path ? [path] : [path, unescaped]
    }

    /// The name of the mapping's link in `/proc/PID/map_files`.
    var linkName: String {
        "\(String(addresses.lowerBound, radix: 16))-\(String(addresses.upperBound, radix: 16))"
    }
}

extension [UInt8] {
    fileprivate func firstLineEnd(from position: Int) -> Int? {
        withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return nil }
            let found = memchr(start + position, Int32(UInt8(ascii: "\n")), bytes.count - position)
            return found.map { UnsafeRawPointer($0) - start }
        }
    }
}

extension ArraySlice<UInt8> {
    /// Removes and returns the bytes before the next space, and removes the space.
    fileprivate mutating func takeWord() -> ArraySlice<UInt8> {
        let word = prefix { $0 != UInt8(ascii: " ") }
        self = dropFirst(word.count + 1)
        return word
    }

    fileprivate func numbers(around separator: Unicode.Scalar) -> (UInt64, UInt64)? {
        guard let middle = firstIndex(of: UInt8(ascii: separator)),
            let first = self[..<middle].hexadecimal(UInt64.self),
            let second = self[(middle + 1)...].hexadecimal(UInt64.self)
        else { return nil }
        return (first, second)
    }
}
