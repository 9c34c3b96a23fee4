import Foundation
import Glibc
import Testing

/// A keychain of a test's own, and the built command line to use it with.
final class CommandLineTool {
    let home: URL
    /// What every process finds besides the keychain's place. Nil: not set, even if the test has it.
    var environment: [String: String?] = [:]

    init() throws {
        home = FileManager.default.temporaryDirectory.appendingPathComponent("chatelaine-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: home) }

    struct Output {
        /// The exit code, or the number of the signal with a minus.
        let status: Int32
        let bytes: Data
        let complaint: String

        var text: String { String(decoding: bytes, as: UTF8.self) }
    }

    /// The executable that was built beside these tests, or the one that `CHATELAINE_EXECUTABLE` names.
    static let executable: String = {
        if let named = getenv("CHATELAINE_EXECUTABLE") { return String(cString: named) }
        let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        return tests.deletingLastPathComponent().appendingPathComponent("chatelaine").path
    }()

    /// Another program that uses the keychain, built beside it.
    static let tutorial = URL(fileURLWithPath: executable).deletingLastPathComponent()
        .appendingPathComponent("KeychainTutorial").path

    /// Runs the command line without a terminal until it ends.
    func run(_ arguments: String..., input: String = "") throws -> Output {
        try run(arguments, input: Data(input.utf8))
    }

    /// - Parameters:
    ///   - output: a descriptor for standard output, or -1 for none at all.
    ///   - executable: the program, if it is not the command line.
    func run(
        _ arguments: [String], input: Data = Data(), output: Int32? = nil, executable: String = executable
    ) throws -> Output {
        let directory = home.appendingPathComponent("streams-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: directory) }
        let paths = ["in", "out", "err"].map { directory.appendingPathComponent($0) }
        for path in paths { try Data().write(to: path) }
        try input.write(to: paths[0])
        let process = try ChildProcess(arguments, environment: variables, executable: executable) { actions in
            posix_spawn_file_actions_addopen(&actions, 0, paths[0].path, O_RDONLY, 0)
            switch output {
            case nil: posix_spawn_file_actions_addopen(&actions, 1, paths[1].path, O_WRONLY, 0)
            case -1: posix_spawn_file_actions_addclose(&actions, 1)
            case let descriptor?: posix_spawn_file_actions_adddup2(&actions, descriptor, 1)
            }
            posix_spawn_file_actions_addopen(&actions, 2, paths[2].path, O_WRONLY, 0)
        }
        let status = process.wait()
        return Output(
            status: status, bytes: try Data(contentsOf: paths[1]),
            complaint: String(decoding: try Data(contentsOf: paths[2]), as: UTF8.self))
    }

    var variables: [String] {
        var result = ProcessInfo.processInfo.environment
        result["CHATELAINE_HOME"] = home.appendingPathComponent("keychain").path
        for (name, value) in environment { result[name] = value }
        return result.map { "\($0)=\($1)" }
    }
}

/// A process in a session of its own, so that it finds no terminal but the one that it is given.
final class ChildProcess {
    /// `POSIX_SPAWN_SETSID` of <spawn.h>, which is shown to GNU programs only.
    private static let newSession: Int16 = 0x80

    private let id: pid_t
    private var status: Int32?

    init(
        _ arguments: [String], environment: [String], executable: String = CommandLineTool.executable,
        streams: (inout posix_spawn_file_actions_t) -> Void
    ) throws {
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
        posix_spawnattr_setflags(&attributes, Self.newSession | Int16(POSIX_SPAWN_SETSIGMASK))
        var words = ([executable] + arguments).map { strdup($0) } + [nil]
        var variables = environment.map { strdup($0) } + [nil]
        defer { (words + variables).forEach { free($0) } }
        var id = pid_t()
        let error = posix_spawn(&id, executable, &actions, &attributes, &words, &variables)
        self.id = id
        try #require(error == 0, "\(executable) cannot be started: build it first")
    }

    deinit {
        if status == nil {
            kill(id, SIGKILL)
            _ = wait()
        }
    }

    func send(_ signal: Int32) { kill(id, signal) }

    /// The exit code, or the number of the signal with a minus.
    func wait() -> Int32 {
        if let status { return status }
        var word: Int32 = 0
        while waitpid(id, &word, 0) == -1, errno == EINTR {}
        let signal = word & 0x7f
        let result = signal == 0 ? word >> 8 & 0xff : -signal
        status = result
        return result
    }
}
