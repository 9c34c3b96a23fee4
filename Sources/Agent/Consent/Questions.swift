import AccessPolicy
import AgentProtocol
import Authentication
import CLinux
import Glibc
import KeychainServices
import LinuxSupport
import Synchronization

/// The questions and prompts that wait for the answer of a person.
///
/// A question is never shown by the program that it is about, nor on its terminal or display: the programs that show questions fetch
/// them here (``WireRequest``: `prompter`, `questions`).
package final class Questions: Sendable {
    /// A program that shows questions.
    struct Prompter {
        let process: String
        /// Whether it shows them in windows, and not in a terminal.
        let hasWindows: Bool
        let tell: @Sendable () -> Void
    }

    typealias Verdict = WireQuestionAnswer.Verdict

    struct Pending {
        let program: Program
        let matter: Matter
        /// In nanoseconds of ``Clock.sinceBoot``.
        let deadline: UInt64
        let needsPasscode: Bool
        /// Signalled when there is a verdict.
        let event: Int32
        var verdict: Verdict?
    }

    struct State {
        var next: UInt64 = 1
        var dialogues: [UInt64: Dialogue] = [:]
        var allowance = PromptRateLimit()
        var pending: [UInt64: Pending] = [:]
        var throttle = QuestionRateLimit()
        var prompters: [Poller.ID: Prompter] = [:]

        /// Whether a person could answer a prompt. A finger needs no program that shows anything.
        func wouldBeSeen(_ prompt: Prompt) -> Bool { !prompters.isEmpty || prompt.kind == .finger }
    }

    let state = Mutex(State())

    package init() {}

    /// The seconds that a person has for an answer.
    static let timeout: UInt64 = 60

    // MARK: - Asking

    /// Whether a question would be shown at once.
    var hasPrompter: Bool { state.withLock { !$0.prompters.isEmpty } }

    /// Whether a question would be shown at once in a window.
    var hasWindow: Bool { state.withLock { $0.prompters.values.contains(where: \.hasWindows) } }

    /// Whether a question that can be allowed would be shown at once.
    func canAllow(_ matter: Matter, needsPasscode: Bool) -> Bool {
        matter.takesWindow && !(needsPasscode && matter.takesPasscodeInstead) ? hasWindow : hasPrompter
    }

    /// Waits for the answer to a question; for a thread of its own.
    ///
    /// - Parameters:
    ///   - descriptor: the program's connection: if it goes, so does the question.
    ///   - needsPasscode: whether a yes takes the passcode.
    ///   - whenAsking: called when the question is shown.
    /// - Returns: the answer; `.deny` if there was none, or the program may not ask now.
    func ask(
        _ matter: Matter, for program: Program, on descriptor: Int32, needsPasscode: Bool, whenAsking: () -> Void = {}
    ) -> Verdict {
        guard let key = program.subject.key else { return .deny }
        let event = clinux_event()
        guard event >= 0 else { return .deny }
        defer { close(event) }
        let now = Clock.sinceBoot
        let id = state.withLock { state -> UInt64? in
            guard state.throttle.begin(key: key, session: program.session, at: Double(now) / 1e9) == .show else {
                return nil
            }
            defer { state.next += 1 }
            state.pending[state.next] = Pending(
                program: program, matter: matter, deadline: now &+ Self.timeout &* 1_000_000_000,
                needsPasscode: needsPasscode, event: event)
            return state.next
        }
        guard let id else { return .deny }
        tellPrompters()
        whenAsking()
        EventWait.wait(for: event, or: descriptor, until: now &+ Self.timeout &* 1_000_000_000)
        let verdict = state.withLock { state in
            let verdict = state.pending.removeValue(forKey: id)?.verdict ?? .deny
            let granted = verdict != .deny && verdict != .denyAlways
            state.throttle.ended(key: key, granted: granted, at: Clock.secondsSinceBoot)
            return verdict
        }
        tellPrompters()
        return verdict
    }

    // MARK: - Answering

    /// The questions that wait, the oldest first.
    var list: WireQuestionList {
        let now = Clock.sinceBoot
        return .with {
            $0.questions = state.withLock { state in
                let questions = state.pending.filter { $0.value.verdict == nil }.map { Self.wire($0, $1, now) }
                let prompts = state.dialogues.map { Self.wire($0, $1, now) }
                return (questions + prompts).sorted { $0.id < $1.id }
            }
        }
    }

    /// Returns the program that a question is about.
    ///
    /// - Throws: `.itemNotFound` if it does not wait any more.
    func program(of id: UInt64) throws(KeychainError) -> Program {
        guard let pending = state.withLock({ $0.pending[id] }), pending.verdict == nil else { throw .noSuchQuestion }
        return pending.program
    }

    /// Checks that a program may say yes to a question.
    ///
    /// - Throws: `.missingEntitlement` if only a window may.
    func requireMayAllow(_ id: UInt64, _ program: Program) throws(KeychainError) {
        let mayAllow = state.withLock { state in
            guard let pending = state.pending[id], pending.matter.takesWindow else { return true }
            return pending.needsPasscode && pending.matter.takesPasscodeInstead
                || state.prompters.values.contains { $0.hasWindows && $0.process == program.process }
        }
        guard mayAllow else { throw .onlyInWindow }
    }

    /// - Throws: `.itemNotFound` if the question does not wait any more.
    func answer(_ id: UInt64, _ verdict: Verdict) throws(KeychainError) {
        let event = state.withLock { state -> Int32? in
            guard state.pending[id] != nil, state.pending[id]?.verdict == nil else { return nil }
            state.pending[id]?.verdict = verdict
            // Signalled with the lock held: the waiting thread closes the descriptor only after it had the lock.
            if let event = state.pending[id]?.event { clinux_event_signal(event) }
            return state.pending[id]?.event
        }
        guard event != nil else { throw .noSuchQuestion }
    }

    // MARK: - Showing

    /// Calls `tell` whenever a question comes or goes, until ``removePrompter(_:)``.
    ///
    /// - Parameter hasWindows: whether the program shows questions in windows, and not in a terminal.
    func addPrompter(_ id: Poller.ID, _ program: Program, hasWindows: Bool, _ tell: @escaping @Sendable () -> Void) {
        state.withLock {
            $0.prompters[id] = Prompter(process: program.process, hasWindows: hasWindows, tell: tell)
        }
        tell()
    }

    /// The place that answers of a program come from: a prompt, if it is one that shows questions in windows.
    func source(of program: Program) -> PasscodeSource {
        let isPrompt = state.withLock {
            $0.prompters.values.contains { $0.hasWindows && $0.process == program.process }
        }
        return isPrompt ? .prompt : program.passcodeSource
    }

    func removePrompter(_ id: Poller.ID) { state.withLock { $0.prompters[id] = nil } }

    func tellPrompters() {
        for prompter in state.withLock({ Array($0.prompters.values) }) { prompter.tell() }
    }
}

extension KeychainError {
    static var noSuchQuestion: KeychainError {
        KeychainError(
            .itemNotFound, "there is no such question any more",
            remedy: "list the pending questions with: chatelaine approve")
    }

    fileprivate static var onlyInWindow: KeychainError {
        KeychainError(
            .missingEntitlement, "this is allowed only in the window that asks, not in a terminal",
            remedy: "answer in the window of “chatelaine prompter”; in a terminal you can deny it")
    }
}
