import Glibc
import Synchronization

/// The time at which this process last used a key that is in memory only while the keychain is unlocked. The agent locks the
/// keychain after an idle time.
public enum KeyUse {
    /// In nanoseconds since boot, including suspend; 0 if there was no use.
    public static let last = Atomic<UInt64>(0)

    static func note() {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        last.store(UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec), ordering: .relaxed)
    }
}
