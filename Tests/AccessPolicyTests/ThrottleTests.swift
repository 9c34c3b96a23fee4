import Foundation
import Testing

@testable import AccessPolicy

@Suite struct QuestionRateLimitTests {
    private var throttle = QuestionRateLimit()

    private mutating func refuse(_ key: String, at time: Double) {
        #expect(throttle.begin(key: key, session: "s", at: time) == .show)
        throttle.ended(key: key, granted: false, at: time)
    }

    @Test mutating func oneQuestionAtATimeForEachProgram() {
        #expect(throttle.begin(key: "/a", session: "s", at: 0) == .show)
        #expect(throttle.begin(key: "/a", session: "s", at: 1) == .busy)
        #expect(throttle.begin(key: "/a", session: "t", at: 1) == .busy)
        #expect(throttle.begin(key: "/b", session: "s", at: 1) == .show)
        throttle.ended(key: "/a", granted: true, at: 2)
        #expect(throttle.begin(key: "/a", session: "s", at: 2) == .show)
    }

    @Test mutating func fourQuestionsInASession() {
        for key in ["/a", "/b", "/c", "/d"] { #expect(throttle.begin(key: key, session: "s", at: 0) == .show) }
        #expect(throttle.begin(key: "/e", session: "s", at: 0) == .tooManyOpen)
        #expect(throttle.begin(key: "/e", session: "t", at: 0) == .show)
        throttle.ended(key: "/a", granted: false, at: 1)
        #expect(throttle.begin(key: "/f", session: "s", at: 1) == .show)
    }

    @Test mutating func threeRefusalsSilenceAProgramForTenMinutes() {
        for time in [0.0, 10, 20] { refuse("/a", at: time) }
        #expect(throttle.begin(key: "/a", session: "s", at: 20) == .refused(seconds: 600))
        #expect(throttle.begin(key: "/a", session: "s", at: 619) == .refused(seconds: 1))
        #expect(throttle.begin(key: "/b", session: "s", at: 30) == .show)
        refuse("/a", at: 620)
        refuse("/a", at: 621)
    }

    @Test mutating func approvalResetsTheRefusals() {
        refuse("/a", at: 0)
        refuse("/a", at: 1)
        #expect(throttle.begin(key: "/a", session: "s", at: 2) == .show)
        throttle.ended(key: "/a", granted: true, at: 3)
        for time in [4.0, 5, 6] { refuse("/a", at: time) }
        #expect(throttle.begin(key: "/a", session: "s", at: 6) == .refused(seconds: 600))
    }

    @Test mutating func copiesOfOneProgramCannotFloodASession() {
        for number in 0..<12 { refuse("/copy\(number)", at: Double(number)) }
        #expect(throttle.begin(key: "/copy12", session: "s", at: 11) == .refused(seconds: 600))
        #expect(throttle.begin(key: "/copy12", session: "other", at: 11) == .show)
        #expect(throttle.begin(key: "/honest", session: "s", at: 611) == .show)
    }

    @Test mutating func manyProgramsDoNotFillTheMemory() {
        for number in 0..<5000 {
            _ = throttle.begin(key: "/\(number)", session: "s\(number)", at: 0)
            throttle.ended(key: "/\(number)", granted: false, at: 0)
        }
        #expect(throttle.begin(key: "/new", session: "s", at: 1) == .tooManyOpen)
        #expect(throttle.begin(key: "/new", session: "s", at: 600) == .show)
    }
}

@Suite struct PasscodeThrottleTests {
    private var throttle = PasscodeThrottle()

    private func clocks(_ bootTime: Double, boot: String = "one", wall: Double? = nil) -> PasscodeThrottle.Clocks {
        .init(bootID: boot, bootTime: bootTime, wallTime: wall ?? 1_000_000 + bootTime)
    }

    private mutating func fail(_ count: Int) {
        for _ in 0..<count {
            let last = 100_000.0 * Double(throttle.failures)
            #expect(throttle.begin(at: clocks(last)) == .proceed)
            #expect(throttle.recordFailure(at: clocks(last)) != .erase)
        }
    }

    private var lastFailure: Double { 100_000.0 * Double(throttle.failures - 1) }

