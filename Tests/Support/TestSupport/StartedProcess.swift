import Glibc

/// A process that a test has started, and that ends with it at the latest.
package final class StartedProcess {
    /// Why it could not be started.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// Its number.
    package let id: pid_t
    private var status: Int32?

    /// - Parameters:
    ///   - words: the program, which is looked for as a shell does, and its arguments.
    ///   - variables: all of its environment: names and values, with `=` between.
    ///   - leadsSession: whether it is in a session of its own, so that it finds no terminal but the one that it opens first.
    ///   - streams: says what its standard streams are.
    package init(
        _ words: [String], variables: [String], leadsSession: Bool = false,
        streams: (inout posix_spawn_file_actions_t) -> Void
    ) throws(Failure) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        streams(&actions)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The threads that run tests block signals, and a process inherits that.
        var noSignals = sigset_t()
        sigemptyset(&noSignals)
        posix_spawnattr_setsigmask(&attributes, &noSignals)
        let session: Int16 = leadsSession ? Self.newSession : 0
        posix_spawnattr_setflags(&attributes, session | Int16(POSIX_SPAWN_SETSIGMASK))
        var arguments = words.map { strdup($0) } + [nil]
        var environment = variables.map { strdup($0) } + [nil]
        defer { (arguments + environment).forEach { free($0) } }
        var id = pid_t()
        let error = posix_spawnp(&id, words.first ?? "", &actions, &attributes, &arguments, &environment)
        self.id = id
        guard error == 0 else {
            status = -1
            throw Failure(
                description: "\(words) cannot be started, build it first: \(String(cString: strerror(error)))")
        }
    }

    /// `POSIX_SPAWN_SETSID` of <spawn.h>, which is shown to GNU programs only.
    private static let newSession: Int16 = 0x80

    deinit { end() }

    /// Sends a signal.
    package func send(_ signal: Int32) { kill(id, signal) }

    /// Kills it if it runs, and waits for its end.
    package func end() {
        guard status == nil else { return }
        send(SIGKILL)
        _ = wait()
    }

    /// Waits for the end. The exit code, or the number of the signal with a minus.
    package func wait() -> Int32 {
        if let status { return status }
        var word: Int32 = 0
        while waitpid(id, &word, 0) == -1, errno == EINTR {}
        let signal = word & 0x7f
        let result = signal == 0 ? word >> 8 & 0xff : -signal
        status = result
        return result
    }
}

/// A terminal without a window.
package enum Pseudoterminal {
    /// - Returns: the end at which a person would sit, and the path of the one for programs; nil if there are no more of them.
    package static func open() -> (person: Int32, path: String)? {
        var (person, program): (Int32, Int32) = (-1, -1)
        var buffer = [CChar](repeating: 0, count: 128)
        guard openpty(&person, &program, &buffer, nil, nil) == 0 else { return nil }
        close(program)
        _ = fcntl(person, F_SETFD, FD_CLOEXEC)
        let path = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return (person, path)
    }
}
