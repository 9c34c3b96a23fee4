import ArgumentParser

struct PasscodeChangeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "change",
        abstract: "Changes the passcode.",
        discussion: """
            If another person may know the old one, use --compromised: it makes new keys for every item, and removes copies of \
            deleted vaults and from before repairs. Otherwise an old copy of the file and the old passcode still open items that are added \
            later.

            Examples:
              chatelaine passcode change
              printf '%s\\n' "$OLD" "$NEW" | chatelaine passcode change --stdin --compromised
            """
    )

    @Flag(help: "Make new keys for every item.") var compromised = false
    @OptionGroup var options: PasscodeOptions

    func run() throws {
        let keychain = try Session.open()
        try keychain.requirePasscode()
        let old = try SecretSource.passcode("Old passcode: ", fromStandardInput: options.stdin)
        let new = try SecretSource.newPasscode("New passcode: ", fromStandardInput: options.stdin)
        try keychain.changePasscode(from: old, to: new, compromised: compromised, progress: Progress.show)
    }
}
