import AppExtensions

/// What the password manager is told.
enum Site {
    static let url = "https://www.acme.com"
    static let title = "ACME"
    static let notes = "Saved with the ACME app"
    static let section = "ACME Browser"
    static let firstname = "firstname"
    static let lastname = "lastname"

    /// What the site wants of passwords.
    static let passwords = PasswordGenerationOptions(
        minLength: 8, maxLength: 30, requireDigits: true, requireSymbols: true, forbiddenCharacters: "!@#$%/0lIO")
}
