/// The kinds of password that the generator makes by themselves, each described as data.
///
/// Specified in: Docs/password-generator.md, "Types".
public struct PasswordType: Hashable, Sendable {
    /// The number by which Apple's API names the type, or nil for one that it makes with a function of its own.
    public let number: Int?
    /// The name by which the command line knows the type.
    public let name: String
    /// Every character that may be drawn, each once.
    public let alphabet: String
    /// How many characters stand between two separators.
    public let groupSize: Int
    /// How many groups of that size there are.
    public let numberOfGroups: Int
    /// How many of the characters at the end are computed from the others, so that a typing error is noticed.
    public let checkCharacters: Int
    /// Sets of which a password has at least one character each.
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

    /// Characters without the separators.
    public var length: Int { groupSize * numberOfGroups }
}

extension PasswordType {
    /// For web sites: five groups of four, nothing that looks like something else.
    public static let safari = PasswordType(
        number: 0, name: "safari", alphabet: "abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ123456789",
        groupSize: 4, numberOfGroups: 5)

    /// A code to write down: 120 bits.
    public static let iCloudRecovery = PasswordType(
        number: 1, name: "recovery", alphabet: recoveryAlphabet, groupSize: 4, numberOfGroups: 6)

    /// For a wireless network: easy to type on anything.
    public static let wifi = PasswordType(
        number: 2, name: "wifi", alphabet: "abcdefghijklmnopqrstuvwxyz1234567890", groupSize: 4, numberOfGroups: 3)

    /// Four digits that are not among those that people try first.
    public static let pin = PasswordType(
        number: 3, name: "pin", alphabet: digits, groupSize: 4, numberOfGroups: 1)

    /// A code to write down that notices typing errors: 26 random characters and two computed from them.
    public static let iCloudRecoveryKey = PasswordType(
        number: 4, name: "recovery-key", alphabet: recoveryAlphabet, groupSize: 4, numberOfGroups: 7,
        checkCharacters: 2)

    /// What Apple's `SecCreateSharedWebCredentialPassword` makes.
    public static let sharedWebCredential = PasswordType(
        number: nil, name: "web-credential", alphabet: "abcdefghkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789",
        groupSize: 3, numberOfGroups: 4,
        required: ["abcdefghkmnopqrstuvwxyz", "ABCDEFGHJKLMNPQRSTUVWXYZ", "3456789"])

    /// Every type.
    public static let all: [PasswordType] = [
        .safari, .iCloudRecovery, .wifi, .pin, .iCloudRecoveryKey, .sharedWebCredential,
    ]

    static let digits = "0123456789"
    private static let recoveryAlphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
}
