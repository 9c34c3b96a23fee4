import Glibc

/// An open file descriptor that closes itself.
package struct Descriptor: ~Copyable, Sendable {
    package let number: Int32

    /// Takes ownership of a descriptor; nil for the -1 of a failed call.
    package init?(_ number: Int32) {
        guard number >= 0 else { return nil }
        self.number = number
    }

    /// Takes ownership of a descriptor that is known to be open.
    package init(owning number: Int32) { self.number = number }

    deinit { close(number) }

    /// Returns the descriptor without closing it. The caller owns it from then on.
    package consuming func release() -> Int32 {
        let number = number
        discard self
        return number
    }

    /// Writes all of `bytes`, or as much as the file takes.
    ///
    /// - Returns: the number of bytes written, and 0 or the error number that ended the writing.
    package borrowing func write(_ bytes: UnsafeRawBufferPointer) -> (written: Int, errno: Int32) {
        writeAll(bytes, to: number)
    }

    /// Reads from the start of the file until the buffer is full or the file ends.
    ///
    /// - Returns: the number of bytes read, and 0 or the error number that ended the reading.
    package borrowing func read(into buffer: UnsafeMutableRawBufferPointer) -> (count: Int, errno: Int32) {
        var count = 0
        while let start = buffer.baseAddress, count < buffer.count {
            let more = retrying { pread(number, start + count, buffer.count - count, off_t(count)) }
            guard more >= 0 else { return (count, errno) }
            if more == 0 { break }
            count += more
        }
        return (count, 0)
    }

    /// Makes the file's contents durable (fsync(2)).
    ///
    /// - Returns: 0, or the error number.
    package borrowing func synchronize() -> Int32 { retrying { fsync(number) } == 0 ? 0 : errno }
}

/// Writes all of `bytes` to an open descriptor, or as much as it takes.
///
/// - Returns: the number of bytes written, and 0 or the error number that ended the writing.
package func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> (written: Int, errno: Int32) {
    var written = 0
    while let start = bytes.baseAddress, written < bytes.count {
        let count = retrying { write(descriptor, start + written, bytes.count - written) }
        guard count > 0 else { return (written, count == 0 ? EIO : errno) }
        written += count
    }
    return (written, 0)
}

/// Makes a system call, and repeats it if a signal interrupts it (`EINTR`).
package func retrying<Result: FixedWidthInteger>(_ call: () -> Result) -> Result {
    while true {
        let result = call()
        if result != -1 || errno != EINTR { return result }
    }
}
