import LinuxSupport
import Synchronization

/// When this process last used a key that is in memory only while the keychain is unlocked: an agent locks after a while
/// without.
public enum KeyUse {
    /// In nanoseconds since the start of the machine, sleep included; 0: never.
    public static let last = Atomic<UInt64>(0)

    static func note() { last.store(Clock.sinceBoot, ordering: .relaxed) }
}
