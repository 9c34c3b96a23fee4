import Testing

@testable import DBus

@Suite struct RetryScheduleTests {
    private static let second: UInt64 = 1_000_000

    /// Microseconds between attempts that all fail the same way, until nothing is due or `count` are done.
    private func pauses(_ schedule: inout RetrySchedule, _ count: Int, attempt: (inout RetrySchedule, UInt64) -> Void)
        -> [UInt64]
    {
        var now: UInt64 = 7
        var result: [UInt64] = []
        while result.count < count, let due = schedule.due {
            result.append(due - min(now, due))
            now = due
            attempt(&schedule, now)
        }
        return result
    }

    @Test func deafSocketIsLeftAloneAfterThreeAttempts() {
        var schedule = RetrySchedule()
        schedule.socketAppeared(at: 7)
        let pauses = pauses(&schedule, 100) { $0.attemptBegins(at: $1) }
        #expect(pauses == [Self.second / 20, Self.second / 2, 2 * Self.second])
    }

    @Test func busThatRefusesIsTriedLessAndLessOften() {
        var schedule = RetrySchedule()
        schedule.failed(at: 7, availableSince: nil)
        let pauses = pauses(&schedule, 10) {
            $0.attemptBegins(at: $1)
            $0.failed(at: $1, availableSince: nil)
        }
        #expect(pauses.map { $0 / Self.second } == [0, 1, 2, 4, 8, 16, 32, 60, 60, 60])
    }

    @Test func busThatEndsEveryConnectionSoonIsTriedLessAndLessOften() {
        var schedule = RetrySchedule()
        schedule.failed(at: 7, availableSince: 7)
        let pauses = pauses(&schedule, 4) {
            $0.attemptBegins(at: $1)
            $0.connected()
            $0.failed(at: $1 + 59 * Self.second, availableSince: $1)
        }
        #expect(pauses.map { $0 / Self.second } == [0, 60, 61, 63])
    }

    @Test func busThatWorkedForAMinuteIsTriedAtOnce() {
        var schedule = RetrySchedule()
        for _ in 0..<5 { schedule.failed(at: 7, availableSince: nil) }
        schedule.failed(at: 61 * Self.second, availableSince: Self.second)
        #expect(schedule.due == 61 * Self.second)
    }

    @Test func connectionNeedsNoTimer() {
        var schedule = RetrySchedule()
        schedule.socketAppeared(at: 7)
        schedule.connected()
        #expect(schedule.due == nil)
    }
}
