/// A predefined type of password, described as data.
///
/// Specified in: Docs/password-generator.md, "Types".
public struct PasswordType: Hashable, Sendable {
    /// The number of the type in Apple's API; `nil` for a type that Apple generates with a separate function.
    public let number: Int?
    /// The name of the type on the command line.
    public let name: String
    /// The characters that may be drawn, each once.
    public let alphabet: String
    /// The number of characters between two separators.
    public let groupSize: Int
    /// The number of groups of that size.
    public let numberOfGroups: Int
    /// The number of check characters at the end, which are computed from the others to detect typing errors.
    public let checkCharacters: Int
    /// Sets of characters; a password has at least one character of each.
    let required: [String]

    init(
        number: Int?, name: String, alphabet: String, groupSize: Int, numberOfGroups: Int, checkCharacters: Int = 0,
        required: [String] = []
    ) {
        self.number = number
        self.name = name
        self.alphabet = alphabet
        self.groupSize = groupSize
        self.numberOfGroups = numberOfGroups
        self.checkCharacters = checkCharacters
        self.required = required
    }

    /// The number of characters without the separators.
    public var length: Int { groupSize * numberOfGroups }
}

extension PasswordType {
    /// A password for web sites: five groups of four characters, without look-alikes.
    public static let safari = PasswordType(
        number: 0, name: "safari", alphabet: "abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ123456789",
        groupSize: 4, numberOfGroups: 5)

    /// A recovery code to write down, of 120 bits.
    public static let iCloudRecovery = PasswordType(
        number: 1, name: "recovery", alphabet: recoveryAlphabet, groupSize: 4, numberOfGroups: 6)

    /// A password for a wireless network, easy to type on any device.
    public static let wifi = PasswordType(
        number: 2, name: "wifi", alphabet: "abcdefghijklmnopqrstuvwxyz1234567890", groupSize: 4, numberOfGroups: 3)

    /// A four-digit PIN that is not a common one.
    public static let pin = PasswordType(
        number: 3, name: "pin", alphabet: digits, groupSize: 4, numberOfGroups: 1)

    /// A recovery key to write down, which detects typing errors: 26 random characters and two that are computed from
    /// them.
    public static let iCloudRecoveryKey = PasswordType(
        number: 4, name: "recovery-key", alphabet: recoveryAlphabet, groupSize: 4, numberOfGroups: 7,
        checkCharacters: 2)

    /// The type that Apple's `SecCreateSharedWebCredentialPassword` generates.
    public static let sharedWebCredential = PasswordType(
        number: nil, name: "web-credential", alphabet: "abcdefghkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789",
        groupSize: 3, numberOfGroups: 4,
        required: ["abcdefghkmnopqrstuvwxyz", "ABCDEFGHJKLMNPQRSTUVWXYZ", "3456789"])

    /// All types.
    public static let all: [PasswordType] = [
        .safari, .iCloudRecovery, .wifi, .pin, .iCloudRecoveryKey, .sharedWebCredential,
    ]

    static let digits = "0123456789"
    private static let recoveryAlphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
}
