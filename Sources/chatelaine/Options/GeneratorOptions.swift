import ArgumentParser
import LinuxSupport
import PasswordVault

/// The options of a generated password.
struct GeneratorOptions: ParsableArguments {
    @Option(help: "The number of characters.") var length: Int?
    @Option(help: "The minimum number of characters.") var minLength: Int?
    @Option(help: "The maximum number of characters.") var maxLength: Int?
    @Option(help: "The number of random words, in place of characters.") var words: Int?
    @Option(help: "The number of digits of a PIN, in place of characters.") var pin: Int?
    @Option(help: "A site's rules, as its “passwordrules” attribute has them.") var rules: String?
    @Flag(inversion: .prefixedNo, help: "At least one symbol, or none.") var symbols: Bool?
    @Flag(help: "At least one digit.") var digits = false
    @Option(help: "Characters that must not appear.") var forbid: String?
    @Flag(help: "Leave out characters that look like others.") var avoidLookAlikes = false
    @Option(help: "The number of characters in each group.") var groups: Int?
    @Option(help: "What stands between groups or words.") var separator: String?
    @Option(help: "How many identical characters may be in a row.") var maxConsecutive: Int?
    @Flag(help: "Words begin with a capital.") var capitalize = false
    @Flag(help: "A digit after one of the words.") var addDigit = false

    func validate() throws {
        guard [words != nil, pin != nil, rules != nil].count(where: { $0 }) < 2 else {
            throw ValidationError("--words, --pin and --rules exclude each other.")
        }
        guard length == nil || (minLength == nil && maxLength == nil) else {
            throw ValidationError("--length goes with neither --min-length nor --max-length.")
        }
        guard words != nil || (!capitalize && !addDigit) else {
            throw ValidationError("--capitalize and --add-digit go with --words.")
        }
        guard (words == nil && pin == nil) || !hasCharacterOptions else {
            throw ValidationError("--words and --pin go with no option about characters.")
        }
        guard separator == nil || words != nil || (groups != nil && separator?.count == 1) else {
            throw ValidationError("--separator goes with --words, or is one character and goes with --groups.")
        }
    }

    /// Whether any of the options is given.
    var isGiven: Bool {
        hasCharacterOptions || words != nil || pin != nil || rules != nil || separator != nil || capitalize || addDigit
    }

    private var hasCharacterOptions: Bool {
        length != nil || minLength != nil || maxLength != nil || symbols != nil || digits || forbid != nil
            || avoidLookAlikes || groups != nil || maxConsecutive != nil
    }

    /// Makes a password.
    ///
    /// - Throws: `PasswordOptionsError` if the options contradict each other.
    func make() throws -> GeneratedPassword {
        let generator = PasswordGenerator()
        if let pin { return try generator.pin(digits: pin) }
        guard let words else { return try generator.password(characterOptions()) }
        return try generator.password(
            MemorablePasswordOptions(
                words: words, separator: .fixed(separator ?? "-"), capitalizes: capitalize, addsDigit: addDigit))
    }

    private func characterOptions() throws -> RandomPasswordOptions {
        var options = RandomPasswordOptions()
        if let rules {
            let rules = try PasswordRules(parsing: rules)
            for ignored in rules.ignored {
                StandardStreams.complain("left out of the rules: \(UntrustedText.forTerminal(ignored))\n")
            }
            options = RandomPasswordOptions(rules)
        }
        if let length { (options.minLength, options.maxLength) = (length, length) }
        options.minLength = minLength ?? options.minLength
        options.maxLength = maxLength ?? options.maxLength
        options.requiresSymbols = symbols ?? options.requiresSymbols
        if digits { options.requiresDigits = true }
        options.forbiddenCharacters = forbid ?? ""
        options.avoidsLookAlikes = avoidLookAlikes
        options.groupSize = groups
        if let separator = separator?.first { options.separator = separator }
        options.maxConsecutive = maxConsecutive ?? options.maxConsecutive
        return options
    }
}

extension PasswordEntropy {
    /// The entropy as text for the user.
    var text: String {
        let tenths = Int((bits * 10).rounded(.down))
        return "\(isLowerBound ? "at least " : "")\(tenths / 10).\(tenths % 10) bits"
    }
}
