import Foundation
import Glibc
import TestSupport

@testable import KeyManagement

/// Another program that writes rows of a keychain's file: by SQLite, and without a line of ours.
struct RowWriter {
    private static let python = "/usr/bin/python3"
    static let isInstalled = access(python, X_OK) == 0

    let path: String

    /// Writes a state in one transaction.
    func write(_ keybag: Keybag) throws {
        let program = "import sqlite3, sys\nsqlite3.connect(sys.argv[1], 60).executescript(sys.stdin.read())"
        let statements = "BEGIN IMMEDIATE;\n\(Self.statements(keybag))COMMIT;\n"
        let status = try ChildProcess.run([Self.python, "-c", program, path], input: statements).status
        guard status == 0 else { throw TestFailure("nothing was written: \(status)") }
    }

    /// Starts to write states one after the other, in turns, with generations that grow; at the end the first one stays.
    ///
    /// - Returns: the process, once it has begun.
    func takeTurns(_ keybags: [Keybag], rounds: Int) throws -> ChildProcess {
        let program = """
            import sqlite3, sys
            states = sys.stdin.read().split("----\\n")
            file = sqlite3.connect(sys.argv[1], 60)
            print("begins", flush=True)
            for number in range(int(sys.argv[2]) * len(states) + 1):
                file.executescript("BEGIN IMMEDIATE;\\n" + states[number % len(states)]
                    + f"UPDATE keybag SET generation = {int(sys.argv[3]) + number};\\nCOMMIT;")
            """
        let first = (keybags.map(\.generation).max() ?? 0) + 1
        let states = keybags.map(Self.statements).joined(separator: "----\n")
        let process = try ChildProcess(
            [Self.python, "-c", program, path, "\(rounds)", "\(first)"], input: .text(states))
        try process.expectLine("begins")
        return process
    }

    /// The rows of a keybag. What does not belong to it stays as it is, as the number of the last change does.
    private static func statements(_ keybag: Keybag) -> String {
        let hash = keybag.passcodeHash
        let passcode = hash.map { "passes = \($0.passes), memory = \($0.memory), salt = \(text($0.salt))" }
        let current = "SELECT current FROM classkey WHERE protection = 8 AND current != 0"
        var lines = [
            "UPDATE keybag SET generation = \(keybag.generation), "
                + (passcode ?? "passes = NULL, memory = NULL, salt = NULL"),
            "CREATE TEMP TABLE IF NOT EXISTS counted (number)", "DELETE FROM counted",
            "INSERT INTO counted \(current)", "DELETE FROM classkey", "DELETE FROM keypair",
        ]
        for key in keybag.classKeys {
            let recovery = key.recovery.map(text) ?? "NULL"
            lines.append(
                "INSERT INTO classkey VALUES (\(key.number), \(key.protection.rawValue), \(key.wrapper), "
                    + "\(text(key.wrapped)), \(recovery), \(text(key.metadataKey)), \(key.wraps), "
                    + "\(key.isCurrent ? 1 : 0))")
        }
        for pair in keybag.keyPairs {
            lines.append(
                "INSERT INTO keypair VALUES (\(pair.number), \(pair.purpose.rawValue), \(text(pair.publicKey)), "
                    + "\(pair.classKey), \(text(pair.privateKey)), \(pair.isCurrent ? 1 : 0))")
        }
        lines.append(
            "UPDATE classkey SET current = (SELECT number FROM counted) WHERE protection = 8 AND current != 0")
        return lines.map { $0 + ";\n" }.joined()
    }

    private static func text(_ bytes: [UInt8]) -> String {
        "x'" + bytes.map { String(format: "%02x", $0) }.joined() + "'"
    }
}
