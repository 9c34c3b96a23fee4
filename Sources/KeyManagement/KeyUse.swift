import LinuxSupport
import Synchronization

/// The time at which this process last used a key that is in memory only while the keychain is unlocked. The agent locks the
/// keychain after an idle time.
package enum KeyUse {
    /// The time of the last use in nanoseconds since boot, including suspend; 0 if there was no use.
    package static let last = Atomic<UInt64>(0)

    static func record() { last.store(Clock.sinceBoot, ordering: .relaxed) }
}
