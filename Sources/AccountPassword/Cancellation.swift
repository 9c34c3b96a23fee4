import CLinux
import Glibc
import HelperPrograms

/// A one-way cancellation flag for transactions, backed by an eventfd.
package final class Cancellation: Sendable {
    /// An eventfd that is never read, so that it stays signalled.
    private let event: Descriptor?

    /// Creates a flag that is not set.
    package init() { event = Descriptor(clinux_event()) }

    /// Cancels all present and future transactions that use this object.
    package func cancel() { if number >= 0 { clinux_event_signal(number) } }

    /// The descriptor, readable after a cancellation; -1 if the process has too many descriptors.
    var number: Int32 {
        switch event {
        case .some(let event): event.number
        case .none: -1
        }
    }
}
