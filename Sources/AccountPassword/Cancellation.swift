import CLinux
import Glibc
import HelperPrograms

/// The means to end transactions from another thread, once and for good.
package final class Cancellation: Sendable {
    /// An eventfd that nobody reads: what has been signalled stays so.
    private let event: Descriptor?

    /// One that has not been used.
    package init() { event = Descriptor(clinux_event()) }

    /// Ends the transactions that have been given this object, now and from now on.
    package func cancel() { if number >= 0 { clinux_event_signal(number) } }

    /// Readable once this has been cancelled; -1 if the process has too many descriptors.
    var number: Int32 {
        switch event {
        case .some(let event): event.number
        case .none: -1
        }
    }
}
