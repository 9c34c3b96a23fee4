/// Why a key cannot be had.
public enum KeyError: Error, Hashable, Sendable {
    /// The class key exists and is not in memory: the keychain is locked.
    case locked
    /// The class exists only while a passcode is set.
    case noPasscode
    /// The keybag has no such key: it was destroyed, or belongs to another device.
    case missing
    case wrongPasscode
    /// Something that was read is not what was written; the text says what.
    case damaged(String)
    /// There is a keychain and no device key to open it with; the text is the path where it should be.
    case deviceKeyMissing(String)
    /// The device key is another one than the keychain was made with.
    case deviceKeyMismatch
    case outOfMemory
    /// A system call failed: what was tried, and the errno value.
    case system(String, Int32)
}
