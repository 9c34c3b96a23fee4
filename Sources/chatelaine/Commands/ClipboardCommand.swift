import ArgumentParser
import CLinux
import Glibc
import LinuxSupport

struct ClipboardCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clipboard",
        abstract: "Copies a secret from standard input, and clears it after a while.",
        discussion: """
            What was copied is cleared after 90 seconds, when the screen or the session locks, before the machine sleeps, and never \
            if something else was copied meanwhile. One newline at the end is left out. See share/doc/chatelaine/clipboard.md.

            Examples:
              chatelaine get mail.example.com alice | chatelaine clipboard
              chatelaine generate | chatelaine clipboard --seconds 20
            """
    )

    @Option(name: .shortAndLong, help: "Seconds until it is cleared; 0 for not before something else is copied.")
    var seconds: UInt64 = 90
    @Flag(help: "Stay until it is cleared; ending this command clears it.") var foreground = false

    func validate() throws {
        guard seconds <= 86_400 else { throw ValidationError("--seconds is at most 86400, a day.") }
    }

    func run() throws {
        guard !StandardInput.isTerminal else {
            throw Failure.usage(
                "the secret is read from standard input",
                remedy: "have a program write it: chatelaine get SERVICE ACCOUNT | chatelaine clipboard")
        }
        guard let path = InstalledProgram.path(of: "chatelaine-clipboard") else {
            throw Failure(
                .failed, "the program “chatelaine-clipboard” is not installed", remedy: "install it with: make install")
        }
        let helper = ClipboardHelper(path: path, milliseconds: seconds * 1000)
        let status = foreground ? try helper.become() : try helper.start()
        guard status == 0 else { Glibc.exit(status) }
    }
}

/// The helper program that holds the clipboard. ``start()`` runs it in a session of its own, so that it ends neither with the terminal
/// nor with this command.
private struct ClipboardHelper {
    let path: String
    let milliseconds: UInt64

    /// The argument vector, which ends with `nil`. The caller frees the strings.
    private var words: [UnsafeMutablePointer<CChar>?] { [strdup(path), strdup("\(milliseconds)"), nil] }

    /// Replaces this process with the helper, which keeps the process id.
    func become() throws -> Int32 {
        execv(path, words)
        throw Self.failure(errno)
    }

    /// Starts the helper and waits until it owns the clipboard or has ended with a message.
    ///
    /// - Returns: 0, or the exit status of the helper.
    func start() throws -> Int32 {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw Self.failure(errno) }
        defer { close(ends[0]) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let (child, error) = spawn(output: ends[1])
        close(ends[1])
        guard error == 0 else { throw Self.failure(error) }
        if Self.hasAnnounced(ends[0]) { return 0 }
        // A helper that exits has printed the reason. One that a signal ended has no exit status, and did not succeed either.
        let status = exitStatus(waitForChild(child) ?? 0) ?? 0
        return status == 0 ? ExitStatus.failed.rawValue : status
    }

    private func spawn(output: Int32) -> (child: pid_t, error: Int32) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
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

    /// Whether the helper announces that it owns the clipboard, before its output ends.
    private static func hasAnnounced(_ descriptor: Int32) -> Bool {
        var byte: UInt8 = 0
        while true {
            let count = read(descriptor, &byte, 1)
            if count >= 0 { return count == 1 }
            guard errno == EINTR else { return false }
        }
    }

    private static func failure(_ error: Int32) -> Failure {
        Failure(
            .failed, "the program “chatelaine-clipboard” cannot be started: \(String(cString: strerror(error)))",
            remedy: "install it again with: make install")
    }
}
