import Foundation

/// A program that asks a password manager, as an app does: extension-probe of the core package.
@MainActor public final class AskingProgram {
    private let process: ChildProcess
    private let file: String
    /// Its path.
    public let path: String

    /// Starts it.
    ///
    /// - Parameters:
    ///   - name: what it is called.
    ///   - words: operation, address, details and options, as Tests/ExtensionProbe of the core package has them.
    public init(_ stage: Stage, named name: String = "Bank", _ words: String...) throws {
        path = try stage.install(Stage.core + "/extension-probe", "bin", named: name)
        file = "\(stage.home)/\(UUID().uuidString).answer"
        guard FileManager.default.createFile(atPath: file, contents: nil) else { throw TestFailure("no file") }
        let variables = try Desktop.started().variables.merging(stage.variables) { $1 }
        process = try ChildProcess(
            [path, file] + words, variables: variables, output: .inherited, leadsSession: true)
    }

    /// What it got, once it has ended.
    public func answer() throws -> [String: String] {
        try process.waitForEnd()
        let text = try String(contentsOfFile: file, encoding: .utf8)
        guard let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] else {
            throw TestFailure("no answer: \(text)")
        }
        return object.mapValues { "\($0)" }
    }

    /// Ends it.
    public func end() { process.end() }

    /// Whether it still waits.
    public var isWaiting: Bool { process.isRunning }
}
