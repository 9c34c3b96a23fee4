import CLinux
import Foundation
import Glibc
import Secrets

/// The user's terminal, whatever standard input and output are connected to.
struct Terminal: ~Copyable {
    private let input: Int32
    private let output: Int32

    /// Fails if there is no terminal.
    init?() {
        let descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        if descriptor >= 0 {
            input = descriptor
            output = descriptor
        } else if StandardInput.isTerminal {
            input = STDIN_FILENO
            output = STDERR_FILENO
        } else {
            return nil
        }
    }

    deinit {
        if input != STDIN_FILENO { close(input) }
    }

    /// Asks for a line without echo.
    func secret(_ prompt: String) throws -> SecretBytes {
        try withoutEcho { try line(prompt) }
    }

    /// The same line twice, so that a typing error is noticed. Three attempts.
    ///
    /// - Parameter takesEmpty: whether an empty line means something else than a secret, and needs no second one.
    func newSecret(_ prompt: String, takesEmpty: Bool = false) throws -> SecretBytes {
        try withoutEcho {
            for _ in 0..<3 {
                let secret = try line(prompt)
                if takesEmpty, secret.count == 0 { return secret }
                let again = try line("Again: ")
                if secret.equals(again) { return secret }
                show("The two are not the same.\n")
            }
            throw Failure(.cancelled, "the two were not the same", remedy: "try again; nothing was changed")
        }
    }

    /// Asks for a line with echo; empty if nothing was typed, or at the end of the input.
    func line(answering question: String) throws -> String { try lineOrEnd(answering: question) ?? "" }

    /// Asks for a line with echo; `nil` at the end of the input.
    func lineOrEnd(answering question: String) throws -> String? {
        PromptGuard.begin(input, hidingTyping: false)
        defer { PromptGuard.end() }
        show(question)
        guard let answer = try read() else { return nil }
        return answer.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }.trimmingCharacters(in: .whitespaces)
    }

    /// Asks a question. Returns whether the answer starts with a y; anything else is a no.
    func agrees(to question: String) throws -> Bool {
        PromptGuard.begin(input, hidingTyping: false)
        defer { PromptGuard.end() }
        show("\(question) [y/N] ")
        guard let answer = try read() else { return false }
        return answer.withUnsafeBytes { $0.first == UInt8(ascii: "y") || $0.first == UInt8(ascii: "Y") }
    }

    private func line(_ prompt: String) throws -> SecretBytes {
        show(prompt)
        let line = try read()
        show("\n")
        guard let line else { throw Failure(.cancelled, "cancelled") }
        return line
    }

    /// Reads a line; `nil` if the input ended (Ctrl-D).
    private func read() throws -> SecretBytes? {
        var line = SecretBytes(zeros: StandardInput.largestPasscode)
        let count = try line.withUnsafeMutableBytes { buffer in
            try StandardInput.readLine(into: buffer) { try StandardInput.readSome(of: input, into: $0) }
        }
        guard let count else { return nil }
        return line.withUnsafeBytes { SecretBytes(copying: UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }

    private func show(_ text: String) {
        var text = text
        text.withUTF8 { _ = StandardStreams.writeAll(UnsafeRawBufferPointer($0), to: output) }
    }

    private func withoutEcho<Result: ~Copyable>(_ body: () throws -> Result) throws -> Result {
        PromptGuard.begin(input, hidingTyping: true)
        defer { PromptGuard.end() }
        return try body()
    }
}

/// Signal handlers that make a terminal echo again, whatever ends the process, and that make Ctrl-C at a prompt mean “cancelled”.
private enum PromptGuard {
    /// The terminal with the prompt, or -1. Read by the signal handler.
    nonisolated(unsafe) private static var descriptor: Int32 = -1
    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

    static func begin(_ terminal: Int32, hidingTyping: Bool) {
        descriptor = terminal
        for number in signals { _ = signal(number, restore) }
        if hidingTyping { _ = clinux_set_echo(terminal, false) }
    }

    static func end() {
        _ = clinux_set_echo(descriptor, true)
        for number in signals { _ = signal(number, SIG_DFL) }
        descriptor = -1
    }

    /// The signal handler, which calls no function that is forbidden in a signal handler (signal-safety(7)).
    private static let restore: @convention(c) (Int32) -> Void = { number in
        _ = clinux_set_echo(descriptor, true)
        guard number == SIGINT else {
            _ = signal(number, SIG_DFL)
            _ = raise(number)
            return
        }
        let text: StaticString =
            "\nchatelaine: cancelled\n  next: nothing was changed; run it again when you are ready\n"
        _ = write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
        _exit(128)
    }
}
