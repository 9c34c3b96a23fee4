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
    /// The subject of a question.
    enum Matter: Sendable {
        /// A program names an access group of another program.
        case group(String, owner: String?)
        /// A program has changed since its first use.
        case change
        /// A program sets the first passcode of the keychain.
        case setPasscode
        /// A program makes a recovery key of a keychain without a passcode.
        case makeRecoveryKey
        /// A program moves keychains here, with the passcode and the recovery key that they have.
        case moveKeychains
        /// A program lets the program at a path use an access group of its own.
        case share(String, with: String)

        /// Whether only a window can be answered with yes. Each program can make itself a terminal, and what takes no passcode is answered
        /// there by the program itself.
        var takesWindow: Bool {
            switch self {
            case .setPasscode, .makeRecoveryKey, .moveKeychains: true
            case .group, .change: false
            // Where a yes takes no passcode.
            case .share: true
            }
        }

        /// Whether a terminal can say yes with the passcode.
        var takesPasscodeInstead: Bool { if case .share = self { true } else { false } }
    }

    /// A program that shows questions.
    private struct Prompter {
        let process: String
        /// Whether it shows them in windows, and not in a terminal.
        let hasWindows: Bool
        let tell: @Sendable () -> Void
    }

    typealias Verdict = WireQuestionAnswer.Verdict

    private struct Pending {
        let program: Program
        let matter: Matter
        /// In nanoseconds of ``Clock.sinceBoot``.
        let deadline: UInt64
        let needsPasscode: Bool
        /// Signalled when there is a verdict.
        let event: Int32
        var verdict: Verdict?
    }

    /// A prompt that asks a person to authenticate. It stays until the authentication closes it.
    private struct Dialogue {
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

    private struct State {
        var next: UInt64 = 1
        var dialogues: [UInt64: Dialogue] = [:]
        var allowance = PromptRateLimit()
        var pending: [UInt64: Pending] = [:]
        var throttle = QuestionRateLimit()
        var prompters: [Poller.ID: Prompter] = [:]

        /// Whether a person could answer a prompt. A finger needs no program that shows anything.
        func wouldBeSeen(_ prompt: Prompt) -> Bool { !prompters.isEmpty || prompt.kind == .finger }
    }

    private let state = Mutex(State())

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

    private static func wire(_ id: UInt64, _ pending: Pending, _ now: UInt64) -> WireQuestion {
        .with {
            $0.id = id
            $0.subject = pending.program.wire
            $0.pid = UInt32(bitPattern: pending.program.credentials.pid)
            $0.remaining = Self.seconds(until: pending.deadline, now)
            $0.needsPasscode = pending.needsPasscode
            switch pending.matter {
            case .group(let group, let owner):
                $0.group = group
                $0.owner = owner ?? ""
            case .change: break
            // A program that does not know these matters shows the name as that of an access group.
            case .setPasscode:
                $0.matter = .setPasscode
                $0.group = "the keychain: a passcode for everything"
            case .makeRecoveryKey:
                $0.matter = .makeRecoveryKey
                $0.group = "the keychain: a recovery key for everything"
            case .moveKeychains:
                $0.matter = .moveKeychains
                $0.group = "the keychain: another one in its place"
            case .share(let group, let path):
                $0.matter = .shareGroup
                $0.group = "\(group), for the program \(path)"
                ($0.sharedGroup, $0.sharedWith) = (group, path)
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

    // MARK: - Prompts

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

    private func tellPrompters() {
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
