import Glibc
import LinuxSupport
import Secrets

/// A reader of lines from a terminal, or from any other source of bytes, which also writes to the terminal.
final class TerminalLines {
    /// The result of a question.
    enum Answer: ~Copyable {
        case line(SecretBytes)
        /// Esc, ^C, or the end of the input.
        case cancel
        /// An event has arrived from outside.
        case interrupted
    }

    private let input: Int32
    private let output: Int32
    private let wake: Int32
    /// The original settings; `nil` if the input is not a terminal.
    private let originalSettings: termios?

    /// Prepares the terminal.
    ///
    /// - Parameter wake: an eventfd(2) that becomes readable when an event arrives from outside.
    init(input: Int32, output: Int32, wake: Int32) {
        (self.input, self.output, self.wake) = (input, output, wake)
        var settings = termios()
        guard tcgetattr(input, &settings) == 0 else {
            originalSettings = nil
            return
        }
        originalSettings = settings
        settings.c_lflag &= ~Self.inputFlags
        _ = tcsetattr(input, TCSAFLUSH, &settings)
    }

    /// Restores the terminal's settings. Unread input is discarded: the next program could take it for its own.
    ///
    /// Settings that another process has changed meanwhile are kept: a shell may have the terminal back and be reading its next command.
    func restore() {
        guard var originalSettings else { return }
        var now = termios()
        guard tcgetattr(input, &now) == 0, now.c_lflag & Self.inputFlags == 0 else { return }
        _ = tcsetattr(input, TCSAFLUSH, &originalSettings)
    }

    /// The terminal's own processing of keys: echo, line editing and signals.
    private static let inputFlags = tcflag_t(ECHO | ICANON | ISIG)

    // MARK: - Showing

    /// Whether the output has blocked, so that it may have no reader.
    private var isBlocked = false

    /// Shows text. The caller has escaped control characters.
    func show(_ text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { write(output, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR || errno == EAGAIN && waitForRoom() else { return }
            bytes = bytes.dropFirst(max(count, 0))
        }
    }

    /// Waits until a non-blocking terminal accepts more output, or an event arrives from outside. After such an event, later calls do not
    /// wait.
    private func waitForRoom() -> Bool {
        guard !isBlocked else { return false }
        var watched = [
            pollfd(fd: wake, events: Int16(POLLIN), revents: 0), pollfd(fd: output, events: Int16(POLLOUT), revents: 0),
        ]
        while poll(&watched, 2, -1) < 0 { guard errno == EINTR else { return false } }
        isBlocked = watched[1].revents & Int16(POLLOUT) == 0
        return !isBlocked
    }

    // MARK: - Asking

    /// Asks for a line.
    ///
    /// - Parameter isSecret: whether the line is not echoed.
    func ask(_ prompt: String, isSecret: Bool = false) -> Answer {
        // Discard input that was typed before the question was shown.
        if originalSettings != nil { _ = tcflush(input, TCIFLUSH) }
        show(prompt)
        var line = TypedLine()
        var echo = ""
        while true {
            guard let byte = nextByte() else {
                show("\n")
                return wasWoken() ? .interrupted : .cancel
            }
            switch line.take(byte, hasMore: { [input] in Self.canRead(input, milliseconds: 25) }) {
            case .nothing: if !isSecret { showChange(of: line.text(), after: &echo, prompt) }
            case .cancel:
                show("\n")
                return .cancel
            case .line(let typed):
                show("\n")
                return .line(typed)
            }
        }
    }

    private func showChange(of text: String, after echo: inout String, _ prompt: String) {
        // Wait until a multi-byte character is complete.
        guard !text.unicodeScalars.contains("\u{fffd}") else { return }
        let shown = UntrustedText.forTerminal(text)
        if shown.utf8.starts(with: echo.utf8) {
            show(String(decoding: shown.utf8.dropFirst(echo.utf8.count), as: UTF8.self))
        } else {
            show("\r\u{1b}[K\(prompt)\(shown)")
        }
        echo = shown
    }

    /// Reads the next byte; `nil` at the end of the input, or if an event has arrived from outside.
    private func nextByte() -> UInt8? {
        while true {
            var watched = [
                pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
                pollfd(fd: input, events: Int16(POLLIN), revents: 0),
            ]
            guard poll(&watched, 2, -1) > 0 else {
                if errno == EINTR { continue }
                return nil
            }
            if watched[0].revents != 0 { return nil }
            var byte: UInt8 = 0
            let count = read(input, &byte, 1)
            if count == 1 { return byte }
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            return nil
        }
    }

    private func wasWoken() -> Bool {
        guard Self.canRead(wake, milliseconds: 0) else { return false }
        var count: UInt64 = 0
        _ = read(wake, &count, MemoryLayout<UInt64>.size)
        return true
    }

    private static func canRead(_ descriptor: Int32, milliseconds: Int32) -> Bool {
        var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&watched, 1, milliseconds) > 0
    }
}
