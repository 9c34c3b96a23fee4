import CLinux
import Glibc

/// The helper program that holds the clipboard: `chatelaine-clipboard`. It reads what is to be copied from its standard input, and runs in
/// a session of its own, so that it ends neither with a terminal nor with the program that has started it.
package struct ClipboardProgram: Sendable {
    /// The seconds after which the clipboard is cleared, where nothing else is asked for.
    package static let seconds: UInt64 = 90

    /// The reason why it does not run: a number of the system's.
    package struct StartError: Error {
        package let number: Int32
    }

    private let path: String
    private let milliseconds: UInt64

    /// - Parameter milliseconds: the time after which the clipboard is cleared; 0 for none.
    /// - Returns: `nil` if the program is not installed.
    package init?(milliseconds: UInt64 = seconds * 1000) {
        guard let path = InstalledProgram.path(of: "chatelaine-clipboard") else { return nil }
        (self.path, self.milliseconds) = (path, milliseconds)
    }

    /// The argument vector, which ends with `nil`. The caller frees the strings.
    private var words: [UnsafeMutablePointer<CChar>?] { [strdup(path), strdup("\(milliseconds)"), nil] }

    /// Replaces this process with the program, which keeps the process id.
    package func become() throws(StartError) -> Never {
        execv(path, words)
        throw StartError(number: errno)
    }

    /// Starts it and waits until it owns the clipboard or has ended with a message.
    ///
    /// - Parameters:
    ///   - errors: the descriptor for the message.
    ///   - started: called as soon as it runs.
    /// - Returns: 0, or the exit status of the program; -1 if a signal has ended it.
    package func start(
        input: Int32 = STDIN_FILENO, errors: Int32 = STDERR_FILENO, started: () -> Void = {}
    ) throws(StartError) -> Int32 {
        guard let announcement = PipeToChild() else { throw StartError(number: errno) }
        let (child, error) = spawn(input: input, output: announcement.writer, errors: errors)
        announcement.closeWriter()
        guard error == 0 else { throw StartError(number: error) }
        started()
        if Self.hasAnnounced(announcement.reader) { return 0 }
        // One that exits has printed the reason. One that a signal has ended has no exit status, and did not succeed either.
        let status = exitStatus(waitForChild(child) ?? 0) ?? 0
        return status == 0 ? -1 : status
    }

    private func spawn(input: Int32, output: Int32, errors: Int32) -> (child: pid_t, error: Int32) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (descriptor, stream) in [(input, STDIN_FILENO), (output, STDOUT_FILENO), (errors, STDERR_FILENO)] {
            posix_spawn_file_actions_adddup2(&actions, descriptor, stream)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setflags(&attributes, clinux_spawn_session)
        let words = words
        defer { for word in words { free(word) } }
        var child: pid_t = 0
        let error = posix_spawn(&child, path, &actions, &attributes, words, environ)
        return (child, error)
    }

    /// Whether it announces that it owns the clipboard, before its output ends.
    private static func hasAnnounced(_ descriptor: Int32) -> Bool {
        var byte: UInt8 = 0
        return retrying { read(descriptor, &byte, 1) } == 1
    }
}
