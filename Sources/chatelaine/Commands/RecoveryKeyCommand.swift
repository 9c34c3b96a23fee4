import AgentClient
import AgentProtocol
import ArgumentParser
import Foundation
import KeychainServices
import Secrets

struct RecoveryKeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recovery-key",
        abstract: "Makes a key that opens the keychain without passcode and device key, or uses it.",
        discussion: """
            Examples:
              chatelaine recovery-key make
              chatelaine recovery-key use
            """,
        subcommands: [MakeCommand.self, UseCommand.self]
    )

    struct MakeCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "make",
            abstract: "Makes a recovery key and prints it, once.",
            discussion: """
                Write it down and keep it away from this device: it opens a copy of the keychain anywhere. One that was made \
                earlier opens nothing any more. It has to be made again after the first passcode is set and after \
                “passcode change --compromised”.

                Example:
                  chatelaine recovery-key make
                """
        )

        @Flag(help: .json) var json = false
        @OptionGroup var access: KeychainOptions

        func run() throws {
            let session = try Session(access, seeingAllGroups: true)
            try session.unlockIfNeeded()
            let text = try session.keychain.makeRecoveryKey().hexadecimalGroups()
            guard !json else { return try JSONText.print([("recoveryKey", .bytes(text.withUnsafeBytes { Data($0) }))]) }
            try text.withUnsafeBytes { try StandardStreams.write(Data($0) + [UInt8(ascii: "\n")]) }
        }
    }

    struct UseCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "use",
            abstract:
                "Opens the keychain with its recovery key, after a lost passcode, a lost device key or on a new device.",
            discussion: """
                On a new device, copy the keychain's file to where “chatelaine status” says that it is, and run this. The keychain \
                has no passcode then. Items that were stored for the old device only stay closed.

                Copy the file while no program uses the keychain. One that was copied while a program wrote may be damaged, and is \
                refused then.

                Examples:
                  chatelaine recovery-key use
                  printf '%s\\n' "$KEY" | chatelaine recovery-key use --stdin
                """
        )

        @Flag(help: "Recover what is left in a file that is damaged.") var damaged = false
        @OptionGroup var options: PasscodeOptions

        func run() throws {
            if let agent = try AgentStatus.ofUser() {
                throw Failure(
                    .failed, "the agent has the keychain open",
                    remedy: agent.socketPath == SystemLocations.socket
                        ? "ask the administrator: share/doc/chatelaine/agent.md, “For all users of a machine”"
                        : "end the agent first")
            }
            let text = try SecretSource.passcode("Recovery key: ", fromStandardInput: options.stdin)
            guard let key = SecretBytes(hexadecimal: text, count: KeychainRecovery.keySize) else {
                throw Failure(
                    .usage, "that is not a recovery key",
                    remedy:
                        "type its \(KeychainRecovery.keySize * 2) digits and letters from a to f; hyphens may be left out"
                )
            }
            let outcome = try KeychainRecovery.recover(.user(), recoveryKey: key, acceptingDamage: damaged)
            try StandardStreams.print("The keychain is open, and has no passcode.")
            for line in outcome.lines { StandardStreams.complain("warning: \(line)\n") }
            guard outcome.lostItems == 0 else {
                throw Failure(
                    .failed, "\(outcome.lostItems) items were not recovered: the recovery key does not open theirs",
                    remedy: "recover an earlier copy of the file, if there is one, somewhere else")
            }
        }
    }
}

extension KeychainRecovery.Outcome {
    /// What is lost, for the user.
    fileprivate var lines: [String] {
        var lines = lostClasses.map {
            "the key of the class “\($0.code)” is damaged or newer than the recovery key; what it protects stays closed"
        }
        if hasLostFileKeys { lines.append("a key of protected files is damaged; files that it protects stay closed") }
        if itemsOfOldDevice > 0 {
            lines.append("\(itemsOfOldDevice) items were stored for the old device or passcode only, and stay closed")
        }
        return lines
    }
}
