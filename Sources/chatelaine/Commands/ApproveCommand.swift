import AgentClient
import AgentProtocol
import ArgumentParser
import KeychainServices
import Secrets

struct ApproveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "approve",
        abstract: "Answers what programs ask for, in any terminal but theirs.",
        discussion: """
            Without an argument it lists the questions that wait; each waits for a minute. A yes takes the passcode, if there is one.

            Examples:
              chatelaine approve
              chatelaine approve 3
              chatelaine approve 3 --always
              chatelaine approve 3 --deny
            """
    )

    @Argument(help: "The number of the question.") var number: UInt64?
    @Flag(help: "Deny it.") var deny = false
    @Flag(help: "Allow it this once only; otherwise it is allowed until the program's session ends.") var once = false
    @Flag(help: "Allow it, or with --deny deny it, for ever.") var always = false
    @OptionGroup var options: AgentOptions

    func validate() throws {
        guard !(once && (always || deny)) else { throw ValidationError("--once excludes --always and --deny") }
    }

    private var verdict: WireQuestionAnswer.Verdict {
        switch (deny, always, once) {
        case (true, true, _): .denyAlways
        case (true, false, _): .deny
        case (false, true, _): .allowAlways
        case (false, false, true): .allowOnce
        case (false, false, false): .allowSession
        }
    }

    func run() throws {
        let agent = try AgentSession.administration()
        let questions = try agent.questions()
        guard let number else {
            for question in questions {
                try StandardStreams.print("\(question.id)\t\(question.remaining) s\t\(QuestionText.line(question))")
            }
            return
        }
        guard let question = questions.first(where: { $0.id == number }) else {
            throw Failure(.itemNotFound, "no question \(number) waits", remedy: "see which do: chatelaine approve")
        }
        StandardStreams.complain(QuestionText.line(question) + "\n")
        guard !deny, question.needsPasscode else {
            return try agent.answer(number, verdict, passcode: SecretBytes(zeros: 0))
        }
        let passcode = try SecretSource.passcode(
            "Passcode of the keychain, to allow it: ", fromStandardInput: options.passcodeStdin)
        try agent.answer(number, verdict, passcode: passcode)
    }
}
