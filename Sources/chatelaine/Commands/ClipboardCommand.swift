import ArgumentParser
import Glibc
import LinuxSupport

struct ClipboardCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clipboard",
        abstract: "Copies a secret from standard input, and clears it after a while.",
        discussion: """
            What was copied is cleared after 90 seconds, when the screen or the session locks, before the machine sleeps, and never \
            if something else was copied meanwhile. One newline at the end is left out. See share/doc/chatelaine/clipboard.md.

            Examples:
              chatelaine get mail.example.com alice | chatelaine clipboard
              chatelaine generate | chatelaine clipboard --seconds 20
            """
    )

    @Option(name: .shortAndLong, help: "Seconds until it is cleared; 0 for not before something else is copied.")
    var seconds = ClipboardProgram.seconds
    @Flag(help: "Stay until it is cleared; ending this command clears it.") var foreground = false

    func validate() throws {
        guard seconds <= 86_400 else { throw ValidationError("--seconds is at most 86400, a day.") }
    }

    func run() throws {
        guard !StandardInput.isTerminal else {
            throw Failure.usage(
                "the secret is read from standard input",
                remedy: "have a program write it: chatelaine get SERVICE ACCOUNT | chatelaine clipboard")
        }
        guard let program = ClipboardProgram(milliseconds: seconds * 1000) else {
            throw Failure(
                .failed, "the program “chatelaine-clipboard” is not installed", remedy: "install it with: make install")
        }
        do throws(ClipboardProgram.StartError) {
            if foreground { try program.become() }
            let status = try program.start()
            guard status == 0 else { Glibc.exit(status > 0 ? status : ExitStatus.failed.rawValue) }
        } catch {
            throw Failure(
                .failed,
                "the program “chatelaine-clipboard” cannot be started: \(String(cString: strerror(error.number)))",
                remedy: "install it again with: make install")
        }
    }
}
