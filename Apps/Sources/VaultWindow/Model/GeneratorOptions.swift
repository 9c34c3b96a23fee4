import PasswordVault

/// The options of the generator, which are stored with the preferences.
struct GeneratorOptions: Codable, Equatable, Sendable {
    enum Recipe: String, Codable, CaseIterable { case random, words, pin }

    var recipe = Recipe.random
    var length = 20
    var hasDigits = true
    var hasSymbols = true
    var avoidsLookAlikes = false
    var words = 5
    var separator = "-"
    var capitalizes = false
    var addsDigit = false
    var digits = 6

    static let lengths = 8...64
    static let pinLengths = 4...12

    /// Creates a password, and returns it with its entropy.
    ///
    /// - Throws: `PasswordOptionsError`.
    func make() throws -> (secret: Secret, entropy: PasswordEntropy) {
        let generator = PasswordGenerator()
        switch recipe {
        case .random: return Self.taken(try generator.password(random))
        case .words:
            let options = MemorablePasswordOptions(
                words: words, separator: .fixed(separator), capitalizes: capitalizes, addsDigit: addsDigit)
            return Self.taken(try generator.password(options))
        case .pin: return Self.taken(try generator.pin(digits: digits))
        }
    }

    private static func taken(_ password: consuming GeneratedPassword) -> (Secret, PasswordEntropy) {
        let entropy = password.entropy
        return (Secret(password.takeSecret()), entropy)
    }

    private var random: RandomPasswordOptions {
        var options = RandomPasswordOptions(
            minLength: length, maxLength: length, requiresDigits: hasDigits, requiresSymbols: hasSymbols)
        // For the generator, “not required” means that digits may occur.
        if !hasDigits { options.forbiddenCharacters = "0123456789" }
        options.avoidsLookAlikes = avoidsLookAlikes
        return options
    }
}
