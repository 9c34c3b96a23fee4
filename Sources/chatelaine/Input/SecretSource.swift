import Foundation
import LinuxSupport
import Secrets

/// The source of secrets: the user at the terminal, or else standard input. It is never an argument, because every process of the
/// machine can read arguments.
enum SecretSource {
    /// Returns the secret that an item is to store.
    static func newSecret(_ prompt: String) throws -> Data {
        guard StandardInput.isTerminal, let terminal = Terminal() else { return try StandardInput.secret() }
        let secret = try terminal.newSecret(UntrustedText.forTerminal(prompt))
        return secret.withUnsafeBytes { Data($0) }
    }

    /// Returns an existing passcode.
    ///
    /// - Parameter option: the one by which the command reads it from standard input, for the error without a terminal.
    static func passcode(
        _ prompt: String, fromStandardInput: Bool, option: String = "--stdin"
    ) throws -> SecretBytes {
        guard !fromStandardInput else { return try StandardInput.passcode() }
        return try terminal(or: option).secret(prompt)
    }

    /// Returns a new passcode.
    static func newPasscode(_ prompt: String, fromStandardInput: Bool) throws -> SecretBytes {
        let passcode =
            fromStandardInput ? try StandardInput.passcode() : try terminal().newSecret(prompt)
        guard passcode.count > 0 else {
            throw Failure(
                .usage, "an empty passcode protects nothing",
                remedy: "choose another; to have none, use: chatelaine passcode remove")
        }
        if characters(in: passcode) < shortest {
            StandardStreams.complain(
                "warning: under \(shortest) characters, only the cost of Argon2id slows down an attacker who has the files and guesses\n"
            )
        }
        return passcode
    }

    /// The number of characters below which a new passcode causes a warning.
    private static let shortest = 8

    /// Counts Unicode scalars: the bytes of UTF-8 that do not continue another.
    private static func characters(in passcode: borrowing SecretBytes) -> Int {
        passcode.withUnsafeBytes { $0.count { $0 & 0xc0 != 0x80 } }
    }

    private static func terminal(or option: String = "--stdin") throws -> Terminal {
        guard let terminal = Terminal() else {
            throw Failure(
                .usage, "there is no terminal to ask for the passcode on",
                remedy: "write the passcodes to standard input, one per line, and add \(option)")
        }
        return terminal
    }
}
