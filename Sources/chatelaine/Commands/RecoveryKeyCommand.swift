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
        subcommands: [MakeCommand.self, ConfirmCommand.self, UseCommand.self]
    )

    /// - Throws: a usage error for a text that is not a recovery key.
    static func key(_ text: borrowing SecretBytes) throws -> SecretBytes {
        guard let key = SecretBytes(hexadecimal: text, count: KeychainRecovery.keySize) else {
            throw Failure(
                .usage, "that is not a recovery key",
                remedy:
                    "type its \(KeychainRecovery.keySize * 2) digits and letters from a to f; hyphens may be left out"
            )
        }
        return key
    }

    struct MakeCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "make",
            abstract: "Makes a recovery key and prints it, once.",
            discussion: """
                Write it down and keep it away from this device: it opens a copy of the keychain anywhere. On a terminal it is \
                typed back, and counts from then on; one that was made earlier opens nothing any more. To a file or another \
                program it is printed only: it counts after “recovery-key confirm”, or with --yes as soon as it was written. \
                It has to be made again after the first passcode is set and after “passcode change --compromised”.

                Examples:
                  chatelaine recovery-key make
                  chatelaine recovery-key make | lpr
                """
        )

        @Flag(name: .shortAndLong, help: "Have it count as soon as it was written, without typing it back.")
        var yes = false
        @Flag(help: .json) var json = false
        @OptionGroup var access: KeychainOptions

        func run() throws {
            let session = try Session(access, seeingAllGroups: true)
            try session.unlockIfNeeded()
            let key = SecretBytes(random: KeychainRecovery.keySize)
            try RecoveryKeyHandover(isTaken: yes, confirmation: "recovery-key confirm").perform {
                let text = key.hexadecimalGroups()
                guard !json else {
                    return try JSONText.print([("recoveryKey", .bytes(text.withUnsafeBytes { Data($0) }))])
                }
                try text.withUnsafeBytes { try StandardStreams.write(Data($0) + [UInt8(ascii: "\n")]) }
            } isKey: {
                SecretBytes(hexadecimal: $0, count: KeychainRecovery.keySize)?.equals(key) ?? false
            } confirm: {
                try session.keychain.confirmRecoveryKey(key)
            }
        }
    }

    struct ConfirmCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "confirm",
            abstract: "Has a recovery key count that was printed to a file or to another program.",
            discussion: """
                Type it from where you keep it: what you type here is what opens the keychain from then on. One that was made \
                earlier opens nothing any more. With --stdin it is a line of standard input, after that of --passcode-stdin.

                Examples:
                  chatelaine recovery-key confirm
                  chatelaine recovery-key confirm --stdin <key.txt
                """
        )

        @Flag(help: "Read the recovery key from standard input.") var stdin = false
        @OptionGroup var access: KeychainOptions

        func run() throws {
            let session = try Session(access, seeingAllGroups: true)
            try session.unlockIfNeeded()
            let key = try RecoveryKeyCommand.key(RecoveryKeyHandover.confirmed(fromStandardInput: stdin))
            try session.keychain.confirmRecoveryKey(key)
            try StandardStreams.print("The recovery key counts from now on; an earlier one opens nothing any more.")
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
                throw Failure(.failed, "the agent has the keychain open", remedy: agent.remedyToEndIt)
            }
            let text = try SecretSource.passcode("Recovery key: ", fromStandardInput: options.stdin)
            let key = try RecoveryKeyCommand.key(text)
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

extension AgentStatus {
    /// What to do before a command that takes files that no agent has.
    var remedyToEndIt: String {
        socketPath == SystemLocations.socket
            ? "ask the administrator: share/doc/chatelaine/agent.md, “For all users of a machine”"
            : "end the agent first"
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
