import AgentClient
import AgentProtocol
import ArgumentParser
import Foundation
import KeychainServices
import Secrets
import SheetRelay
import Synchronization

struct PrompterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "prompter",
        abstract:
            "Shows the agent's questions in this graphical session, by pinentry, and sheets for logins in terminals.",
        discussion: """
            A program that asks for a login and runs in the foreground of a terminal has its sheet there, if nobody shows sheets \
            elsewhere (“chatelaine approve --follow”).

            Runs until the agent ends. The agent accepts it only if nobody but root could have changed this program. What is allowed \
            by it is allowed until the asking program's session ends; “chatelaine approve” can say once or always.

            Example:
              chatelaine prompter
              chatelaine prompter --sheets-only
            """
    )

    @Option(help: "The pinentry to use.") var pinentry = "/usr/bin/pinentry"

    @Flag(help: "Show sheets and no questions. Takes no pinentry and no graphical session.") var sheetsOnly = false

    func run() throws {
        guard sheetsOnly || pinentry.hasPrefix("/") && access(pinentry, X_OK) == 0 else {
            throw Failure(
                .failed, "“\(pinentry)” is not there",
                remedy: "install one, such as Debian's pinentry-gnome3, or name it")
        }
        let agent = try AgentSession.administration()
        let sheets = SheetScreen(agent, .terminalOfCaller) {
            StandardStreams.complain("warning: \(TerminalText.escape($0))\n")
        }
        Ending.onSignals {
            Pinentry.endRunning()
            sheets.close()
        }
        defer { sheets.close() }
        let screen = PrompterScreen(pinentry: pinentry)
        let prompter = WirePrompter.with { ($0.showsSheetsInTerminals, $0.hidesQuestions) = (true, sheetsOnly) }
        // Answers take a connection of their own, since this one only listens.
        var hasBegun = false
        try agent.showQuestions(prompter) { list in
            if !hasBegun { try StandardStreams.print("shows what the agent asks") }
            hasBegun = true
            screen.show(list.questions)
            sheets.note(list.sheets)
            sheets.showNext()
            return true
        }
    }
}
