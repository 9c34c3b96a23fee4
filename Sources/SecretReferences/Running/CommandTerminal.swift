import CLinux
import Glibc
import LinuxSupport

/// The pseudo-terminal of a command, and the terminal of this process behind it.
final class CommandTerminal {
    /// The end of this process, which does not block; -1 after ``hangUp()``.
    private(set) var user: Int32
    /// The end of the command; -1 after ``closeCommandEnd()``.
    private(set) var command: Int32
    /// The descriptor with the window size: that of the output.
    private let window: Int32
    private var saved = termios()
    /// Whether standard input is the terminal.
    let readsKeyboard: Bool
    private var isRaw = false

    /// - Parameter window: a descriptor of the terminal that shows the output.
    init(window: Int32) throws(CommandNotStarted) {
        readsKeyboard = tcgetattr(STDIN_FILENO, &saved) == 0
        self.window = window
        (user, command) = (-1, -1)
        // Where the terminal itself goes on working on the output, the command's leaves it as it is.
        let code = clinux_open_terminal(window, readsKeyboard ? STDIN_FILENO : window, !readsKeyboard, &user, &command)
        guard code == 0 else { throw CommandNotStarted(name: "a pseudo-terminal", code: code) }
        _ = fcntl(user, F_SETFL, fcntl(user, F_GETFL) | O_NONBLOCK)
    }

    deinit {
        restore()
        hangUp()
        closeCommandEnd()
    }

    func closeCommandEnd() {
        if command >= 0 { close(command) }
        command = -1
    }

    func hangUp() {
        if user >= 0 { close(user) }
        user = -1
    }

    /// Whether this process may read from the keyboard and change the terminal's settings.
    var isInForeground: Bool { readsKeyboard && tcgetpgrp(STDIN_FILENO) == getpgrp() }

    /// Has keys passed on as they are, so that ^C and ^Z reach the command's terminal.
    func makeRaw() {
        guard !isRaw, isInForeground else { return }
        // What was set while the command was stopped is what comes back at its end.
        guard tcgetattr(STDIN_FILENO, &saved) == 0 else { return }
        var raw = saved
        cfmakeraw(&raw)
        isRaw = tcsetattr(STDIN_FILENO, TCSADRAIN, &raw) == 0
    }

    func restore() {
        guard isRaw else { return }
        isRaw = false
        // Another process may be in the foreground by now. Without this, the kernel would stop this one.
        guard isInForeground else { return }
        tcsetattr(STDIN_FILENO, TCSADRAIN, &saved)
    }

    func updateSize() { if user >= 0 { clinux_copy_window_size(window, user) } }
}
