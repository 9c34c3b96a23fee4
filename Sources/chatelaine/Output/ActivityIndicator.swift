import Dispatch
import Foundation
import Glibc

/// Messages to a user at a terminal about work that takes longer than a second.
enum ActivityIndicator {
    /// Runs `body`. If it takes longer than a second, shows `activity` until it is done, and a dot for each further second.
    ///
    /// - Parameter activity: the name of the work, such as `unlocking`.
    static func run<Result: ~Copyable, Failure: Error>(
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
        // The main thread handles signals: it knows what has to be cleaned up.
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
