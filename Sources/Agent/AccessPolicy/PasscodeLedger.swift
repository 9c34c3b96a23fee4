/// The counts of wrong passcodes, by where they came from.
///
/// A source waits for wrong passcodes of its own level and of the levels above it, never for those of a level below. From the top:
///
/// 1. a terminal or a program that has given the right passcode before, each by itself;
/// 2. the agent's prompts;
/// 3. the command line in other terminals;
/// 4. all other programs together.
///
/// The count of the last level has every attempt. So an attacker who starts programs, or opens terminals, without end gets no more guesses
/// than from one: in the long run one an hour at each of the last three levels that it can reach. Which sources have given the right
/// passcode is forgotten with the agent.
///
/// Specified in: Docs/agent.md, “Who can delay whom”.
package struct PasscodeLedger: Hashable, Sendable {
    /// The count that an attempt waits for, or that it is counted in.
    fileprivate enum Count: Hashable, Sendable {
        case proven(PasscodeSource)
        case prompts
        case terminals
        case all
    }

    /// An attempt that was begun.
    package struct Attempt: Sendable {
        fileprivate let source: PasscodeSource?
        fileprivate let atPrompt: Bool
        fileprivate let counts: [Count]
        fileprivate let before: [Count: PasscodeThrottle]
    }

    /// The decision on whether a passcode may be tried.
    package enum Admission: Sendable {
        case proceed(Attempt)
        case refused(PasscodeThrottle.Admission)
    }

    /// The most sources that have counts of their own.
    static let mostProven = 64

    private var all = PasscodeThrottle()
    private var prompts = PasscodeThrottle()
    private var terminals = PasscodeThrottle()
    private var proven: [PasscodeSource: PasscodeThrottle] = [:]

    /// Creates a ledger without wrong passcodes.
    package init() {}

    /// Whether the tenth wrong passcode in a row at a prompt erases everything.
    package var erasesAfterLimit: Bool {
        get { all.erasesAfterLimit }
        set { all.erasesAfterLimit = newValue }
    }

    /// Whether a source has given the right passcode before.
    package func isProven(_ source: PasscodeSource) -> Bool { proven[source] != nil }

    private subscript(count: Count) -> PasscodeThrottle {
        get {
            switch count {
            case .proven(let source): proven[source] ?? PasscodeThrottle()
            case .prompts: prompts
            case .terminals: terminals
            case .all: all
            }
        }
        set {
            switch count {
            // Forgotten meanwhile: the count of all has it.
            case .proven(let source): if proven[source] != nil { proven[source] = newValue }
            case .prompts: prompts = newValue
            case .terminals: terminals = newValue
            case .all: all = newValue
            }
        }
    }

    /// Returns the counts of a source: first the one that it waits for.
    private func counts(of source: PasscodeSource?) -> [Count] {
        switch source {
        case let source? where isProven(source): [.proven(source), .all]
        case .prompt: [.prompts, .terminals, .all]
        case .terminal: [.terminals, .all]
        case .program, nil: [.all]
        }
    }

    // MARK: - Attempts

    /// Begins an attempt. If it is admitted, the passcode counts as wrong from now on.
    ///
    /// - Parameters:
    ///   - source: `nil` for the count of all.
    ///   - isLogin: as for ``PasscodeThrottle/begin(at:isLogin:atPrompt:)``.
    ///   - atPrompt: whether a person has typed it.
    package mutating func begin(
        from source: PasscodeSource?, at now: PasscodeThrottle.Clocks, isLogin: Bool = false, atPrompt: Bool
    ) -> Admission {
        let counts = counts(of: source)
        let before = Dictionary(uniqueKeysWithValues: counts.map { ($0, self[$0]) })
        let admission = self[counts[0]].begin(at: now, isLogin: isLogin, atPrompt: atPrompt)
        guard admission == .proceed else { return .refused(admission) }
        for count in counts.dropFirst() { self[count].note(at: now, atPrompt: atPrompt) }
        return .proceed(Attempt(source: source, atPrompt: atPrompt, counts: counts, before: before))
    }

    /// Records that the passcode that was tried was wrong.
    package mutating func recordFailure(
        of attempt: Attempt, at now: PasscodeThrottle.Clocks
    ) -> PasscodeThrottle.Consequence {
        var consequence = PasscodeThrottle.Consequence.retry(after: 0)
        // The last one is the count of all, which decides about erasing.
        for count in attempt.counts { consequence = self[count].recordFailure(at: now, atPrompt: attempt.atPrompt) }
        return consequence
    }

    /// Records that the passcode was not judged.
    package mutating func withdraw(_ attempt: Attempt) {
        for (count, before) in attempt.before { self[count].withdraw(to: before, atPrompt: attempt.atPrompt) }
    }

    /// Records that the passcode that was tried was right.
    package mutating func recordSuccess(of attempt: Attempt) {
        var cleared = attempt.counts
        // A person ends the waits that others have caused. A program that has the passcode does that for programs only.
        if case .program? = attempt.source {} else { cleared = [.prompts, .terminals] + cleared }
        for count in cleared { self[count].recordSuccess() }
        guard let source = attempt.source, source.canBeProven, proven[source] == nil else { return }
        if proven.count >= Self.mostProven, let first = proven.keys.first { proven[first] = nil }
        proven[source] = PasscodeThrottle()
    }

    /// Records that nothing is left that a passcode would open.
    package mutating func recordErasure() {
        for count in [Count.prompts, .terminals, .all] { self[count].recordSuccess() }
        proven = [:]
    }
}

extension PasscodeLedger: Codable {
    private enum CodingKeys: String, CodingKey {
        case prompts
        case terminals
    }

    /// - Throws: `DecodingError` for input that ``encode(to:)`` does not write, and that no earlier release has written.
    package init(from decoder: any Decoder) throws {
        all = try PasscodeThrottle(from: decoder)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        // Earlier releases had one count for all.
        prompts = try container.decodeIfPresent(PasscodeThrottle.self, forKey: .prompts) ?? all
        terminals = try container.decodeIfPresent(PasscodeThrottle.self, forKey: .terminals) ?? all
    }

    package func encode(to encoder: any Encoder) throws {
        // Earlier releases read the count of all, and ignore the others.
        try all.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(prompts, forKey: .prompts)
        try container.encode(terminals, forKey: .terminals)
    }
}
