import Foundation
import TestSupport

/// A keychain of a test's own, and the built command line to use it with.
final class CommandLineTool {
    private let directory: TemporaryDirectory
    var home: URL { directory.url }
    /// What every process finds besides the keychain's place. Nil: not set, even if the test has it.
    var environment: [String: String?] = [:]

    init() throws {
        directory = try TemporaryDirectory()
    }

    struct Output {
        /// The exit code, or the number of the signal with a minus.
        let status: Int32
        let bytes: Data
        let complaint: String

        var text: String { String(decoding: bytes, as: UTF8.self) }
    }

    /// The executable that was built beside these tests, or the one that `CHATELAINE_EXECUTABLE` names.
    static let executable =
        ProcessInfo.processInfo.environment["CHATELAINE_EXECUTABLE"] ?? BuiltPrograms.path("chatelaine")
    /// The directory of the executable.
    static let directory = URL(fileURLWithPath: executable).deletingLastPathComponent().path

    /// Another program that uses the keychain, built beside it.
    static let tutorial = BuiltPrograms.path("KeychainTutorial")

    /// Runs the command line without a terminal until it ends.
    func run(_ arguments: String..., input: String = "") throws -> Output {
        try run(arguments, input: Data(input.utf8))
    }

    /// - Parameters:
    ///   - output: its standard output; `nil`: one that is returned.
    ///   - executable: the program, if it is not the command line.
    func run(
        _ arguments: [String], input: Data = Data(), output: ChildProcess.Stream? = nil, executable: String = executable
    ) throws -> Output {
        let streams = try TemporaryDirectory(mode: 0o700)
        let paths = ["out", "err"].map { streams.url.appendingPathComponent($0) }
        for path in paths { try Data().write(to: path) }
        let process = try ChildProcess(
            [executable] + arguments, variables: variables, input: .bytes(input),
            output: output ?? .file(paths[0].path), errors: .file(paths[1].path), leadsSession: true)
        let status = process.wait()
        return Output(
            status: status, bytes: try Data(contentsOf: paths[0]),
            complaint: String(decoding: try Data(contentsOf: paths[1]), as: UTF8.self))
    }

    var variables: [String: String] {
        var result = ProcessInfo.processInfo.environment
        result["CHATELAINE_HOME"] = home.appendingPathComponent("keychain").path
        for (name, value) in environment { result[name] = value }
        return result
    }
}
