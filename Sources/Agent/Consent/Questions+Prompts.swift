import AccessPolicy
import Authentication
import LinuxSupport

// Prompts, which ask a person to authenticate.

extension Questions {
    /// A prompt that asks a person to authenticate. It stays until the authentication closes it.
    struct Dialogue {
        let program: Program
        var prompt: Prompt
        var version: UInt32 = 1
        /// Whether a person has answered, and so sees the next prompt as well.
        var wasAnswered = false
        /// The place that the last answer has come from.
        var answeredFrom: PasscodeSource?
        let deadline: UInt64
        let answered: @Sendable (PromptAnswer) -> Void
    }

    /// The most prompts at the same time, of all programs.
    private static let mostPrompts = 16

    /// Whether a program may ask a person to authenticate: not if it has asked too often in vain.
    func mayPrompt(_ program: Program) -> Bool {
        let now = Clock.secondsSinceBoot
        return state.withLock {
            $0.dialogues.count < Self.mostPrompts
                && $0.allowance.mayPrompt(key: program.subject.key ?? program.process, at: now)
        }
    }

    /// Notes the result of a prompt, which counts against the program if it was in vain.
    func prompted(_ program: Program, granted: Bool) {
        let now = Clock.secondsSinceBoot
        state.withLock {
            $0.allowance.promptEnded(key: program.subject.key ?? program.process, granted: granted, at: now)
        }
    }

    /// Shows a prompt.
    ///
    /// - Returns: its number; `nil` if no program would show it.
    func open(
        _ prompt: Prompt, for program: Program, _ answered: @escaping @Sendable (PromptAnswer) -> Void
    ) -> UInt64? {
        let now = Clock.sinceBoot
        let id = state.withLock { state -> UInt64? in
            guard state.wouldBeSeen(prompt) else { return nil }
            defer { state.next += 1 }
            state.dialogues[state.next] = Dialogue(
                program: program, prompt: prompt, deadline: now &+ Self.timeout &* 1_000_000_000, answered: answered)
            return state.next
        }
        if id != nil { tellPrompters() }
        return id
    }

    /// Replaces a prompt. A secret is asked for again even if the prompt says the same as before: the program that shows prompts has
    /// closed the one that was answered.
    ///
    /// - Returns: whether a person could see it; it is not shown otherwise.
    func show(_ prompt: Prompt, at id: UInt64) -> Bool {
        let (isNew, isSeen) = state.withLock { state -> (Bool, Bool) in
            guard let shown = state.dialogues[id] else { return (false, false) }
            guard state.wouldBeSeen(prompt) || shown.wasAnswered else { return (false, false) }
            guard prompt.kind != .finger || shown.prompt.differs(from: prompt) else { return (false, true) }
            state.dialogues[id]?.prompt = prompt
            state.dialogues[id]?.version += 1
            return (true, true)
        }
        if isNew { tellPrompters() }
        return isSeen
    }

    func remove(_ id: UInt64) {
        state.withLock { $0.dialogues[id] = nil }
        tellPrompters()
    }

    /// Returns the function that takes the answer, if the question is a prompt.
    ///
    /// - Parameter source: the place that the answer comes from.
    func answering(_ id: UInt64, from source: PasscodeSource) -> (@Sendable (PromptAnswer) -> Void)? {
        state.withLock { state in
            state.dialogues[id]?.wasAnswered = true
            state.dialogues[id]?.answeredFrom = source
            return state.dialogues[id]?.answered
        }
    }

    /// The place that the last answer to a prompt has come from; `nil` if there was none.
    func answeredFrom(_ id: UInt64) -> PasscodeSource? { state.withLock { $0.dialogues[id]?.answeredFrom } }
}
