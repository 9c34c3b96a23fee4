/// The reason why a key is not available.
public enum KeyError: Error, Hashable, Sendable {
    /// The class key exists but is not in memory: the keychain is locked.
    case locked
    /// The class exists only while a passcode is set.
    case noPasscode
    /// The keybag has no such key: it was destroyed, or belongs to another device.
    case missing
    case wrongPasscode
    /// The data that was read is damaged; the text names the data.
    case damaged(String)
    /// There is a keychain but no device key to open it with; the text is the path where the key should be.
    case deviceKeyMissing(String)
    /// The device key is not the one that the keychain was made with.
    case deviceKeyMismatch
    case outOfMemory
    /// Deriving the passcode's key costs more than this program ever chooses, and no person has accepted that.
    case costly(PasscodeHash)
    /// A system call failed: the text names the operation, the number is the errno value.
    case system(String, Int32)
}
