import Foundation
import LinuxSupport
import Secrets
import Synchronization

/// The password of a file that is imported or exported, from a terminal or standard input.
final class FilePassword: Sendable {
    private struct State: Sendable {
        var wasUsed = false
        var tries = 0
        var whenAsked: @Sendable () -> Void = {}
    }

    /// The attempts on a terminal.
    private static let mostTries = 3

    private let file: String
    private let fromStandardInput: Bool
    private let state = Mutex(State())

    init(_ file: String, fromStandardInput: Bool) { (self.file, self.fromStandardInput) = (file, fromStandardInput) }

    /// Whether the file was encrypted: a password was asked for.
    var wasUsed: Bool { state.withLock { $0.wasUsed } }

    /// Called after each question.
    var whenAsked: @Sendable () -> Void {
        get { state.withLock { $0.whenAsked } }
        set { state.withLock { $0.whenAsked = newValue } }
    }

    /// Returns the password of an existing file.
    ///
    /// - Throws: if there is no terminal, or the attempts are used up.
    func ask(_ question: String, _ isAgain: Bool) throws -> SecretBytes? {
        let tries = state.withLock { state in
            (state.wasUsed, state.tries) = (true, state.tries + 1)
            return state.tries
        }
        if fromStandardInput {
            guard !isAgain else { return nil }
            return try StandardInput.line(
                of: "the file's password", remedy: "write it after the master password, on a line of its own")
        }
        guard tries <= Self.mostTries else { return nil }
        guard let terminal = Terminal() else {
            throw Failure(
                .locked, "“\(file)” is encrypted, and there is no terminal to ask for its password on",
                remedy: "give it as a line of standard input, and add --file-password-stdin")
        }
        if isAgain { StandardStreams.complain("This is not the password of the file.\n") }
        defer { whenAsked() }
        return try terminal.secret("\(UntrustedText.forTerminal(question)): ")
    }

    /// Asks for the password of a new file, twice on a terminal.
    func new() throws -> SecretBytes {
        let password: SecretBytes
        if fromStandardInput {
            password = try StandardInput.line(
                of: "the file's password", remedy: "write it after the master password, on a line of its own")
        } else {
            guard let terminal = Terminal() else {
                throw Failure(
                    .locked, "there is no terminal to ask for the file's password on",
                    remedy: "give it as a line of standard input, and add --file-password-stdin")
            }
            password = try terminal.newSecret("Password of the file “\(UntrustedText.forTerminal(file))”: ")
        }
        guard password.count > 0 else {
            throw Failure(.usage, "an empty password protects nothing", remedy: "choose another")
        }
        return password
    }
}
