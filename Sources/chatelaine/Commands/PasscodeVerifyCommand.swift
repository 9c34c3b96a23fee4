import ArgumentParser
import KeychainServices

struct PasscodeVerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Says whether a passcode is the right one.",
        discussion: """
            Prints nothing: ends with 0 if it is, with 51 if not.

            Example:
              chatelaine passcode verify && echo right
            """
    )

    @OptionGroup var options: PasscodeOptions

    func run() throws {
        let keychain = try Session.open()
        try keychain.requirePasscode()
        let passcode = try SecretSource.passcode("Passcode: ", fromStandardInput: options.stdin)
        guard try keychain.verify(passcode: passcode) else {
            throw Failure(.authenticationFailed, "that is not the passcode")
        }
    }
}
