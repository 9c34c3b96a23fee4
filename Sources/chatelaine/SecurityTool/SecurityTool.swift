import AgentClient
import Foundation
import Glibc
import LinuxSupport
import SecurityCommand

/// `chatelaine security …`, which is also what the program does when it is called by a link of the name `security`.
///
/// Not a command of ArgumentParser: its options are those of macOS's command, to the letter.
enum SecurityTool {
    /// Runs the command and ends the process, if `arguments` ask for it.
    ///
    /// - Parameter arguments: all of them, with the program's name.
    static func runAndExit(ifCalledBy arguments: [String]) throws {
        let isLink = arguments.first.map { ($0 as NSString).lastPathComponent == "security" } ?? false
        guard isLink || arguments.dropFirst().first == "security" else { return }
        hideArguments()
        let choice = KeychainChoice(
            group: Session.defaultGroup, home: UserDirectories().home ?? NSHomeDirectory(), user: .current
        ) {
            let session = try Session()
            try session.seeAllGroups()
            return session.keychain
        }
        let status = try SecurityCommand(console: StandardConsole(), keychains: choice)
            .run(Array(arguments.dropFirst(isLink ? 1 : 2)))
        exit(status)
    }

    /// Overwrites the arguments, of which some are passwords: other users can read them in /proc until this is done.
    private static func hideArguments() {
        for index in 1..<max(1, Int(CommandLine.argc)) {
            guard let argument = CommandLine.unsafeArgv[index] else { continue }
            memset(argument, Int32(UInt8(ascii: "x")), strlen(argument))
        }
    }
}
