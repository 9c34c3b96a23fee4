/// What the helper makes or replaces, in a home with a vault that has nothing to do with it.
public enum FileChange: String, CaseIterable, Sendable {
    case createFirstVault, createVault, recoverVault, confirmVaultKey
    case setPasscode, recoverKeychain, confirmKeychainKey, repair, erase, protect

    /// The vault or the account that is changed, and the one that is not.
    public static let name = "work"
    public static let other = "other"
    /// The passcodes and master passwords before and after.
    public static let old = "old password"
    public static let new = "new password"
    /// The file that is protected, below the home, and its text.
    public static let file = "letter"
    public static let text = "text of a letter"
}
