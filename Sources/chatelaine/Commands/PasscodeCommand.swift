import ArgumentParser
import Glibc

struct PasscodeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "passcode",
        abstract: "Sets, changes, removes or verifies the keychain's passcode, and says what wrong ones cost.",
        discussion: """
            Passcodes are asked for on a terminal, or read from standard input with --stdin, one per line.

            Examples:
              chatelaine passcode set
              printf '%s\\n' "$OLD" "$NEW" | chatelaine passcode change --stdin
            """,
        subcommands: [
            PasscodeSetCommand.self, PasscodeChangeCommand.self, PasscodeRemoveCommand.self,
            PasscodeVerifyCommand.self, PasscodeEraseCommand.self,
        ]
    )
}

struct PasscodeOptions: ParsableArguments {
    @Flag(help: "Read passcodes from standard input, one per line.") var stdin = false
}

/// The progress of a change to every item, shown on a terminal.
enum Progress {
    static func show(_ done: Int, _ all: Int) {
        guard all > 0, isatty(STDERR_FILENO) == 1 else { return }
        StandardStreams.complain("\r\(done) of \(all) items\(done == all ? "\n" : "")")
    }
}
