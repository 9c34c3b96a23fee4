import Glibc

/// Descriptors 0, 1 and 2 of a program of ours.
package enum StandardDescriptors {
    /// Ensures that all three are open. If the parent process had closed one of them, the next file or socket would get its number, and
    /// output would be written into that.
    package static func occupy() {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
        where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
            // `open` returns the lowest free number, which is the missing one. The wrong direction makes every use of it an error.
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }

    /// Writes to standard error for the user. An error is ignored: it cannot be reported anywhere.
    package static func complain(_ text: String) { write(text, to: STDERR_FILENO) }

    /// Writes a text, as far as the descriptor takes it.
    package static func write(_ text: String, to descriptor: Int32) {
        var text = text
        text.withUTF8 { _ = writeAll(UnsafeRawBufferPointer($0), to: descriptor) }
    }
}
