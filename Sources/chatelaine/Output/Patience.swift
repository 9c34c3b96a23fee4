import Dispatch
import Foundation
import Glibc

/// Tells whoever waits at a terminal what takes longer than a second.
enum Patience {
    /// Runs `body`. Where that takes longer than a second, `activity` is shown until it is done, and a dot for each second more.
    ///
    /// - Parameter activity: what is done, such as `unlocking`.
    static func whileWaiting<Result: ~Copyable, Failure: Error>(
        for activity: String, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard isatty(STDERR_FILENO) == 1 else { return try body() }
        let (end, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let thread = Thread {
            var isShown = false
            while end.wait(timeout: .now() + 1) == .timedOut {
                StandardStreams.complain(isShown ? "." : "\(activity) …")
                isShown = true
            }
            if isShown { StandardStreams.complain("\n") }
            ended.signal()
        }
        // Signals are the main thread's business: it knows what has to be cleared away.
        var (all, before) = (sigset_t(), sigset_t())
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, &before)
        thread.start()
        pthread_sigmask(SIG_SETMASK, &before, nil)
        defer {
            end.signal()
            ended.wait()
        }
        return try body()
    }
}
