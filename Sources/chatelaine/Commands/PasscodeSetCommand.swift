import ArgumentParser

struct PasscodeSetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Sets the first passcode.",
        discussion: """
            From then on items need it, and programs that open the keychain by themselves start locked.

            Examples:
              chatelaine passcode set
              printf '%s\\n' "$NEW" | chatelaine passcode set --stdin
            """
    )

    @OptionGroup var options: PasscodeOptions

    func run() throws {
        let keychain = try Session.open()
        guard try keychain.lockState() == .noPasscode else {
            throw Failure(.duplicateItem, "there is a passcode", remedy: "change it with: chatelaine passcode change")
        }
        let passcode = try SecretSource.newPasscode("New passcode: ", fromStandardInput: options.stdin)
        try keychain.setPasscode(passcode, progress: Progress.show)
    }
}
