import Glibc

/// Threads that receive no signals, which the program's own threads handle.
package enum QuietThread {
    /// Starts a detached thread with all signals blocked.
    ///
    /// - Parameter body: the work of the thread. It is released before the thread ends.
    /// - Returns: false if the process may have no more threads; `body` is not called then.
    package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        // A new thread inherits the blocked signals of the thread that starts it.
        var (all, before) = (sigset_t(), sigset_t())
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        var thread = pthread_t()
        let box = Unmanaged.passRetained(Body(body))
        let failure = pthread_create(
            &thread, nil,
            { box in
                box.map { Unmanaged<Body>.fromOpaque($0).takeRetainedValue().run() }
                return nil
            }, box.toOpaque())
        guard failure == 0 else {
            box.release()
            return false
        }
        pthread_detach(thread)
        return true
    }

    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
}
