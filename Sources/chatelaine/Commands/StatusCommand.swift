import ArgumentParser
import KeychainServices

struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Says how the keychain is.",
        discussion: """
            Example:
              chatelaine status
            """
    )

    func run() throws {
        let keychain = try Session.open()
        let state = try keychain.lockState()
        try StandardStreams.print("passcode: \(state == .noPasscode ? "none" : "set")")
    }
}
