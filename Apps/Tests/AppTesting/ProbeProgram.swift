import Foundation
import Glibc

/// A program that uses the keychain as others write them: agent-probe of the core package.
@MainActor public final class ProbeProgram {
    private let process: ChildProcess
    private let file: String

    /// Starts it.
    ///
    /// - Parameters:
    ///   - name: what it is called.
    ///   - words: as Tests/AgentProbe of the core package has them.
    public init(_ stage: Stage, named name: String, _ words: String...) throws {
        let path = try stage.install(Stage.core + "/agent-probe", "bin", named: name)
        let file = "\(stage.home)/\(UUID().uuidString).output"
        self.file = file
        process = try ChildProcess(
            [path] + words, variables: stage.variables, input: .inherited, output: .file(file), leadsSession: true)
    }

    /// What it has printed, once it has ended.
    public func output() throws -> String {
        try process.waitForEnd()
        return try String(contentsOfFile: file, encoding: .utf8)
    }
}
