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
            Questions of the agent are shown in windows of Chatelaine if those are installed, else by pinentry. The sheet of a program \
            that runs in the foreground of a terminal is shown there, unless “chatelaine approve --follow” shows sheets \
            elsewhere.

            Runs until the agent ends. The agent accepts it only if no user but root could have changed this program. Its answers \
            are valid until the session of the requesting program ends; “chatelaine approve” can say once or always.

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
