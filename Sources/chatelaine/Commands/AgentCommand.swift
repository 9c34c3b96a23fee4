import ArgumentParser
import Foundation
import LinuxSupport

struct AgentCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "agent",
        abstract: "Serves the keychain to all programs of the user.",
        discussion: """
            Runs until SIGTERM or ^C. While it runs, programs that use the keychain ask it in place of the files: the keychain is \
            locked and unlocked once for all of them, and each gets only the items of its own access groups.

            It locks when the machine goes to sleep, when the screen is locked, and after some time without use.

            Examples:
              chatelaine agent
              chatelaine agent --auto-lock 5
              chatelaine agent install
              sudo chatelaine agent install --system
            """,
        subcommands: [RunCommand.self, InstallCommand.self, UninstallCommand.self],
        defaultSubcommand: RunCommand.self
    )

    struct RunCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "run", abstract: "Runs the agent in the foreground.")

        @Option(help: "Minutes without use until the keychain locks; 0 for never.") var autoLock: UInt64 = 15
        @Option(help: "Seconds without a connection until the agent ends; 0 for never.") var idleExit: UInt64 = 0
        @Option(
            help: "A program whose children have its identity, so that tests run in it. For development only.",
            completion: .file())
        var testHost: String?
        @Flag(help: "Serve all users of the machine. For the system's service manager: see “chatelaine agent install”.")
        var system = false

        /// Replaces this process with the agent's program, which keeps the process id.
        func run() throws {
            guard let path = InstalledProgram.path(of: "chatelaine-agent") else {
                throw Failure(
                    .failed, "the program “chatelaine-agent” is not installed", remedy: "install it with: make install")
            }
            let arguments =
                [path, "--auto-lock", "\(autoLock)", "--idle-exit", "\(idleExit)"] + (system ? ["--system"] : [])
                + (testHost.map { ["--test-host", $0] } ?? [])
            let pointers = arguments.map { strdup($0) } + [nil]
            execv(path, pointers)
            throw Failure(
                .failed, "“\(path)” cannot be started: \(String(cString: strerror(errno)))",
                remedy: "install it again with: make install")
        }
    }
}
