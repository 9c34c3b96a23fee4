import Dispatch
import Foundation
import Glibc
import KeychainServices
import LinuxSupport

/// Ends a process within two seconds after a signal, or the server itself, has asked for it, whatever is under way.
///
/// A thread of its own waits for that: the threads that serve programs may all be waiting for something else. An end by force loses
/// nothing that was acknowledged, as a loss of power does not either.
final class TimelyEnd: Sendable {
    /// The time that an end in order may take. The rest of the two seconds is for the kernel.
    private static let limit = DispatchTimeInterval.milliseconds(1500)
    private let signals: Descriptor
    private let stopSignal: StopSignal
    /// Never signalled: the end of the process ends the wait.
    private let endOfProcess = DispatchSemaphore(value: 0)

    /// - Parameters:
    ///   - signals: a descriptor that can be read from when a signal has come (signalfd(2)).
    ///   - stopSignal: set when the server ends, and by this object when a signal has come.
    init(_ signals: consuming Descriptor, _ stopSignal: StopSignal) {
        self.signals = signals
        self.stopSignal = stopSignal
    }

    /// Begins to wait. The process ends if it is still there when the limit is over.
    func start() {
        Thread.detachNewThread { [self] in
            var events = [signals.number, stopSignal.descriptor].map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            _ = retrying { poll(&events, nfds_t(events.count), -1) }
            stopSignal.set()
            _ = endOfProcess.wait(timeout: .now() + Self.limit)
            _exit(0)
        }
    }
}

extension DispatchQueue {
    /// Waits until the work that was submitted before is done, or a deadline has passed.
    func drain(until deadline: DispatchTime) {
        let group = DispatchGroup()
        async(group: group) {}
        _ = group.wait(timeout: deadline)
    }
}
