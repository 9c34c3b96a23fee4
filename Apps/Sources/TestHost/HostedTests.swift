import Glibc

/// Runs the tests of a package in this program's identity: an executable that “swift build --build-tests” has made, as a child.
///
/// The child has the access groups of this program only with an agent in development mode (`chatelaine agent --test-host`).
enum HostedTests {
    /// The status of a test program in which there is no test of its kind (sysexits.h, `EX_UNAVAILABLE`).
    private static let noTests: Int32 = 69

    /// - Parameter words: the path of the test program, and its arguments. Without any, the tests of XCTest and of Swift Testing run, as with
    ///   “swift test”.
    /// - Returns: the first status that is not 0.
    static func run(_ words: [String]) -> Int32 {
        guard words.count == 1 else { return start(words) }
        let status = start(words)
        guard status == 0 else { return status }
        let second = start(words + ["--testing-library", "swift-testing"])
        return second == noTests ? 0 : second
    }

    /// Runs a program to its end, and passes signals on to it.
    private static func start(_ words: [String]) -> Int32 {
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in [SIGCHLD, SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, signal) }
        // Before the child is there: its end is not missed.
        sigprocmask(SIG_BLOCK, &signals, nil)
        setenv("CHATELAINE_TEST_HOST", "1", 1)
        var child: pid_t = 0
        let code = spawn(words, &child)
        guard code == 0 else {
            Check.say("“\(words[0])” cannot be started: \(String(cString: strerror(code)))", to: 2)
            return 2
        }
        while true {
            var signal: Int32 = 0
            guard sigwait(&signals, &signal) == 0 else { continue }
            if signal != SIGCHLD {
                kill(child, signal)
                continue
            }
            var word: Int32 = 0
            guard waitpid(child, &word, WNOHANG) == child else { continue }
            // As wait(2) and shells have it.
            return word & 0x7f == 0 ? (word >> 8) & 0xff : 128 + (word & 0x7f)
        }
    }

    private static func spawn(_ words: [String], _ child: inout pid_t) -> Int32 {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var noSignals = sigset_t()
        sigemptyset(&noSignals)
        posix_spawnattr_setsigmask(&attributes, &noSignals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        return posix_spawn(&child, words[0], nil, &attributes, arguments, environ)
    }
}
