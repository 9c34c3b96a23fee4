import Foundation
import Glibc

/// A child process of a test, killed at the latest when the test lets go of it.
public final class ChildProcess: @unchecked Sendable {
    // Sendable: a test uses a process from one thread at a time.

    /// The other end of one of a child's descriptors.
    public enum Stream: Sendable {
        /// That of this process.
        case inherited
        /// `/dev/null`.
        case null
        /// This object: ``ChildProcess/write(_:)`` for standard input, ``ChildProcess/line()`` and ``ChildProcess/text()`` for
        /// all others, which are mixed if they are several.
        case piped
        /// Bytes, and then the end: for standard input.
        case bytes(Data)
        /// A file: standard input is read from it, all others append to it and create it.
        case file(String)
        /// The device of a terminal. The first one that the leader of a session opens becomes its own.
        case terminal(String)
        /// A descriptor of this process.
        case descriptor(Int32)
        /// None at all.
        case closed

        /// A text, and then the end: for standard input.
        public static func text(_ text: String) -> Stream { .bytes(Data(text.utf8)) }
    }

    /// The process id.
    public let id: pid_t
    private var status: Int32?
    private var input: Int32?
    private let output: Int32?
    private var rest: [UInt8] = []

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - words: the program, which is looked for in `PATH` if it is no path, and its arguments.
    ///   - variables: all of its environment.
    ///   - input: its standard input.
    ///   - output: its standard output.
    ///   - errors: its standard error.
    ///   - others: further descriptors by their numbers.
    ///   - leadsSession: whether it is in a session of its own, so that it has no terminal but the one that it opens first.
    /// - Throws: ``TestFailure`` if it cannot be started.
    public init(
        _ words: [String], variables: [String: String] = ProcessInfo.processInfo.environment, input: Stream = .null,
        output: Stream = .piped, errors: Stream = .inherited, others: [Int32: Stream] = [:],
        leadsSession: Bool = false
    ) throws {
        let streams = ChildStreams()
        for (number, stream) in [(0, input), (1, output), (2, errors)] + others.sorted(by: { $0.key < $1.key }) {
            try streams.connect(number, to: stream)
        }
        id = try Self.spawn(words, variables, streams, leadsSession: leadsSession)
        (self.input, self.output) = streams.takeOurs()
    }

    deinit {
        end()
        closeInput()
        if let output { close(output) }
    }

    private static func spawn(
        _ words: [String], _ variables: [String: String], _ streams: ChildStreams, leadsSession: Bool
    ) throws -> pid_t {
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
        var environment = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { (arguments + environment).forEach { free($0) } }
        var id = pid_t()
        var error: Int32
        var tries = 0
        repeat {
            error = posix_spawnp(&id, words.first ?? "", &streams.actions, &attributes, &arguments, &environment)
            tries += 1
            // What another thread has just forked has our descriptors until it runs its own program: that of a file this process has
            // written as well, and a file that is open for writing cannot be run.
        } while error == ETXTBSY && tries < 10_000 && sched_yield() == 0
        guard error == 0 else {
            throw TestFailure("\(words) cannot be started, build it first: \(String(cString: strerror(error)))")
        }
        return id
    }

    /// `POSIX_SPAWN_SETSID` of <spawn.h>, which is shown to GNU programs only.
    private static let newSession: Int16 = 0x80

    // MARK: - Its end

    /// Whether it has not ended yet.
    public var isRunning: Bool {
        guard status == nil else { return false }
        var word: Int32 = 0
        guard waitpid(id, &word, WNOHANG) == id else { return true }
        note(word)
        return false
    }

    /// Sends a signal, unless it has ended.
    public func send(_ signal: Int32) { if status == nil { kill(id, signal) } }

    /// Sends a signal if it runs, and waits for its end.
    public func end(_ signal: Int32 = SIGKILL) {
        guard status == nil else { return }
        send(signal)
        wait()
    }

    /// Waits for the end.
    ///
    /// - Returns: the exit code, or the number of the signal with a minus.
    @discardableResult public func wait() -> Int32 {
        if let status { return status }
        var word: Int32 = 0
        while waitpid(id, &word, 0) == -1, errno == EINTR {}
        return note(word)
    }

    /// Waits for the end, but leaves it a zombie, whose process id no other process gets.
    ///
    /// - Returns: whether it has ended: `false` if it is no child of this process any more.
    @discardableResult public func waitWithoutReaping() -> Bool { status != nil || Self.waitWithoutReaping(id) }

