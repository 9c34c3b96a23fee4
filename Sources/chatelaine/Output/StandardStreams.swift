import Foundation
import Glibc
import LinuxSupport

/// Unbuffered output on the standard descriptors: no part of a secret is left in a buffer, and a reader that has gone is noticed.
enum StandardStreams {
    /// The reader of the output has closed it (`… | head`), which needs no message.
    struct ReaderIsGone: Error {}

    /// Ensures that descriptors 0, 1 and 2 are open, and that a reader that has gone is an error.
    static func occupy() {
        StandardDescriptors.occupy()
        // A write to a closed pipe must be an error, and not end the process.
        _ = signal(SIGPIPE, SIG_IGN)
    }

    static func print(_ line: String) throws {
        try write(line + "\n")
    }

    static func write(_ text: String) throws {
        var text = text
        try text.withUTF8 { try write(UnsafeRawBufferPointer($0)) }
    }

    static func write(_ data: Data) throws {
        try data.withUnsafeBytes { try write($0) }
    }

    static func write(bytes: UnsafeRawBufferPointer) throws { try write(bytes) }

    /// Ends standard output, for what is lost if it was not stored: a full disk and a broken connection may show only now.
    ///
    /// - Throws: as a write that fails.
    static func finish() throws {
        let code = fsync(STDOUT_FILENO) == 0 ? 0 : errno
        // A pipe and a terminal cannot be synchronised.
        try check([EIO, ENOSPC, EDQUOT].contains(code) ? code : 0)
        let isClosed = close(STDOUT_FILENO) == 0 || errno == EINTR
        try check(isClosed ? 0 : errno)
        occupy()
    }

    /// Writes to standard error for the user. An error is ignored: it cannot be reported anywhere.
    static func complain(_ text: String) { StandardDescriptors.complain(text) }

    private static func write(_ bytes: UnsafeRawBufferPointer) throws {
        try check(writeAll(bytes, to: STDOUT_FILENO))
    }

    /// - Parameter error: 0 or an errno value.
    private static func check(_ error: Int32) throws {
        switch error {
        case 0: return
        case EPIPE: throw ReaderIsGone()
        default:
            throw Failure(
                .failed, "standard output cannot be written: \(String(cString: strerror(error)))",
                remedy: "see where the output goes; nothing else is wrong")
        }
    }

    /// Returns 0 or an errno value.
    static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
        LinuxSupport.writeAll(bytes, to: descriptor).errno
    }
}
