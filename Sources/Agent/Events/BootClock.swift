import Foundation
import Glibc

/// A random identifier of this start of the machine.
let bootID: String = {
    let text = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
    return text?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
}()

/// Returns the nanoseconds since the start of the machine, sleep included.
func bootTime() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
}

/// Returns the seconds since the start of the machine, sleep included.
func bootSeconds() -> Double { Double(bootTime()) / 1e9 }
