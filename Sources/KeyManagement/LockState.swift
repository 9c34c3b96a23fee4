/// The lock state of a keychain, which says what the user has to do before items can be read.
public enum LockState: Hashable, Sendable {
    /// There is no passcode: all classes are open except the one that requires a passcode.
    case noPasscode
    /// There is a passcode, and it has not been entered since the process or the agent started.
    case beforeFirstUnlock
    case unlocked
    case lockedAfterFirstUnlock
}
