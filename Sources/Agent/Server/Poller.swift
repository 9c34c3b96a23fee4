import CLinux
import Foundation
import Glibc
import KeychainServices

/// Tells threads which descriptors have something to read.
///
/// A connection is told of once and then left alone until ``rearm(_:id:)``, so that one thread at a time has it.
final class Poller: Sendable {
    /// Which of the descriptors it is; the numbers below ``firstConnection`` are the server's own.
    typealias ID = UInt64
    static let firstConnection: ID = 16

    private let descriptor: Int32

    init() throws(KeychainError) { descriptor = try .valid(clinux_poller(), "wait for connections") }

    deinit { close(descriptor) }

    /// - Parameter once: whether it is to be armed anew after every event.
    func add(_ watched: Int32, id: ID, once: Bool) throws(KeychainError) {
        let error = clinux_poller_add(descriptor, watched, id, once)
        guard error == 0 else { throw .ofSystem("watch a descriptor", errno: error) }
    }

    /// Has the next event of a descriptor told again.
    ///
    /// - Parameter atOnce: whether it is told even if nothing more comes, since something has come already.
    func rearm(_ watched: Int32, id: ID, atOnce: Bool = false) {
        _ = clinux_poller_rearm(descriptor, watched, id, atOnce)
    }

    func remove(_ watched: Int32) { _ = clinux_poller_remove(descriptor, watched) }

    /// Waits for the next event.
    func next() -> ID { clinux_poller_next(descriptor) }
}

/// A timer that the poller tells of, and that costs nothing while it is not set.
final class Timer: Sendable {
    let descriptor: Int32

    init() throws(KeychainError) { descriptor = try .valid(clinux_timer(), "make a timer") }

    deinit { close(descriptor) }

    /// - Parameter nanoseconds: from now; 0 stops it.
    func set(after nanoseconds: UInt64) { clinux_timer_set(descriptor, nanoseconds) }

    /// Takes notice of what has run out.
    func acknowledge() {
        var count: UInt64 = 0
        _ = read(descriptor, &count, 8)
    }
}

/// What tells this start of the machine from every other one.
let bootID: String = {
    let text = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
    return text?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
}()

/// Nanoseconds since the start of the machine, sleep included.
func bootTime() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
}

extension Int32 {
    /// A descriptor, or the error whose number it has with the sign changed.
    static func valid(_ descriptor: Int32, _ action: String) throws(KeychainError) -> Int32 {
        guard descriptor >= 0 else { throw .ofSystem(action, errno: -descriptor) }
        return descriptor
    }
}

extension KeychainError {
    /// The error of a system call, by default of the one that has just failed.
    static func ofSystem(_ action: String, errno code: Int32 = errno) -> KeychainError {
        KeychainError(
            .notAvailable, "the agent cannot \(action): \(String(cString: strerror(code)))",
            remedy: code == EMFILE || code == ENFILE ? "raise the limit of open files (ulimit -n)" : nil)
    }
}
