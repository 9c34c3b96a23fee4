import CLinux
import Glibc
import KeychainServices
import Synchronization

/// A one-way stop flag backed by an eventfd(2).
final class StopSignal: Sendable {
    let descriptor: Int32
    private let flag = Atomic(false)

    init() throws(KeychainError) { descriptor = try .valid(clinux_event(), "make an event") }

    deinit { close(descriptor) }

    var isSet: Bool { flag.load(ordering: .relaxed) }

    func set() {
        flag.store(true, ordering: .relaxed)
        clinux_event_signal(descriptor)
    }
}
