import ArgumentParser
import PasswordVault

struct VaultGenerateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Makes a password of random characters or words, or a PIN.",
        discussion: """
            The entropy of the password is printed to standard error. With --save, the password is kept in the vault as well, under \
            the name of what it was made for.

            Examples:
              chatelaine vault generate
              chatelaine vault generate --words 5
              chatelaine vault generate --pin 6
              chatelaine vault generate --rules 'minlength: 8; maxlength: 16; required: lower; required: digit'
              chatelaine vault generate --length 32 --no-symbols --save shop.example
            """
    )

    @OptionGroup var generator: GeneratorOptions
    @Option(name: .shortAndLong, help: "How many, one per line.") var count = 1
    @Option(help: "Keep it in the vault: what it is for.") var save: String?
    @Flag(help: .vaultJSON) var json = false
    @OptionGroup var options: VaultOptions

    func validate() throws {
        guard (1...1000).contains(count) else { throw ValidationError("--count is between 1 and 1000.") }
    }

    func run() throws {
        // Contradictory options are reported before the user is asked for a master password.
        var made: [(text: String, entropy: PasswordEntropy)] = []
        for _ in 0..<count {
            let password = try generator.make()
            made.append((password.string(), password.entropy))
        }
        if let save { try keep(made.map(\.text), for: save) }
        guard !json else {
            let list = made.map { text, entropy in
                JSONText.object([
                    ("password", .string(text)), ("bits", .real(entropy.bits)),
                    ("isLowerBound", .bool(entropy.isLowerBound)),
                ])
            }
            return try VaultJSON.print([("passwords", .array(list))])
        }
        for (text, _) in made { try StandardStreams.print(text) }
        if let entropy = made.first?.entropy { StandardStreams.complain("entropy: \(entropy.text)\n") }
    }

    private func keep(_ passwords: [String], for purpose: String) throws {
        let vault = try VaultSession.unlocked(options).vault
        let items = passwords.map { password in
            var item = VaultItem(.password, title: purpose)
            item["password"] = .secret(Secret(password))
            item["made-for"] = .text(purpose)
            return item
        }
        _ = try vault.add(contentsOf: items)
    }
}
