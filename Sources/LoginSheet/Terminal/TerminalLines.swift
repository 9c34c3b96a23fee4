import Glibc
import LinuxSupport
import Secrets

/// Reads lines from a terminal, or from anything else that bytes come from, and writes to it.
final class TerminalLines {
    /// What was typed.
    enum Answer: ~Copyable {
        case line(SecretBytes)
        /// Esc, ^C, or nobody is there any more.
        case cancel
        /// Something has happened elsewhere.
        case interrupted
    }

    private let input: Int32
    private let output: Int32
    private let wake: Int32
    /// Nil where it is no terminal.
    private let before: termios?

    /// - Parameter wake: an eventfd(2) that can be read from when something has happened elsewhere.
    init(input: Int32, output: Int32, wake: Int32) {
        (self.input, self.output, self.wake) = (input, output, wake)
        var settings = termios()
        guard tcgetattr(input, &settings) == 0 else {
            before = nil
            return
        }
        before = settings
        settings.c_lflag &= ~Self.typed
        _ = tcsetattr(input, TCSAFLUSH, &settings)
    }

    /// The terminal is what it was. Keys that nobody asked for are forgotten: the next program could take them for its own.
    ///
    /// Where others have changed the settings meanwhile, theirs stay: a shell may have the terminal back, and asks for its next command.
    func restore() {
        guard var before else { return }
        var now = termios()
        guard tcgetattr(input, &now) == 0, now.c_lflag & Self.typed == 0 else { return }
        _ = tcsetattr(input, TCSAFLUSH, &before)
    }

    /// What a terminal does by itself with keys.
    private static let typed = tcflag_t(ECHO | ICANON | ISIG)

    // MARK: - Showing

    /// Whether there may be nobody who reads what is shown.
    private var isStuck = false

    /// Shows text that is fit for a terminal.
    func show(_ text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { write(output, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR || errno == EAGAIN && waitForRoom() else { return }
            bytes = bytes.dropFirst(max(count, 0))
        }
    }

    /// Waits until a terminal that does not block takes more, or something has happened elsewhere: from then on nobody waits for it.
    private func waitForRoom() -> Bool {
        guard !isStuck else { return false }
        var watched = [
            pollfd(fd: wake, events: Int16(POLLIN), revents: 0), pollfd(fd: output, events: Int16(POLLOUT), revents: 0),
        ]
        while poll(&watched, 2, -1) < 0 { guard errno == EINTR else { return false } }
        isStuck = watched[1].revents & Int16(POLLOUT) == 0
        return !isStuck
    }

    // MARK: - Asking

    /// Asks for a line.
    ///
    /// - Parameter isSecret: nothing is shown of it.
    func ask(_ prompt: String, isSecret: Bool = false) -> Answer {
        // What was typed before the question was there is no answer to it.
        if before != nil { _ = tcflush(input, TCIFLUSH) }
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
        // Until a letter is complete.
        guard !text.unicodeScalars.contains("\u{fffd}") else { return }
        let shown = UntrustedText.forTerminal(text)
        if shown.utf8.starts(with: echo.utf8) {
            show(String(decoding: shown.utf8.dropFirst(echo.utf8.count), as: UTF8.self))
        } else {
            show("\r\u{1b}[K\(prompt)\(shown)")
        }
        echo = shown
    }

    /// Nil if nothing comes any more, or something has happened elsewhere.
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
