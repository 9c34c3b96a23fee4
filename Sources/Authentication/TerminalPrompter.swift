import CLinux
import Foundation
import Glibc
import KeychainServices
import LinuxSupport
import Secrets
import Synchronization

/// Prompts in the terminal of this process, in the foreground. Typed characters are not shown; Esc and ^C refuse.
package struct TerminalPrompter: Prompter {
    private let path: String

    /// - Parameter path: the path of the terminal.
    package init(path: String = "/dev/tty") { self.path = path }

    package func open(_ prompt: Prompt, _ answered: @escaping @Sendable (PromptAnswer) -> Void) -> (any OpenPrompt)? {
        let descriptor = Glibc.open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        // A background process that changes a terminal is stopped.
        guard isatty(descriptor) == 1, tcgetpgrp(descriptor) == getpgrp(),
            let dialogue = TerminalDialogue(descriptor, prompt, answered)
        else {
            close(descriptor)
            return nil
        }
        dialogue.start()
        return dialogue
    }
}

/// One prompt in a terminal, on a separate thread.
private final class TerminalDialogue: OpenPrompt {
    private struct State: Sendable {
        var prompt: Prompt
        var isNew = true
        var wasAnswered = false
        var isClosed = false
    }

    private let terminal: Int32
    private let before: termios
    private let event: Int32
    private let state: Mutex<State>
    private let answered: @Sendable (PromptAnswer) -> Void
    private let ended = DispatchSemaphore(value: 0)

    init?(_ terminal: Int32, _ prompt: Prompt, _ answered: @escaping @Sendable (PromptAnswer) -> Void) {
        var before = termios()
        guard tcgetattr(terminal, &before) == 0 else { return nil }
        event = clinux_event()
        guard event >= 0 else { return nil }
        (self.terminal, self.before, self.answered) = (terminal, before, answered)
        state = Mutex(State(prompt: prompt))
    }

    deinit { Glibc.close(event) }

    func start() { Thread.detachNewThread { [self] in run() } }

    func show(_ prompt: Prompt) -> Bool {
        state.withLock { state in
            state.isNew = state.isNew || state.wasAnswered || state.prompt.differs(from: prompt)
            state.wasAnswered = false
            state.prompt = prompt
        }
        clinux_event_signal(event)
        return true
    }

    func close() {
        state.withLock { $0.isClosed = true }
        clinux_event_signal(event)
        // The terminal has its previous settings when this returns.
        ended.wait()
    }

    private func run() {
        var raw = before
        raw.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
        _ = tcsetattr(terminal, TCSAFLUSH, &raw)
        var line = TypedLine()
        loop: while true {
            let (shown, isClosed) = state.withLock { state in
                defer { state.isNew = false }
                return (state.isNew ? state.prompt : nil, state.isClosed)
            }
            if isClosed { break }
            if let shown {
                line.clear()
                write(PromptText(shown).text)
            }
            guard let byte = nextByte() else { continue }
            switch line.take(byte, hasMore: { hasMore() }) {
            case .nothing: continue
            case .cancel: answered(.cancel)
            case .line(let typed): answer(TypedSecret(typed))
            }
        }
        write("\r\n")
        var before = before
        _ = tcsetattr(terminal, TCSAFLUSH, &before)
        Glibc.close(terminal)
        ended.signal()
    }

    private func answer(_ typed: TypedSecret) {
        let prompt = state.withLock { $0.prompt }
        switch prompt.kind {
        case .finger: if prompt.offersFallback { answered(.fallBack) }
        default:
            // The next prompt counts as new even if it looks the same: another attempt was wrong.
            state.withLock { $0.wasAnswered = true }
            answered(.secret(typed) { _ in })
        }
    }

    /// Returns the next byte, or `nil` if there is something else to do first.
    private func nextByte() -> UInt8? {
        var watched = [
            pollfd(fd: event, events: Int16(POLLIN), revents: 0),
            pollfd(fd: terminal, events: Int16(POLLIN), revents: 0),
        ]
        guard poll(&watched, 2, -1) > 0 else { return nil }
        if watched[0].revents != 0 {
            var count: UInt64 = 0
            _ = read(event, &count, MemoryLayout<UInt64>.size)
            return nil
        }
        var byte: UInt8 = 0
        let count = read(terminal, &byte, 1)
        guard count == 1 else {
            if count == 0 || errno != EINTR {
                // The terminal was closed.
                answered(.gone(AuthenticationError(.systemCancel, "the terminal was closed")))
                state.withLock { $0.isClosed = true }
            }
            return nil
        }
        return byte
    }

    /// Whether more bytes are available: those that follow an escape at once belong to it, as with arrow keys.
    private func hasMore() -> Bool {
        var watched = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
        return poll(&watched, 1, 25) > 0
    }

    private func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = Glibc.write(terminal, bytes, bytes.count)
    }
}

/// The text of a prompt.
private struct PromptText {
    let text: String

    init(_ prompt: Prompt) {
        var lines: [String] = []
        if !prompt.presentation.reason.isEmpty { lines.append(prompt.presentation.reason) }
        if let message = prompt.message { lines.append(message) }
        switch prompt.kind {
        case .finger:
            let fallback = prompt.offersFallback ? "Return: \(prompt.fallbackTitle), " : ""
            lines.append("(\(fallback)Esc: \(prompt.cancelTitle))")
            text = "\r\n" + lines.joined(separator: "\r\n") + " "
        case .passcode: text = Self.asking("Passcode of the keychain", lines, prompt)
        case .accountPassword: text = Self.asking("Password of your account", lines, prompt)
        case .applicationPassword(isNew: true): text = Self.asking("New password for the item", lines, prompt)
        case .applicationPassword(isNew: false): text = Self.asking("Password of the item", lines, prompt)
        case .masterPassword: text = Self.asking("Master password", lines, prompt)
        }
    }

    private static func asking(_ what: String, _ lines: [String], _ prompt: Prompt) -> String {
        "\r\n" + (lines + ["\(what) (Esc: \(prompt.cancelTitle)): "]).joined(separator: "\r\n")
    }
}
