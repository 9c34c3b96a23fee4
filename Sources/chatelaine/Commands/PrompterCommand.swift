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
        abstract: "Shows the agent's questions, and sheets for logins, in this graphical session.",
        discussion: """
            What the agent asks is shown in windows of our own where those are installed, else by pinentry. A program that asks for a \
            login and runs in the foreground of a terminal has its sheet there, if nobody shows sheets elsewhere (“chatelaine approve \
            --follow”).

            Runs until the agent ends. The agent accepts it only if nobody but root could have changed this program. What is allowed \
            by it is allowed until the asking program's session ends; “chatelaine approve” can say once or always.

            Example:
              chatelaine prompter
              chatelaine prompter --pinentry /usr/bin/pinentry-gnome3
              chatelaine prompter --sheets-only
            """
    )

    @Option(help: "Show questions by this pinentry. Else windows of our own show them, or /usr/bin/pinentry.")
    var pinentry: String?

    @Flag(help: "Show sheets and no questions. Takes no pinentry and no graphical session.") var sheetsOnly = false

    func run() throws {
        let agent = try AgentSession.administration()
        try PrompterSession(agent, pinentry: pinentry, showsQuestions: !sheetsOnly).run()
    }
}
