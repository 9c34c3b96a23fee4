import Foundation
import KeychainServices
import Secrets

@testable import SecurityCommand

/// Streams in memory, and a terminal with prepared answers.
final class RecordingConsole: Console {
    private(set) var output = Data()
    private(set) var complaints = ""
    private(set) var prompts: [String] = []
    private var answers: [String]
    private var lines: [String]
    private let input: [UInt8]

    init(answers: [String] = [], lines: [String] = [], input: [UInt8] = []) {
        (self.answers, self.lines, self.input) = (answers, lines, input)
    }

    var text: String { String(decoding: output, as: UTF8.self) }
    var isInteractive: Bool { false }

    func write(_ bytes: UnsafeRawBufferPointer) throws { output.append(contentsOf: bytes) }
    func complain(_ text: String) { complaints += text }

    func secret(_ prompt: String) throws -> SecretBytes? {
        try line(prompt).map { SecretBytes(copying: Array($0.utf8)) }
    }
    func line(_ prompt: String) throws -> String? {
        prompts.append(prompt)
        return answers.isEmpty ? nil : answers.removeFirst()
    }
    func input(atMost limit: Int) throws -> [UInt8]? { input.count <= limit ? input : nil }
    func nextLine() throws -> String? { lines.isEmpty ? nil : lines.removeFirst() }
}

/// The command with a keychain of its own in memory.
struct CommandUnderTest {
    let keychain: Keychain

    init() throws { keychain = try Keychain.inMemory(accessGroups: AccessGroups(["chatelaine"])) }

    /// Runs the command. The console has what was printed.
    func run(
        _ arguments: String..., answers: [String] = [], lines: [String] = []
    ) throws -> (status: Int32, console: RecordingConsole) {
        let console = RecordingConsole(answers: answers, lines: lines)
        let choice = KeychainChoice(group: "chatelaine", home: "/u") { [keychain] in keychain }
        return (try SecurityCommand(console: console, keychains: choice).run(arguments), console)
    }
}
