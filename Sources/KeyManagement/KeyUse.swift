import Glibc
import Synchronization

/// When this process last used a key that is in memory only while the keychain is unlocked: an agent locks after a while
/// without.
public enum KeyUse {
    /// In nanoseconds since the start of the machine, sleep included; 0: never.
    public static let last = Atomic<UInt64>(0)

    static func note() {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        last.store(UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec), ordering: .relaxed)
    }
}
