import AgentClient
import ArgumentParser
import KeychainServices

struct PasscodeEraseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "erase-after-ten",
        abstract: "Sets whether the tenth wrong passcode in a row at a prompt erases everything.",
        discussion: """
            Off unless you turn it on; takes the passcode, and an agent. Everything is all items and the passcode; nothing but a \
            backup brings them back. What does not count: “passcode verify”, logins, and what runs without a terminal.

            Example:
              chatelaine passcode erase-after-ten on
            """
    )

    enum Choice: String, ExpressibleByArgument, CaseIterable { case on, off }

    @Argument(help: "on or off") var choice: Choice
    @OptionGroup var options: PasscodeOptions

    func run() throws {
        let agent = try AgentSession.administration()
        try Session.open().requirePasscode()
        let passcode = try SecretSource.passcode("Passcode of the keychain: ", fromStandardInput: options.stdin)
        try agent.setErasesAfterTen(choice == .on, passcode: passcode)
    }
}