    @Test func theDelayDoublesFromTheFifthOnUpToAnHour() {
        let expected: [Double] = [
            0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 3600, 3600, 3600, 3600, 3600, 3600, 3600,
            3600, 3600,
        ]
        #expect((1...25).map(PasscodeThrottle.delay(afterFailures:)) == expected)
        #expect(PasscodeThrottle.delay(afterFailures: 0) == 0)
        #expect(PasscodeThrottle.delay(afterFailures: .max) == 3600)
    }

    @Test mutating func eachAttemptWaitsExactlyThatLong() {
        var time = 0.0
        for count in 1...25 {
            #expect(throttle.begin(at: clocks(time)) == .proceed)
            let delay = PasscodeThrottle.delay(afterFailures: count)
            #expect(throttle.recordFailure(at: clocks(time)) == .retry(after: delay))
            if delay > 0 {
                #expect(throttle.begin(at: clocks(time)) == .wait(seconds: delay))
                #expect(throttle.begin(at: clocks(time + delay - 0.5)) == .wait(seconds: 0.5))
            }
            #expect(throttle.failures == count)
            time += delay
        }
    }

    /// Passwords of logins that are no passcodes, day after day.
    @Test mutating func loginsAloneCauseNoDelay() {
        for count in 1...4 {
            #expect(throttle.begin(at: clocks(Double(count)), isLogin: true) == .proceed)
            #expect(throttle.recordFailure(at: clocks(Double(count))) == .retry(after: 0))
            #expect(throttle.failures == count)
        }
        for time in [5.0, 1e6] { #expect(throttle.begin(at: clocks(time), isLogin: true) == .notAtLogin) }
        #expect(throttle.failures == 4)
        // Who types one is judged at once, and the right one lets logins be tried again.
        #expect(throttle.begin(at: clocks(1e6)) == .proceed)
        throttle.recordSuccess()
        #expect(throttle.begin(at: clocks(1e6), isLogin: true) == .proceed)
    }

    @Test mutating func theRightPasscodeForgetsTheWrongOnes() {
        fail(9)
        #expect(throttle.begin(at: clocks(2_000_000)) == .proceed)
        throttle.recordSuccess()
        #expect(throttle == PasscodeThrottle())
        #expect(throttle.begin(at: clocks(2_000_000)) == .proceed)
    }

    @Test mutating func anAttemptThatWasInterruptedCountsAsWrong() throws {
        fail(4)
        #expect(throttle.begin(at: clocks(500_000)) == .proceed)
        var restarted = try JSONDecoder().decode(PasscodeThrottle.self, from: JSONEncoder().encode(throttle))
        #expect(restarted == throttle)
        #expect(restarted.begin(at: clocks(500_000)) == .wait(seconds: 1))
    }

    @Test mutating func withinOneBootTheWallClockDoesNotMatter() {
        fail(12)
        let start = lastFailure
        for wall in [0.0, 5e9] {
            #expect(throttle.remaining(at: clocks(start + 28, wall: wall)) == 100)
        }
    }

    @Test mutating func afterARebootTheWallClockCounts() {
        fail(12)
        let wall = 1_000_000 + lastFailure
        #expect(throttle.remaining(at: clocks(5, boot: "two", wall: wall + 28)) == 100)
        // From then on the clock of this boot counts, whatever is done to the other.
        #expect(throttle.remaining(at: clocks(15, boot: "two", wall: 5e9)) == 90)
        #expect(throttle.begin(at: clocks(105, boot: "two", wall: 0)) == .proceed)
    }

    @Test mutating func aClockSetBackNeverMakesTheWaitLongerThanTheDelay() {
        fail(12)
        #expect(throttle.remaining(at: clocks(5, boot: "two", wall: 0)) == 128)
        #expect(throttle.remaining(at: clocks(65, boot: "two", wall: 60)) == 68)
        #expect(throttle.remaining(at: clocks(133, boot: "two", wall: 128)) == 0)
    }

    @Test mutating func aClockSetForwardAcrossABootEndsTheWaitAndNoMore() {
        fail(12)
        #expect(throttle.begin(at: clocks(5, boot: "two", wall: 5e9)) == .proceed)
        #expect(throttle.recordFailure(at: clocks(5, boot: "two", wall: 5e9)) == .retry(after: 256))
        #expect(throttle.begin(at: clocks(6, boot: "two", wall: 6e9)) == .wait(seconds: 255))
        // And set right again before the next boot: the full delay, once.
        #expect(throttle.remaining(at: clocks(1, boot: "three", wall: 1e6)) == 256)
        #expect(throttle.remaining(at: clocks(257, boot: "three", wall: 1e6)) == 0)
    }

    @Test mutating func aBootClockThatWentBackStartsTheWaitAgainOnce() {
        fail(12)
        #expect(throttle.remaining(at: clocks(0)) == 128)
        #expect(throttle.remaining(at: clocks(128)) == 0)
    }

    @Test mutating func tenWrongPasscodesEraseOnlyIfEnabled() {
        fail(12)
        throttle = PasscodeThrottle()
        throttle.erasesAfterLimit = true
        fail(9)
        #expect(throttle.begin(at: clocks(2_000_000)) == .proceed)
        var right = throttle
        right.recordSuccess()
        #expect(right.failures == 0)
        #expect(throttle.recordFailure(at: clocks(2_000_000)) == .erase)
    }

    /// A login with another password counts for the wait, and erases nothing, however often.
    @Test mutating func untypedPasscodesEraseNothing() throws {
        throttle.erasesAfterLimit = true
        fail(9)
        for number in 1...20 {
            let time = clocks(Double(number) * 2_000_000)
            #expect(throttle.begin(at: time, atPrompt: false) == .proceed)
            #expect(throttle.recordFailure(at: time, atPrompt: false) != .erase)
        }
        #expect(throttle.failures == 29 && throttle.promptFailures == 9)
        var restored = try JSONDecoder().decode(PasscodeThrottle.self, from: JSONEncoder().encode(throttle))
        #expect(restored.begin(at: clocks(90_000_000)) == .proceed)
        #expect(restored.recordFailure(at: clocks(90_000_000)) == .erase)
    }

    @Test(arguments: [
        #"{"failures":1,"promptFailures":2,"erasesAfterLimit":false}"#, #"{"failures":-1,"erasesAfterLimit":false}"#,
        #"{"failures":9999999,"erasesAfterLimit":false}"#,
        #"{"failures":1,"erasesAfterLimit":false,"last":{"bootID":"a","bootTime":1e999,"wallTime":0}}"#,
    ])
    func impossibleCountsAreRefused(json: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(PasscodeThrottle.self, from: Data(json.utf8)) }
    }
}

@Suite struct TerminalGrantTests {
    private let terminal = TerminalGrant.Terminal(uid: 1000, sessionID: 42, leaderStart: 7, device: 0x8801)

