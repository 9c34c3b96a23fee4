import AgentClient
import AgentProtocol
import ArgumentParser
import KeychainServices
import Secrets
import SheetRelay

struct ApproveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "approve",
        abstract: "Answers permission requests of programs, in a terminal other than theirs.",
        discussion: """
            Without an argument it lists the pending questions; each is pending for a minute. Allowing requires the passcode, if one is \
            set. If a program wants you to authenticate, type what it asks for; if the fingerprint reader waits for a finger, --fall-back \
            chooses the passcode instead. With --follow it shows every question that comes, until ^C.

            Examples:
              chatelaine approve
              chatelaine approve 3
              chatelaine approve 3 --always
              chatelaine approve 3 --deny
              chatelaine approve --follow
            """
    )

    @Argument(help: "The number of the question.") var number: UInt64?
    @Flag(help: "Deny it.") var deny = false
    @Flag(help: "Allow it this once only; otherwise it is allowed until the program's session ends.") var once = false
    @Flag(help: "Allow it permanently, or with --deny, deny it permanently.") var always = false
    @Flag(help: "Rather than touching the reader, fall back on the passcode or on what the program offers.")
    var fallBack = false
    @Flag(help: "Show questions as they come, and answer them here.") var follow = false
    @Flag(help: "Print the questions as JSON; see share/doc/chatelaine/command-line.md.") var json = false
    @OptionGroup var options: AgentOptions

    func validate() throws {
        guard !(once && (always || deny)) else { throw ValidationError("--once excludes --always and --deny") }
        guard !json || number == nil && !follow else {
            throw ValidationError("--json goes with the list of questions only")
        }
        guard !follow || number == nil && !deny && !once && !always && !fallBack else {
            throw ValidationError("--follow goes with nothing else")
        }
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
        if follow { return try TerminalQuestions(agent).run() }
        let questions = try agent.questions()
        guard let number else {
            guard !json else {
                let list = questions.map { question in
                    JSONText.object([
                        ("number", .number(Int(clamping: question.id))),
                        ("secondsLeft", .number(Int(clamping: question.remaining))),
                        ("text", .string(QuestionText.line(question))),
                    ])
                }
                return try JSONText.print([("questions", .array(list))])
            }
            for question in questions {
                try StandardStreams.print("\(question.id)\t\(question.remaining) s\t\(QuestionText.line(question))")
            }
            return
        }
        guard let question = questions.first(where: { $0.id == number }) else {
            throw Failure(
                .itemNotFound, "question \(number) is not pending",
                remedy: "list the pending questions with: chatelaine approve")
        }
        StandardStreams.complain(QuestionText.line(question) + "\n")
        if question.hasAuthentication { return try authenticate(question, agent) }
        guard !deny, question.needsPasscode else {
            return try agent.answer(number, verdict, passcode: SecretBytes(zeros: 0))
        }
        let passcode = try SecretSource.passcode(
            "Passcode of the keychain, to allow it: ", fromStandardInput: options.passcodeStdin)
        try agent.answer(number, verdict, passcode: passcode)
    }

    /// Answers a program's request to authenticate the user. The user can retype a wrong secret as long as the question waits.
    private func authenticate(_ question: WireQuestion, _ agent: AgentAdministration) throws {
        if deny { return try agent.answerPrompt(question.id, .cancel) }
        if question.authentication.kind == .finger {
            guard fallBack else {
                throw Failure(
                    .usage, "the reader waits for a finger, and nothing can be typed",
                    remedy: question.authentication.offersFallback
                        ? "touch the reader, or add --fall-back" : "touch the reader, or add --deny")
            }
            return try agent.answerPrompt(question.id, .fallBack)
        }
        let secret = try SecretSource.passcode(
            QuestionText.secretPrompt(question.authentication), fromStandardInput: options.passcodeStdin)
        try agent.submit(secret, toPrompt: question.id)
    }
}
