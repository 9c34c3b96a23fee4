import CLinux
import Foundation
import Glibc
import LinuxSupport

/// A file or a directory that is imported.
public struct ImportSource: Sendable {
    /// The path, for messages and for formats that are directories.
    public let path: String
    /// Whether it is a directory.
    public let isDirectory: Bool
    /// The size of a file in bytes.
    public let size: Int
    /// The first 64 KiB, by which formats are recognised; empty for a directory.
    public let head: Data
    /// The size of the largest file that is read as a whole, in bytes.
    public static let mostBytes = 512 << 20

    private let known: Data?

    /// Opens a file or a directory.
    ///
    /// - Throws: ``ExchangeError`` if it cannot be read, or is neither.
    public init(path: String) throws(ExchangeError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw Self.unreadable(path, errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Self.unreadable(path, errno) }
        self.path = path
        isDirectory = status.st_mode & S_IFMT == S_IFDIR
        guard isDirectory || status.st_mode & S_IFMT == S_IFREG else {
            throw ExchangeError(.io, "“\(path)” is no file", remedy: "save it as a file first")
        }
        size = isDirectory ? 0 : Int(clamping: status.st_size)
        head = isDirectory ? Data() : try Self.read(descriptor, atMost: 64 << 10, path)
        known = nil
    }

    /// Makes a source of bytes, for tests and for what comes from another place than a file.
    public init(_ bytes: Data, path: String = "-") {
        self.path = path
        isDirectory = false
        size = bytes.count
        head = bytes.prefix(64 << 10)
        known = bytes
    }

    /// The start of the file as text, without a byte order mark; a UTF-16 file is converted.
    public var headText: String { DecodedText.lossy(head) }

    /// Returns the whole content.
    ///
    /// - Parameter limit: the most bytes.
    /// - Throws: ``ExchangeError``.
    public func contents(atMost limit: Int = mostBytes) throws(ExchangeError) -> Data {
        guard size <= limit else {
            throw ExchangeError(
                .tooLarge, "“\(path)” has \(size) bytes; at most \(limit) are read",
                remedy: "check that it is the file that was exported")
        }
        if let known { return known }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw Self.unreadable(path, errno) }
        defer { close(descriptor) }
        return try Self.read(descriptor, atMost: limit, path)
    }

    private static func read(_ descriptor: Int32, atMost limit: Int, _ path: String) throws(ExchangeError) -> Data {
        var data = Data()
        var buffer = [UInt8](repeating: 0, count: min(limit, 1 << 20))
        defer { buffer.withUnsafeMutableBytes { _ = $0.initializeMemory(as: UInt8.self, repeating: 0) } }
        while data.count < limit {
            let count = buffer.withUnsafeMutableBytes { bytes in
                retrying { Glibc.read(descriptor, bytes.baseAddress, min(bytes.count, limit - data.count)) }
            }
            guard count >= 0 else { throw unreadable(path, errno) }
            guard count > 0 else { break }
            data.append(contentsOf: buffer[..<count])
        }
        return data
    }

    private static func unreadable(_ path: String, _ code: Int32) -> ExchangeError {
        ExchangeError(.io, "“\(path)” cannot be read: \(String(cString: strerror(code)))", remedy: "check the path")
    }
}

/// The text of files in the encodings that exports have: UTF-8 and UTF-16, with or without a byte order mark, else Windows-1252.
public enum DecodedText {
    /// Decodes a text.
    ///
    /// - Throws: ``ExchangeError`` with `.damaged` for bytes that are no text: those with a zero byte.
    public static func exact(_ data: Data) throws(ExchangeError) -> String {
        guard let text = decode(data) else { throw ExchangeError(.damaged, "the file is no text") }
        return text
    }

    /// Decodes the start of a text, which may end within a character.
    static func lossy(_ data: Data) -> String {
        for cut in 0...3 where data.count >= cut {
            if let text = decode(data.dropLast(cut)) { return text }
        }
        return ""
    }

    private static func decode(_ data: Data) -> String? {
        let mark = Array(data.prefix(3))
        if mark.starts(with: [0xFF, 0xFE]) { return String(data: data.dropFirst(2), encoding: .utf16LittleEndian) }
        if mark.starts(with: [0xFE, 0xFF]) { return String(data: data.dropFirst(2), encoding: .utf16BigEndian) }
        let bytes = mark == [0xEF, 0xBB, 0xBF] ? data.dropFirst(3) : data
        guard !bytes.contains(0) else { return nil }
        return String(validating: bytes, as: UTF8.self) ?? String(data: bytes, encoding: .windowsCP1252)
    }
}
