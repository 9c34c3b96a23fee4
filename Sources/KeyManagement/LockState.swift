/// What a person would have to do before items can be read.
public enum LockState: Hashable, Sendable {
    /// There is no passcode: everything is open but the class that needs one.
    case noPasscode
    /// There is a passcode, and nobody has entered it since the process or the agent started.
    case beforeFirstUnlock
    case unlocked
    case lockedAfterFirstUnlock
}