    @Test func useExtendsAGrant() throws {
        var grant = try #require(TerminalGrant(terminal, now: 0))
        for time in stride(from: 0.0, to: 6000, by: 599) { grant = try #require(grant.touched(now: time)) }
        #expect(grant.isValid(for: terminal, now: 5990 + 599.9))
        #expect(!grant.isValid(for: terminal, now: 5990 + 600))
        #expect(grant.touched(now: 5990 + 600) == nil)
    }

    @Test func itHoldsForThisTerminalSessionOnly() throws {
        let grant = try #require(TerminalGrant(terminal, now: 0))
        let others: [TerminalGrant.Terminal] = [
            .init(uid: 1001, sessionID: 42, leaderStart: 7, device: 0x8801),
            .init(uid: 1000, sessionID: 43, leaderStart: 7, device: 0x8801),
            .init(uid: 1000, sessionID: 42, leaderStart: 8, device: 0x8801),
            .init(uid: 1000, sessionID: 42, leaderStart: 7, device: 0x8802),
        ]
        #expect(grant.isValid(for: terminal, now: 1))
        for other in others { #expect(!grant.isValid(for: other, now: 1)) }
    }

    @Test func grantRequiresATerminal() {
        #expect(TerminalGrant(.init(uid: 1000, sessionID: 42, leaderStart: 7, device: 0), now: 0) == nil)
    }

    @Test func aClockThatGoesBackEndsIt() throws {
        #expect(try #require(TerminalGrant(terminal, now: 100)).isValid(for: terminal, now: 99) == false)
    }
}