    @discardableResult private static func waitWithoutReaping(_ id: pid_t) -> Bool {
        var information = siginfo_t()
        var result: Int32
        repeat {
            result = waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT)
        } while result == -1 && errno == EINTR
        return result == 0
    }

    /// Waits at most five minutes until it has ended by itself.
    ///
    /// - Returns: as ``wait()``.
    /// - Throws: ``TestFailure`` if it still runs.
    @discardableResult public func waitForEnd() throws -> Int32 {
        if let status { return status }
        let hasEnded = DispatchSemaphore(value: 0)
        Thread.detachNewThread { [id] in
            Self.waitWithoutReaping(id)
            hasEnded.signal()
        }
        guard hasEnded.wait(timeout: .now() + 300) == .success else {
            throw TestFailure("process \(id) does not end")
        }
        return wait()
    }

    @discardableResult private func note(_ word: Int32) -> Int32 {
        let signal = word & 0x7f
        let result = signal == 0 ? word >> 8 & 0xff : -signal
        status = result
        return result
    }

    // MARK: - Its streams

    /// Writes to its standard input; nothing happens if it has ended.
    public func write(_ text: String) {
        guard let input else { return }
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.send(input, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }

    /// Ends its standard input.
    public func closeInput() {
        if let input { close(input) }
        input = nil
    }

    /// Waits at most five minutes for the next line.
    ///
    /// - Returns: the line without its end; `nil` after the last one, or when time is up.
    public func line() -> String? {
        while true {
            if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                defer { rest.removeFirst(end + 1) }
                return String(decoding: rest[..<end], as: UTF8.self)
            }
            guard let output, isReadable(output), let more = read(output) else { return nil }
            rest += more
        }
    }

    /// Waits for all that is left until it closes its streams, five minutes at most for each part: one that it has started, and that is
    /// still there, has them as well.
    public func data() -> Data {
        while let output, isReadable(output), let more = read(output) { rest += more }
        defer { rest = [] }
        return Data(rest)
    }

    /// Waits for all that is left until it closes its streams.
    public func text() -> String { String(decoding: data(), as: UTF8.self) }

    /// Waits at most five minutes for the next line, which has to begin in a certain way: that of a service that is ready.
    ///
    /// - Throws: ``TestFailure`` with the line, if it begins otherwise.
    public func expectLine(_ beginning: String) throws {
        let line = line() ?? ""
        guard line.hasPrefix(beginning) else { throw TestFailure("process \(id) says “\(line)”, not “\(beginning)”") }
    }

    private func isReadable(_ descriptor: Int32) -> Bool {
        var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        var result: Int32
        repeat { result = poll(&wanted, 1, 300_000) } while result < 0 && errno == EINTR
        return result > 0
    }

    private func read(_ descriptor: Int32) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var count: Int
        repeat { count = Glibc.read(descriptor, &buffer, buffer.count) } while count < 0 && errno == EINTR
        return count > 0 ? Array(buffer[..<count]) : nil
    }
}

extension ChildProcess {
    /// Runs a program to its end.
    ///
    /// - Parameters: as ``init(_:variables:input:output:errors:others:leadsSession:)``.
    /// - Returns: what it has written to standard output, and the exit code or the number of the signal with a minus.
    @discardableResult public static func run(
        _ words: [String], variables: [String: String] = ProcessInfo.processInfo.environment, input: String = "",
        errors: Stream = .inherited
    ) throws -> (output: String, status: Int32) {
        let process = try ChildProcess(words, variables: variables, input: .text(input), errors: errors)
        let output = process.text()
        return (output, process.wait())
    }

    /// Copies a file by a program of its own.
    ///
    /// Not by this process: what another test starts at that moment would have the file open for writing until it runs its own program, and a
    /// file that is open so cannot be executed.
    public static func copy(_ file: String, to copy: String) throws {
        let status = try run(["/bin/cp", "--", file, copy]).status
        guard status == 0 else { throw TestFailure("cp \(file) \(copy) ends with \(status)") }
    }

    /// Writes a script that can be run, by a program of its own: for the reason of ``copy(_:to:)``.
    public static func writeScript(_ text: String, to path: String) throws {
        let status = try run(["/usr/bin/install", "-m", "755", "/dev/stdin", path], input: text).status
        guard status == 0 else { throw TestFailure("“\(path)” cannot be written: install ends with \(status)") }
    }

    /// Gives a file a second name, or copies it if the two places are on different file systems or the kernel refuses the link.
    public static func linkOrCopy(_ file: String, to copy: String) throws {
        if link(file, copy) != 0 { try self.copy(file, to: copy) }
    }

    /// Returns those variables of this process that have the given names.
    public static func inherited(_ names: String...) -> [String: String] {
        ProcessInfo.processInfo.environment.filter { names.contains($0.key) }
    }

    /// Whether `PATH` has a program.
    public static func isInstalled(_ name: String) -> Bool {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return path.split(separator: ":").contains { access("\($0)/\(name)", X_OK) == 0 }
    }
}
