import AgentClient
import AgentProtocol
import ArgumentParser
import Foundation
import KeychainServices
import LinuxSupport
import PasswordVault

struct MigrateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate",
        abstract: "Moves your keychains to the system service, where no other program of yours can read them.",
        discussion: """
            All of them move, or none: it can be cut short at any time and run again. Passcode, recovery key, items and what is known \
            of programs stay as they are. Copies that were made of the files before stay where they are.

            Example:
              chatelaine migrate
            """
    )

    private static let moved = "your keychains are with the system service already"

    func run() throws {
        let root = try KeychainRoot.user()
        guard !root.isMoveComplete else { return try StandardStreams.print(Self.moved) }
        // Their copies stay in the user's files, and the service would never bring them up to date.
        if let account = ListedServiceAccount.all(root: root).first {
            throw Failure(
                .failed, "the service account \(account.id) of the vault “\(account.vault)” does not move",
                remedy: "revoke it first: chatelaine token revoke \(account.id)")
        }
        let wasMoved = root.isMoved
        let outcome = try Migration().run { done, total in
            guard isatty(STDERR_FILENO) == 1, total > 8 << 20 || done < total else { return }
            StandardStreams.complain("\r\(done >> 20) of \(total >> 20) MiB\(done == total ? "\n" : "")")
        }
        switch outcome {
        case .nothingToMove: try StandardStreams.print(wasMoved ? Self.moved : "there is nothing to move")
        case .moved(let count):
            try StandardStreams.print(
                """
                moved \(count == 1 ? "the keychain" : "\(count) keychains") to the system service
                \(HomeEncryption.sentence(of: root.path))
                Backups and snapshots of “\(UntrustedText.forTerminal(root.path))” still hold what was there before.
                """)
        }
    }
}
