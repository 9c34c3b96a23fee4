import AccessPolicy
import AgentProtocol
import Authentication
import CLinux
import Glibc
import KeychainServices
import Synchronization

/// What waits for a person's answer.
///
/// A question is never put to the program that it is about, nor on its terminal or display: those who show questions fetch them
/// here (``WireRequest``: `prompter`, `questions`).
package final class Questions: Sendable {
    /// What is asked.
    enum Matter: Sendable {
        /// A program names an access group of another's.
        case group(String, owner: String?)
        /// A program is not what it was at its first use.
        case change
    }

    typealias Verdict = WireQuestionAnswer.Verdict

    private struct Pending {
        let program: Program
        let matter: Matter
        /// In nanoseconds of ``bootTime()``.
        let deadline: UInt64
        let needsPasscode: Bool
        /// Signalled when there is a verdict.
        let event: Int32
        var verdict: Verdict?
    }

    /// A prompt that asks a person to show who they are: it stays until whoever opened it closes it.
    private struct Dialogue {
        let program: Program
        var prompt: Prompt
        var version: UInt32 = 1
        /// Whether somebody has answered something, who then looks for what comes next as well.
        var wasAnswered = false
        let deadline: UInt64
        let answered: @Sendable (PromptAnswer) -> Void
    }

    private struct State {
        var next: UInt64 = 1
        var dialogues: [UInt64: Dialogue] = [:]
        var allowance = PromptRateLimit()
        var pending: [UInt64: Pending] = [:]
        var throttle = QuestionRateLimit()
        var prompters: [Poller.ID: @Sendable () -> Void] = [:]

        /// A finger needs nobody who shows anything, and whoever looks may answer all the same.
        func wouldBeSeen(_ prompt: Prompt) -> Bool { !prompters.isEmpty || prompt.kind == .finger }
    }

    private let state = Mutex(State())

    package init() {}

    /// Seconds that a person has.
    static let patience: UInt64 = 60

    // MARK: - Asking

    /// Whether somebody would see a question at once.
    var hasPrompter: Bool { state.withLock { !$0.prompters.isEmpty } }

    /// Waits for the answer to a question; for a thread of its own.
    ///
    /// - Parameters:
    ///   - descriptor: the program's connection: if it goes, so does the question.
    ///   - needsPasscode: whether a yes takes the passcode.
    /// - Returns: the answer; a no if there was none, or the program may not ask now.
    func ask(_ matter: Matter, for program: Program, on descriptor: Int32, needsPasscode: Bool) -> Verdict {
        guard let key = program.subject.key else { return .deny }
        let event = clinux_event()
        guard event >= 0 else { return .deny }
        defer { close(event) }
        let now = bootTime()
        let id = state.withLock { state -> UInt64? in
            guard state.throttle.begin(key: key, session: program.session, at: Double(now) / 1e9) == .show else {
                return nil
            }
            defer { state.next += 1 }
            state.pending[state.next] = Pending(
                program: program, matter: matter, deadline: now &+ Self.patience &* 1_000_000_000,
                needsPasscode: needsPasscode, event: event)
            return state.next
        }
        guard let id else { return .deny }
        tellPrompters()
        AnswerWait.wait(for: event, or: descriptor, until: now &+ Self.patience &* 1_000_000_000)
        let verdict = state.withLock { state in
            let verdict = state.pending.removeValue(forKey: id)?.verdict ?? .deny
            let granted = verdict != .deny && verdict != .denyAlways
            state.throttle.ended(key: key, granted: granted, at: Double(bootTime()) / 1e9)
            return verdict
        }
        tellPrompters()
        return verdict
    }

    // MARK: - Answering

    /// The questions that wait, the oldest first.
    var list: WireQuestionList {
        let now = bootTime()
        return .with {
            $0.questions = state.withLock { state in
                let questions = state.pending.filter { $0.value.verdict == nil }.map { Self.wire($0, $1, now) }
                let prompts = state.dialogues.map { Self.wire($0, $1, now) }
                return (questions + prompts).sorted { $0.id < $1.id }
            }
        }
    }

    private static func wire(_ id: UInt64, _ pending: Pending, _ now: UInt64) -> WireQuestion {
        .with {
            $0.id = id
            $0.subject = pending.program.wire
            $0.pid = UInt32(bitPattern: pending.program.credentials.pid)
            $0.remaining = Self.seconds(until: pending.deadline, now)
            $0.needsPasscode = pending.needsPasscode
            if case .group(let group, let owner) = pending.matter {
                $0.group = group
                $0.owner = owner ?? ""
            }
        }
    }

    private static func wire(_ id: UInt64, _ dialogue: Dialogue, _ now: UInt64) -> WireQuestion {
        .with {
            $0.id = id
            $0.subject = dialogue.program.wire
            $0.pid = UInt32(bitPattern: dialogue.program.credentials.pid)
            $0.remaining = Self.seconds(until: dialogue.deadline, now)
            $0.authentication = WireAuthenticationPrompt(dialogue.prompt, version: dialogue.version)
        }
    }

    private static func seconds(until deadline: UInt64, _ now: UInt64) -> UInt32 {
        UInt32(clamping: deadline > now ? (deadline - now) / 1_000_000_000 : 0)
    }

    /// The program that a question is about.
    ///
    /// - Throws: `.itemNotFound` if it does not wait any more.
    func program(of id: UInt64) throws(KeychainError) -> Program {
        guard let pending = state.withLock({ $0.pending[id] }), pending.verdict == nil else { throw .noSuchQuestion }
        return pending.program
    }

    /// - Throws: `.itemNotFound` if the question does not wait any more.
    func answer(_ id: UInt64, _ verdict: Verdict) throws(KeychainError) {
        let event = state.withLock { state -> Int32? in
            guard state.pending[id] != nil, state.pending[id]?.verdict == nil else { return nil }
            state.pending[id]?.verdict = verdict
            // Signalled with the lock held: the one who waits closes the descriptor only after it had the lock.
            if let event = state.pending[id]?.event { clinux_event_signal(event) }
            return state.pending[id]?.event
        }
        guard event != nil else { throw .noSuchQuestion }
    }

    // MARK: - Prompts

    /// At once, of all programs.
    private static let mostPrompts = 16

    /// Whether a program may ask a person who they are: not if it has asked too often in vain.
    func mayPrompt(_ program: Program) -> Bool {
        let now = Double(bootTime()) / 1e9
        return state.withLock {
            $0.dialogues.count < Self.mostPrompts
                && $0.allowance.mayPrompt(key: program.subject.key ?? program.process, at: now)
        }
    }

    /// A program has asked.
    func prompted(_ program: Program, granted: Bool) {
        let now = Double(bootTime()) / 1e9
        state.withLock {
            $0.allowance.promptEnded(key: program.subject.key ?? program.process, granted: granted, at: now)
        }
    }

    /// Puts a prompt among what waits.
    ///
    /// - Returns: its number; nil if nobody would see it.
    func open(
        _ prompt: Prompt, for program: Program, _ answered: @escaping @Sendable (PromptAnswer) -> Void
    ) -> UInt64? {
        let now = bootTime()
        let id = state.withLock { state -> UInt64? in
            guard state.wouldBeSeen(prompt) else { return nil }
            defer { state.next += 1 }
            state.dialogues[state.next] = Dialogue(
                program: program, prompt: prompt, deadline: now &+ Self.patience &* 1_000_000_000, answered: answered)
            return state.next
        }
        if id != nil { tellPrompters() }
        return id
    }

    /// Shows something else in the place of a prompt. A secret is asked for anew, also where nothing else is said than before:
    /// whoever shows prompts has taken away the one that was answered.
    ///
    /// - Returns: whether somebody could see it; it is not shown otherwise.
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

    /// Where the answer of somebody who is there goes, if a question is a prompt.
    func answering(_ id: UInt64) -> (@Sendable (PromptAnswer) -> Void)? {
        state.withLock { state in
            state.dialogues[id]?.wasAnswered = true
            return state.dialogues[id]?.answered
        }
    }

    // MARK: - Showing

    /// Calls `told` whenever a question comes or goes, until ``removePrompter(_:)``.
    func addPrompter(_ id: Poller.ID, _ told: @escaping @Sendable () -> Void) {
        state.withLock { $0.prompters[id] = told }
        told()
    }

    func removePrompter(_ id: Poller.ID) { state.withLock { $0.prompters[id] = nil } }

    private func tellPrompters() {
        for told in state.withLock({ Array($0.prompters.values) }) { told() }
    }
}

extension KeychainError {
    static var noSuchQuestion: KeychainError {
        KeychainError(
            .itemNotFound, "there is no such question any more", remedy: "see which wait with: chatelaine approve")
    }
}
