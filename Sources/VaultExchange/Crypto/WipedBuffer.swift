import Foundation
import Secrets

/// Bytes that grow and are wiped: contents of a file, which are too large for locked memory.
package final class WipedBuffer: @unchecked Sendable {
    // Sendable: it is written by one owner, before it is shared.
    private var memory: UnsafeMutableRawBufferPointer
    /// The number of bytes.
    package private(set) var count = 0

    /// Makes an empty buffer.
    package init(capacity: Int = 4096) {
        memory = .allocate(byteCount: max(capacity, 64), alignment: 16)
    }

    /// Copies bytes. The caller wipes its own.
    package convenience init(copying bytes: UnsafeRawBufferPointer) {
        self.init(capacity: bytes.count)
        append(bytes)
    }

    /// Copies bytes. The caller wipes its own.
    package convenience init(_ data: Data) {
        self.init(capacity: data.count)
        data.withUnsafeBytes { append($0) }
    }

    deinit {
        wipe(UnsafeMutableRawBufferPointer(rebasing: memory[..<count]))
        memory.deallocate()
    }

    /// Appends bytes.
    package func append(_ bytes: UnsafeRawBufferPointer) {
        guard !bytes.isEmpty else { return }
        reserve(bytes.count)
        UnsafeMutableRawBufferPointer(rebasing: memory[count...]).copyMemory(from: bytes)
        count += bytes.count
    }

    /// Appends bytes, such as a text's `utf8`.
    package func append(_ bytes: some Collection<UInt8>) {
        guard !bytes.isEmpty else { return }
        reserve(bytes.count)
        UnsafeMutableRawBufferPointer(rebasing: memory[count..<count + bytes.count]).copyBytes(from: bytes)
        count += bytes.count
    }

    /// Appends a number with its least significant byte first.
    package func append<Number: FixedWidthInteger>(littleEndian number: Number) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append($0) }
    }

    /// Appends up to `most` bytes that `body` writes.
    ///
    /// - Returns: what `body` returns, with the number of bytes that it has written.
    package func append<Result, Failure: Error>(
        atMost most: Int, _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> (count: Int, result: Result)
    ) throws(Failure) -> Result {
        reserve(most)
        let place = UnsafeMutableRawBufferPointer(rebasing: memory[count..<count + most])
        let (written, result) = try body(place)
        count += min(max(written, 0), most)
        return result
    }

    /// Removes the bytes at the end, and wipes them.
    package func removeLast(_ number: Int) {
        let kept = max(count - number, 0)
        wipe(UnsafeMutableRawBufferPointer(rebasing: memory[kept..<count]))
        count = kept
    }

    /// Removes all bytes, and wipes them.
    package func removeAll() { removeLast(count) }

    /// Calls `body` with the bytes.
    package func withUnsafeBytes<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result { try body(UnsafeRawBufferPointer(rebasing: memory[..<count])) }

    /// Calls `body` with the bytes for writing.
    package func withUnsafeMutableBytes<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result { try body(UnsafeMutableRawBufferPointer(rebasing: memory[..<count])) }

    private func reserve(_ number: Int) {
        guard memory.count - count < number else { return }
        let larger = UnsafeMutableRawBufferPointer.allocate(
            byteCount: max(count + number, memory.count * 2), alignment: 16)
        let used = UnsafeMutableRawBufferPointer(rebasing: memory[..<count])
        larger.copyMemory(from: UnsafeRawBufferPointer(used))
        wipe(used)
        memory.deallocate()
        memory = larger
    }
}
