import AppExtensions

/// The values that are sent to the password manager.
enum Site {
    static let url = "https://www.acme.com"
    static let title = "ACME"
    static let notes = "Saved with the ACME app"
    static let section = "ACME Browser"
    static let firstname = "firstname"
    static let lastname = "lastname"

    /// The site's rules for passwords.
    static let passwords = PasswordGenerationOptions(
        minLength: 8, maxLength: 30, requireDigits: true, requireSymbols: true, forbiddenCharacters: "!@#$%/0lIO")
}
