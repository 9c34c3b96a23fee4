import AgentClient
import Foundation
import KeyManagement
import KeychainServices
import LinuxSupport
import TestSupport

@testable import SecurityCommand

/// A home directory of a test's own, in which commands of a script run as processes of their own do: they share the files, and what one
/// agent keeps unlocked.
struct ScriptHome {
    private let directory: TemporaryDirectory
    private let unlocked = UnlockedKeyTable()
    /// The default keychain, in memory.
    let keychain: Keychain

    init() throws {
        directory = try TemporaryDirectory(mode: 0o700)
        keychain = try Keychain.inMemory(accessGroups: AccessGroups(["chatelaine"]))
    }

    func callAsFunction(_ name: String) -> String { directory(name) }

    var keychains: KeychainChoice {
        let directories = UserDirectories { [path = directory.path] in $0 == "HOME" ? path : nil }
        let user = UserKeychains(directories, cost: .cheapForTests) { [unlocked] () throws(KeychainError) in
            ProcessUnlockedKeys(unlocked)
        }
        return KeychainChoice(group: "chatelaine", home: directory.path, user: user) { [keychain] in keychain }
    }

    /// Runs a command, whose words are separated by blanks.
    func run(
        _ line: String, answers: [String] = [], input: [UInt8] = []
    ) throws -> (status: Int32, console: RecordingConsole) {
        let console = RecordingConsole(answers: answers, input: input)
        let words = WordSplitter.words(of: line) ?? []
        return (try SecurityCommand(console: console, keychains: keychains).run(words), console)
    }

    /// Runs a command; returns its status.
    func status(_ line: String, answers: [String] = []) throws -> Int32 { try run(line, answers: answers).status }

    /// Runs a command; returns what it has written to standard output.
    func output(_ line: String) throws -> String { try run(line).console.text }

    /// Runs a command; returns what it has written to standard error.
    func complaints(_ line: String, answers: [String] = []) throws -> String {
        try run(line, answers: answers).console.complaints
    }
}
