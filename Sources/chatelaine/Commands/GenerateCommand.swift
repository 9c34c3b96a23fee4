import ArgumentParser
import PasswordVault

struct GenerateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Makes a password.",
        discussion: """
            Types: safari (the default), recovery, recovery-key, wifi, pin, web-credential; see share/doc/chatelaine/password-generator.md. \
            A site's own rules take the place of the type's: lengths, allowed characters, and sets of which each is represented.

            Examples:
              chatelaine generate
              chatelaine generate --type pin
              chatelaine generate --digits 8
              chatelaine generate --length 24
              chatelaine generate --min-length 8 --max-length 16 \\
                --characters abcdef0123456789 --require abcdef --require 0123456789
              chatelaine generate | chatelaine set mail.example.com alice
            """
    )

    @Option(
        name: .shortAndLong, help: "The type of password.",
        completion: .list(PasswordType.all.map(\.name)),
        transform: Self.type)
    var type: PasswordType?
    @Option(name: .shortAndLong, help: "How many, one per line.") var count = 1
    @Option(name: .shortAndLong, help: "A password of that many characters.") var length: Int?
    @Option(help: "A number of that many digits, at least 4.") var digits: Int?
    @Option(help: "The shortest that the site takes.") var minLength: Int?
    @Option(help: "The longest that the site takes.") var maxLength: Int?
    @Option(help: "Every character that the site takes.") var characters: String?
    @Flag(help: .json) var json = false
    @Option(help: "Characters of which at least one is needed; can be given several times.") var require: [String] = []

    func validate() throws {
        guard length == nil || (minLength == nil && maxLength == nil && digits == nil) else {
            throw ValidationError("--length goes with neither --min-length, --max-length nor --digits.")
        }
        guard length == nil || type == nil else { throw ValidationError("--length goes with no type.") }
        guard length.map({ (1...1024).contains($0) }) ?? true else {
            throw ValidationError("--length is between 1 and 1024.")
        }
        guard (1...1000).contains(count) else { throw ValidationError("--count is between 1 and 1000.") }
        guard digits.map({ (4...1024).contains($0) }) ?? true else {
            throw ValidationError("--digits is between 4 and 1024.")
        }
        guard digits == nil || (type == nil && requirements == nil) else {
            throw ValidationError("--digits goes with neither a type nor a site's rules.")
        }
    }

    func run() throws {
        let made = try (0..<count).map { _ in try password() }
        guard !json else { return try JSONText.print([("passwords", .array(made.map(JSONText.string)))]) }
        for password in made { try StandardStreams.print(password) }
    }

    private func password() throws -> String {
        let generator = PasswordGenerator()
        if let length, characters == nil, require.isEmpty {
            var options = RandomPasswordOptions()
            (options.minLength, options.maxLength) = (length, length)
            return try generator.password(options).string()
        }
        if let digits { return try generator.digits(digits) }
        return try generator.password(of: type ?? .safari, requirements: requirements)
    }

    private var requirements: PasswordRequirements? {
        guard length != nil || minLength != nil || maxLength != nil || characters != nil || !require.isEmpty else {
            return nil
        }
        return PasswordRequirements(
            minLength: length ?? minLength, maxLength: length ?? maxLength, allowedCharacters: characters,
            requiredCharacters: requiredSets)
    }

    /// With a length, the allowed characters alone are rules enough.
    private var requiredSets: [String]? {
        guard require.isEmpty else { return require }
        return length == nil ? nil : characters.map { [$0] }
    }

    private static func type(_ name: String) throws -> PasswordType {
        guard let type = PasswordType.all.first(where: { $0.name == name }) else {
            throw ValidationError(
                "There is no type “\(name)”; there are \(PasswordType.all.map(\.name).joined(separator: ", ")).")
        }
        return type
    }
}
