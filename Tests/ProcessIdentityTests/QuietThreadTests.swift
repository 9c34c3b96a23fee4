import Dispatch
import Glibc
import LinuxSupport
import Synchronization
import Testing

/// Threads for waiting, in programs that have signals of their own to handle.
@Suite struct QuietThreadTests {
    private static let signals: [Int32] = [SIGINT, SIGTERM, SIGCHLD, SIGUSR1, SIGALRM]

    private static func blocked() -> [Int32] {
        var mask = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &mask)
        return signals.filter { sigismember(&mask, $0) == 1 }
    }

    @Test func signalsAreBlockedOnTheThread() {
        let before = Self.blocked()
        let there = Mutex<[Int32]>([])
        let ended = DispatchSemaphore(value: 0)
        let hasStarted = QuietThread.start {
            there.withLock { $0 = Self.blocked() }
            ended.signal()
        }
        #expect(hasStarted)
        ended.wait()
        #expect(there.withLock { $0 } == Self.signals)
        #expect(Self.blocked() == before)
    }
}
