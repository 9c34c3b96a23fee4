import AgentProtocol

/// A question of the agent's, in words. What comes from programs is without control characters.
enum QuestionText {
    /// One line: who asks for what.
    static func line(_ question: WireQuestion) -> String {
        let program = TerminalText.escape(question.subject.path)
        let who = "“\(program)” (\(TerminalText.escape(question.subject.strength)), process \(question.pid))"
        guard !question.group.isEmpty else {
            return "\(who) is not what it was at its first use. Have you changed or updated it yourself?"
        }
        let owner = question.owner.isEmpty ? "nobody so far" : "“\(TerminalText.escape(question.owner))”"
        return "\(who) asks for the secrets in “\(TerminalText.escape(question.group))”, which belongs to \(owner)."
    }
}
