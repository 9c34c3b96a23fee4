import Glibc

/// A pipe of which a program that is started gets one end. What is left open closes itself, and no other program inherits it.
package final class PipeToChild {
    package private(set) var reader: Int32
    package private(set) var writer: Int32

    /// - Returns: `nil` if too many files are open.
    package init?() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (reader, writer) = (ends[0], ends[1])
    }

    deinit {
        closeReader()
        closeWriter()
    }

    package func closeReader() { Self.close(&reader) }
    package func closeWriter() { Self.close(&writer) }

    private static func close(_ end: inout Int32) {
        if end >= 0 { Glibc.close(end) }
        end = -1
    }
}
