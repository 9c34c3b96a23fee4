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

    @Flag(name: .shortAndLong, help: "Do not ask, even if items are lost with the passcode.") var yes = false
    @OptionGroup var options: PasscodeOptions

    func run() throws {
        let keychain = try Session.open()
        try keychain.requirePasscode()
        let lost = try keychain.countOfItemsThatNeedPasscode()
        if lost > 0, !yes { try confirm(lost) }
        try keychain.removePasscode(SecretSource.passcode("Passcode: ", fromStandardInput: options.stdin))
    }

    private func confirm(_ lost: Int) throws {
        guard let terminal = Terminal() else {
            throw Failure(
                .failed, "\(lost) items exist only as long as there is a passcode, and there is no terminal to ask on",
                remedy: "if they may be lost, add --yes")
        }
        guard
            try terminal.agrees(
                to: "\(lost) items exist only as long as there is a passcode. Permanently delete them?")
        else {
            throw Failure(
                .cancelled, "nothing was removed", remedy: "read them first: chatelaine list --attr accessible=akpu")
        }
    }
}

extension Keychain {
    /// Checks that there is a passcode before the user is asked for it.
    ///
    /// - Throws: a ``Failure`` if there is none.
    func requirePasscode() throws {
        guard try lockState() != .noPasscode else {
            throw Failure(.itemNotFound, "there is no passcode", remedy: "set one with: chatelaine passcode set")
        }
    }
}
