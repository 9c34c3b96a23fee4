import CLinux
import Foundation
import Glibc

/// A function that runs before a signal ends this process, to remove what the process shows on screens.
enum TerminationHandler {
    /// The eventfd(2) and the number of the received signal, for the signal handler.
    nonisolated(unsafe) private static var event: Int32 = -1
    nonisolated(unsafe) private static var number: Int32 = 0

    /// Runs `body` when a signal comes that ends this process.
    ///
    /// - Parameter body: runs on a thread of its own. When it returns, the signal has its usual effect; a second signal has it at once. A
    ///   signal that this process was started to ignore, as by nohup(1), stays ignored.
    static func install(_ body: @escaping @Sendable () -> Void) {
        event = clinux_event()
        guard event >= 0 else { return }
        for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] where !isIgnored(number) {
            _ = signal(number) { number in
                TerminationHandler.number = number
                _ = signal(number, SIG_DFL)
                clinux_event_signal(TerminationHandler.event)
            }
        }
        Thread.detachNewThread {
            var watched = pollfd(fd: event, events: Int16(POLLIN), revents: 0)
            while poll(&watched, 1, -1) < 0, errno == EINTR {}
            body()
            _ = signal(number, SIG_DFL)
            kill(getpid(), number)
        }
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(number, nil, &action) == 0 else { return false }
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
            == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
