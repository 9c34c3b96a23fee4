import Foundation
import Testing

@testable import AccessPolicy

/// Who can have whom wait by wrong passcodes: each row of the table in Docs/agent.md, “Who can delay whom”.
@Suite struct PasscodeLedgerTests {
    private var ledger = PasscodeLedger()

    /// Where passcodes come from, in the words of the table.
    enum Place: String, CaseIterable {
        /// A program in a sandbox, or a copy of one.
        case stranger
        case anotherStranger
        /// A program that has given the right passcode before.
        case known
        /// A terminal, such as one that a program has made for itself.
        case terminal
        case anotherTerminal
        /// A terminal in which the right passcode was typed before.
        case ownersTerminal
        case prompt

        var source: PasscodeSource {
            switch self {
            case .stranger: .program(Array("sandbox".utf8), isKnown: false)
            case .anotherStranger: .program(Array("/usr/bin/other".utf8), isKnown: true)
            case .known: .program(Array("/usr/bin/mail".utf8), isKnown: true)
            case .terminal: .terminal(.init(uid: 1000, sessionID: 1, leaderStart: 1, device: 1))
            case .anotherTerminal: .terminal(.init(uid: 1000, sessionID: 2, leaderStart: 1, device: 2))
            case .ownersTerminal: .terminal(.init(uid: 1000, sessionID: 3, leaderStart: 1, device: 3))
            case .prompt: .prompt
            }
        }
    }

    private static let now = PasscodeThrottle.Clocks(bootID: "boot", bootTime: 1000, wallTime: 1_000_000)

    private func at(_ seconds: Double) -> PasscodeThrottle.Clocks {
        .init(bootID: "boot", bootTime: 1000 + seconds, wallTime: 1_000_000 + seconds)
    }

    private mutating func begin(
        _ place: Place, at now: PasscodeThrottle.Clocks = now, isLogin: Bool = false
    ) -> PasscodeLedger.Attempt? {
        let source = place.source
        let atPrompt = if case .program = source { false } else { true }
        guard case .proceed(let attempt) = ledger.begin(from: source, at: now, isLogin: isLogin, atPrompt: atPrompt)
        else { return nil }
        return attempt
    }

    /// - Returns: whether the passcode was judged.
    @discardableResult
    private mutating func fail(_ place: Place, at now: PasscodeThrottle.Clocks = now) -> Bool {
        guard let attempt = begin(place, at: now) else { return false }
        _ = ledger.recordFailure(of: attempt, at: now)
        return true
    }

    private mutating func succeed(_ place: Place) throws {
        let attempt = try #require(begin(place))
        ledger.recordSuccess(of: attempt)
    }

    /// Whether the place has to wait now; the attempt is taken back.
    private mutating func waits(_ place: Place, at now: PasscodeThrottle.Clocks = now) -> Bool {
        guard let attempt = begin(place, at: now) else { return true }
        ledger.withdraw(attempt)
        return false
    }

    /// The table: those on whom wrong passcodes of a place impose a wait.
    private static let delayed: [Place: Set<Place>] = [
        .stranger: [.stranger, .anotherStranger],
        .anotherStranger: [.stranger, .anotherStranger],
        .known: [.stranger, .anotherStranger, .known],
        .terminal: [.stranger, .anotherStranger, .terminal, .anotherTerminal],
        .anotherTerminal: [.stranger, .anotherStranger, .terminal, .anotherTerminal],
        .ownersTerminal: [.stranger, .anotherStranger, .ownersTerminal],
        .prompt: [.stranger, .anotherStranger, .terminal, .anotherTerminal, .prompt],
    ]

    @Test(arguments: Place.allCases, Place.allCases)
    mutating func wrongPasscodesDelay(of attacker: Place, on other: Place) throws {
        try succeed(.known)
        try succeed(.ownersTerminal)
        for _ in 0..<8 { fail(attacker) }
        #expect(waits(other) == Self.delayed[attacker, default: []].contains(other))
    }

    // MARK: - The bound

    /// Copies, processes and terminals without end have no more guesses than one of them.
    @Test mutating func manyProgramsShareTheirGuesses() {
        var judged = 0
        for number in 0..<1000 {
            let source = PasscodeSource.program(Array("/tmp/copy\(number)".utf8), isKnown: true)
            guard case .proceed(let attempt) = ledger.begin(from: source, at: Self.now, atPrompt: false) else {
                continue
            }
            _ = ledger.recordFailure(of: attempt, at: Self.now)
            judged += 1
        }
        #expect(judged == PasscodeThrottle.firstDelayed)
    }

    @Test mutating func manyTerminalsShareTheirGuesses() {
        var judged = 0
        for number in 0..<1000 {
            let terminal = PasscodeSource.terminal(
                .init(uid: 1000, sessionID: 100, leaderStart: UInt64(number), device: 9))
            guard case .proceed(let attempt) = ledger.begin(from: terminal, at: Self.now, atPrompt: true) else {
                continue
            }
            _ = ledger.recordFailure(of: attempt, at: Self.now)
            judged += 1
        }
        #expect(judged == PasscodeThrottle.firstDelayed)
    }

