import AgentClient
import AgentProtocol
import ArgumentParser
import Foundation
import KeychainServices
import Secrets
import Synchronization

struct PrompterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "prompter",
        abstract: "Shows the agent's questions in this graphical session, by pinentry.",
        discussion: """
            Runs until the agent ends. The agent accepts it only if nobody but root could have changed this program. What is allowed \
            by it is allowed until the asking program's session ends; “chatelaine approve” can say once or always.

            Example:
              chatelaine prompter
            """
    )

    @Option(help: "The pinentry to use.") var pinentry = "/usr/bin/pinentry"

    func run() throws {
        guard pinentry.hasPrefix("/"), access(pinentry, X_OK) == 0 else {
            throw Failure(
                .failed, "“\(pinentry)” is not there",
                remedy: "install one, such as Debian's pinentry-gnome3, or name it")
        }
        let agent = try AgentSession.administration()
        Pinentry.endWithThisProcess()
        let screen = PrompterScreen(pinentry: pinentry)
        // Answers take a connection of their own, since this one only listens.
        try agent.showQuestions { questions in
            screen.show(questions)
            return true
        }
    }
}
