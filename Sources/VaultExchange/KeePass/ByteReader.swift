import Foundation

/// A reader of numbers and bytes of a file, the least significant byte first. Every read is checked.
struct ByteReader {
    private let bytes: UnsafeRawBufferPointer
    /// The number of bytes that have been read.
    private(set) var position: Int
    private let what: String

    /// - Parameters:
    ///   - what: what the bytes are, for errors: `the header`.
    ///   - position: the first byte that is read.
    init(_ bytes: UnsafeRawBufferPointer, _ what: String, from position: Int = 0) {
        (self.bytes, self.what, self.position) = (bytes, what, min(position, bytes.count))
    }

    /// The number of bytes that are left.
    var left: Int { bytes.count - position }

    /// Returns the next bytes, which live as long as the file's.
    mutating func take(_ count: Int) throws(ExchangeError) -> UnsafeRawBufferPointer {
        guard count >= 0, count <= left else {
            throw ExchangeError(
                .damaged, "\(what) ends early", at: "byte \(position)", remedy: "export or copy the file again")
        }
        defer { position += count }
        return UnsafeRawBufferPointer(rebasing: bytes[position..<position + count])
    }

    /// Returns the next number.
    mutating func number<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) throws(ExchangeError) -> Number {
        let taken = try take(MemoryLayout<Number>.size)
        return Number(littleEndian: taken.loadUnaligned(as: Number.self))
    }

    /// Returns the next bytes as an array.
    mutating func array(_ count: Int) throws(ExchangeError) -> [UInt8] { Array(try take(count)) }

    /// Returns an error at this byte.
    func error(_ reason: String, _ kind: ExchangeError.Kind = .damaged) -> ExchangeError {
        ExchangeError(kind, reason, at: "byte \(position)")
    }
}
