import Foundation
import Glibc
import ProcessTesting

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
        let process = try StartedProcess([executable] + arguments, variables: variables, leadsSession: true) {
            actions in
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
