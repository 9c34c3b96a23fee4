import Foundation
import Glibc
import LinuxSupport

/// What is printed goes straight to the descriptors: nothing of a secret stays behind in a buffer, and a reader that went
/// away is noticed.
enum StandardStreams {
    /// Whoever read what is printed has had enough (`… | head`): no reason to say anything.
    struct ReaderIsGone: Error {}

    /// Sees to it that descriptors 0, 1 and 2 are taken. Where one was closed by whoever started the process, the keychain's
    /// file would get its number, and what is printed would go into the file.
    static func occupy() {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
        where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
            // The lowest free number is the missing one. Open for the wrong direction, so that using it is an error.
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
        // A write to a closed pipe is to be an error, and not the end of the process.
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

    /// For people; where even that cannot be written there is nobody to tell.
    static func complain(_ text: String) {
        var text = text
        text.withUTF8 { _ = writeAll(UnsafeRawBufferPointer($0), to: STDERR_FILENO) }
    }

    private static func write(_ bytes: UnsafeRawBufferPointer) throws {
        let error = writeAll(bytes, to: STDOUT_FILENO)
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
        var rest = bytes[...]
        while !rest.isEmpty {
            let chunk = UnsafeRawBufferPointer(rebasing: rest)
            let count = retrying { Glibc.write(descriptor, chunk.baseAddress, chunk.count) }
            guard count > 0 else { return errno }
            rest = rest.dropFirst(count)
        }
        return 0
    }
}