    /// An attacker who can be at every level, and tries wherever it may: five at each, and then one an hour at each.
    @Test mutating func levelsTogetherHaveThreeAnHour() {
        let places: [Place] = [.stranger, .anotherStranger, .terminal, .anotherTerminal, .prompt]
        var judged: [Double] = []
        for second in stride(from: 0.0, to: 4 * 86_400, by: 10) {
            for place in places where fail(place, at: at(second)) { judged.append(second) }
        }
        #expect(judged.count { $0 == 0 } <= 3 * PasscodeThrottle.firstDelayed)
        let lastDay = judged.count { $0 >= 3 * 86_400 }
        #expect(lastDay <= 3 * 24)
    }

    // MARK: - The right one

    @Test(arguments: [Place.terminal, .ownersTerminal, .prompt])
    mutating func personWithThePasscodeEndsAllWaits(place: Place) throws {
        try succeed(.ownersTerminal)
        for attacker in [Place.stranger, .anotherTerminal] where attacker != place {
            for _ in 0..<8 { fail(attacker) }
        }
        let hour = at(10_000)
        let attempt = try #require(begin(place, at: hour))
        ledger.recordSuccess(of: attempt)
        for other in Place.allCases { #expect(!waits(other, at: hour)) }
    }

    /// Names that others can have are never known, however right the passcode.
    @Test mutating func namesThatOthersCanHaveAreNotKnown() throws {
        try succeed(.stranger)
        try succeed(.prompt)
        #expect(!ledger.isProven(Place.stranger.source) && !ledger.isProven(Place.prompt.source))
        try succeed(.terminal)
        #expect(ledger.isProven(Place.terminal.source))
    }

    @Test mutating func fewSourcesAreKnown() {
        for number in 0..<1000 {
            let source = PasscodeSource.program(Array("/usr/bin/\(number)".utf8), isKnown: true)
            guard case .proceed(let attempt) = ledger.begin(from: source, at: Self.now, atPrompt: false) else {
                continue
            }
            ledger.recordSuccess(of: attempt)
        }
        let known = (0..<1000).count {
            ledger.isProven(.program(Array("/usr/bin/\($0)".utf8), isKnown: true))
        }
        #expect(known == PasscodeLedger.mostProven)
    }

    // MARK: - Two at once

    @Test mutating func attemptThatWasNotJudgedTakesBackOnlyItself() throws {
        let first = try #require(begin(.prompt))
        #expect(fail(.stranger))
        ledger.withdraw(first)
        for _ in 0..<4 { #expect(fail(.stranger)) }
        #expect(waits(.stranger))
        #expect(!waits(.prompt))
    }

    @Test mutating func eachWrongOneOfTwoAtOnceCounts() throws {
        let one = try #require(begin(.prompt))
        let other = try #require(begin(.stranger))
        _ = ledger.recordFailure(of: one, at: Self.now)
        _ = ledger.recordFailure(of: other, at: Self.now)
        for _ in 0..<3 { #expect(fail(.stranger)) }
        #expect(waits(.stranger))
    }

    // MARK: - Records

    @Test mutating func countsOutliveTheAgentAndKnownSourcesDoNot() throws {
        try succeed(.ownersTerminal)
        for _ in 0..<6 { fail(.prompt) }
        ledger = try JSONDecoder().decode(PasscodeLedger.self, from: JSONEncoder().encode(ledger))
        for place in [Place.stranger, .terminal, .prompt, .ownersTerminal] { #expect(waits(place)) }
    }

    /// The record of an earlier release counts for all levels: an upgrade ends no wait.
    @Test mutating func recordOfAnEarlierReleaseCounts() throws {
        var before = PasscodeThrottle()
        before.erasesAfterLimit = true
        for _ in 0..<5 {
            _ = before.begin(at: Self.now)
            _ = before.recordFailure(at: Self.now)
        }
        ledger = try JSONDecoder().decode(PasscodeLedger.self, from: JSONEncoder().encode(before))
        #expect(ledger.erasesAfterLimit)
        for place in Place.allCases { #expect(waits(place)) }
        // And that release reads ours.
        let after = try JSONDecoder().decode(PasscodeThrottle.self, from: JSONEncoder().encode(ledger))
        #expect(after == before)
    }

    @Test mutating func promptsEraseAndProgramsDoNot() throws {
        ledger.erasesAfterLimit = true
        for hour in 0..<20 {
            let now = at(Double(hour) * 4000)
            let attempt = try #require(begin(.stranger, at: now))
            #expect(ledger.recordFailure(of: attempt, at: now) != .erase)
        }
        var consequences: [PasscodeThrottle.Consequence] = []
        for hour in 20..<30 {
            let now = at(Double(hour) * 4000)
            let attempt = try #require(begin(hour.isMultiple(of: 2) ? .prompt : .terminal, at: now))
            consequences.append(ledger.recordFailure(of: attempt, at: now))
        }
        #expect(consequences.last == .erase && !consequences.dropLast().contains(.erase))
    }
}
