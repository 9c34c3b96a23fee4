import AgentClient
import AgentProtocol
import Backup
import Foundation
import Glibc
import KeychainServices
import LinuxSupport
import PasswordTools
import PasswordVault
import Secrets

/// The root, and the questions for the secret of a backup.
enum BackupInput {
    /// The user's root, whose files this process can read.
    ///
    /// - Throws: a ``Failure`` if the keychains are with the system service.
    static func root() throws -> KeychainRoot {
        let root = try KeychainRoot.user()
        guard !root.isMoved, try AgentStatus.ofUser()?.socketPath != SystemLocations.socket else {
            throw Failure(
                .failed,
                "your keychains are with the system service, whose files you cannot read: there is no backup of them yet",
                remedy: "ask the administrator for a copy of /var/lib/chatelaine, made while the service is stopped")
        }
        return root
    }

    /// The absolute form of a path that was given.
    static func absolute(_ path: String) throws -> String {
        guard !path.isEmpty else { throw Failure.usage("the name of the file is empty") }
        guard !path.hasPrefix("/") else { return path }
        guard let buffer = getcwd(nil, 0) else {
            throw Failure(.failed, "the current directory cannot be read", remedy: "give an absolute path")
        }
        defer { free(buffer) }
        return String(cString: buffer) + "/" + path
    }

    /// The secret that opens an existing backup.
    static func secret(of reader: BackupReader, fromStandardInput: Bool) throws -> BackupSecret {
        let what = reader.takesRecoveryKey ? "recovery key" : "password"
        let text: SecretBytes
        if fromStandardInput {
            text = try StandardInput.line(of: "the \(what) of the backup", remedy: "write it on a line of its own")
        } else {
            text = try terminal().secret("The \(what) of the backup: ")
        }
        return reader.takesRecoveryKey ? .recoveryKey(text) : .password(text)
    }

    /// A new password, typed twice, or the first line of standard input.
    ///
    /// - Parameter allowsWeak: whether a very weak one is accepted.
    static func newPassword(fromStandardInput: Bool, allowsWeak: Bool) throws -> SecretBytes {
        let password: SecretBytes
        if fromStandardInput {
            password = try StandardInput.line(of: "a password for the backup", remedy: "write it on a line of its own")
        } else {
            password = try terminal().newSecret("Password for the backup: ")
        }
        guard password.count > 0 else {
            throw Failure.usage("an empty password protects nothing", remedy: "choose another")
        }
        let strength = StrengthEstimate(of: password, knowing: ["chatelaine", "backup"])
        guard strength.rating != .veryWeak || allowsWeak else {
            throw Failure.usage(
                "this password is \(strength.rating.rawValue): a thief of the file can guess it",
                remedy:
                    "take some random words, as from: chatelaine vault generate --words 5; or insist with --allow-weak")
        }
        return password
    }

    /// A new recovery key, which was written to standard output; on a terminal it was typed back.
    static func newRecoveryKey() throws -> SecretBytes {
        let key = Vault.newRecoveryKey()
        StandardStreams.complain(
            "this key opens the backup, and nothing else does; write it down and keep it away from this machine; "
                + "it is not shown again:\n")
        try key.withUnsafeBytes { try StandardStreams.write(Data($0) + [UInt8(ascii: "\n")]) }
        try StandardStreams.finish()
        guard isatty(STDOUT_FILENO) == 1, let terminal = Terminal() else { return key }
        for _ in 0..<3 {
            let typed = try terminal.secret("Type it back, from what you have written down: ")
            if let same = VaultRecoveryKey.key(typed), let right = VaultRecoveryKey.key(key), same.equals(right) {
                return key
            }
            StandardStreams.complain("that is another text than the recovery key\n")
        }
        throw Failure(.cancelled, "the recovery key was not typed back", remedy: "write it down, and try again")
    }

    private static func terminal() throws -> Terminal {
        guard let terminal = Terminal() else {
            throw Failure(
                .locked, "there is no terminal to ask for the password of the backup on",
                remedy: "give it as the first line of standard input, and add --password-stdin")
        }
        return terminal
    }
}

/// The progress of a backup on a terminal, and its end by Ctrl-C.
final class BackupActivity {
    private let progress: FileProgress

    init(_ name: String) {
        progress = FileProgress(name)
        WritingInterruption.watch()
    }

    /// - Throws: if a signal such as Ctrl-C has come.
    func show(_ done: UInt64, _ total: UInt64) throws {
        guard !WritingInterruption.hasCome else { throw Self.interrupted }
        try progress.show(Int(clamping: done), Int(clamping: total))
    }

    func end() { progress.end() }

    private static var interrupted: KeychainError {
        KeychainError(.userCanceled, "interrupted", remedy: "nothing was changed; run it again when you are ready")
    }
}
