import Foundation
import Testing

@testable import VaultHealth

@Suite struct DayTests {
    /// Foundation's calendar is the second opinion.
    @Test func daysAgreeWithTheCalendar() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
        for number in stride(from: -140_000, through: 900_000, by: 97) {
            let date = Date(timeIntervalSince1970: Double(number) * 86_400 + 3600)
            let parts = calendar.dateComponents([.year, .month, .day], from: date)
            let (year, month, day) = try (#require(parts.year), #require(parts.month), #require(parts.day))
            #expect(Day(date).number == number)
            #expect(Day(year: year, month: month, day: day)?.number == number)
            #expect(Day(Day(number: number).text)?.number == number)
        }
    }

    @Test(arguments: [
        "", "2026", "2026-13", "2026-00", "2026-02-30", "2026-1-1-1", "x-y", "99999-01", "-1-01", "２０２６-01",
    ])
    func otherTextsAreNoDays(text: String) { #expect(Day(text) == nil) }

    @Test func aMonthEndsOnItsLastDay() {
        #expect(Day("2028-02")?.text == "2028-02-29")
        #expect(Day("2026-12")?.text == "2026-12-31")
    }
}
