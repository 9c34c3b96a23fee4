import ArgumentParser
import KeychainServices

struct PasscodeRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Removes the passcode.",
        discussion: """
            Items that exist only with a passcode (accessible: when-passcode-set-this-device) are lost with it.

            Example:
              chatelaine passcode remove
            """
    )

    @OptionGroup var options: PasscodeOptions

    func run() throws {
        let keychain = try Session.open()
        try keychain.requirePasscode()
        try keychain.removePasscode(SecretSource.passcode("Passcode: ", fromStandardInput: options.stdin))
    }
}

extension Keychain {
    /// - Throws: if there is no passcode, before anybody is asked for it.
    func requirePasscode() throws {
        guard try lockState() != .noPasscode else {
            throw Failure(.itemNotFound, "there is no passcode", remedy: "set one with: chatelaine passcode set")
        }
    }
}
