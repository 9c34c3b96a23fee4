import Foundation
import LinuxSupport
import Secrets

/// Where secrets come from: from whoever sits at the terminal, else from standard input. Never from an argument, which every
/// process of the machine can read.
enum SecretSource {
    /// What an item is to hold.
    static func newSecret(_ prompt: String) throws -> Data {
        guard StandardInput.isTerminal, let terminal = Terminal() else { return try StandardInput.secret() }
        let secret = try terminal.newSecret(UntrustedText.forTerminal(prompt))
        return secret.withUnsafeBytes { Data($0) }
    }

    /// A passcode that exists.
    static func passcode(_ prompt: String, fromStandardInput: Bool) throws -> SecretBytes {
        guard !fromStandardInput else { return try StandardInput.passcode() }
        return try terminal().secret(prompt)
    }

    /// A passcode that is to be.
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
                "warning: under \(shortest) characters, only the time that Argon2id takes slows down whoever has the files and guesses\n"
            )
        }
        return passcode
    }

    /// Characters of a passcode from which on there is no warning.
    private static let shortest = 8

    /// Unicode scalars: the bytes of UTF-8 that do not continue another.
    private static func characters(in passcode: borrowing SecretBytes) -> Int {
        passcode.withUnsafeBytes { $0.count { $0 & 0xc0 != 0x80 } }
    }

    private static func terminal() throws -> Terminal {
        guard let terminal = Terminal() else {
            throw Failure(
                .usage, "there is no terminal to ask for the passcode on",
                remedy: "write the passcodes to standard input, one per line, and add --stdin")
        }
        return terminal
    }
}
