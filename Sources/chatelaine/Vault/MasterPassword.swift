import PasswordVault
import Secrets

/// The prompts for a master password.
enum MasterPassword {
    /// Asks for a new master password twice on a terminal, prints its strength, and refuses one that is easily guessed.
    ///
    /// - Parameter allowsWeak: whether a very weak password is accepted.
    static func new(
        _ prompt: String, fromStandardInput: Bool, allowsWeak: Bool, knowing words: [String]
    ) throws -> SecretBytes {
        let password = try read(prompt, fromStandardInput)
        guard password.count > 0 else {
            throw Failure(.usage, "an empty master password protects nothing", remedy: "choose another")
        }
        let strength = StrengthEstimate(of: password, knowing: words + ["chatelaine", "vault"])
        let text = "\(strength.rating.rawValue), \(strength.isLowerBound ? "at least " : "")\(Int(strength.bits)) bits"
        guard strength.rating != .veryWeak || allowsWeak else {
            throw Failure(
                .usage, "this master password is \(text): an attacker who has the file can guess it",
                remedy:
                    "take some random words, as from: chatelaine vault generate --words 5; or insist with --allow-weak")
        }
        StandardStreams.complain("strength of the master password: \(text)\n")
        return password
    }

    private static func read(_ prompt: String, _ fromStandardInput: Bool) throws -> SecretBytes {
        if fromStandardInput { return try StandardInput.passcode() }
        return try terminal().newSecret(prompt)
    }

    /// Asks for an existing master password.
    static func old(_ prompt: String, fromStandardInput: Bool) throws -> SecretBytes {
        if fromStandardInput { return try StandardInput.passcode() }
        return try terminal().secret(prompt)
    }

    static func terminal() throws -> Terminal {
        guard let terminal = Terminal() else {
            throw Failure(
                .locked, "there is no terminal to ask for the master password on",
                remedy: "give it as the first line of standard input, and add --password-stdin")
        }
        return terminal
    }
}
