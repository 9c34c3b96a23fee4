import Foundation
import Testing

@testable import chatelaine

@Suite struct DateTextTests {
    @Test(arguments: [
        (0.0, "2001-01-01T00:00:00.000000Z"), (-0.000001, "2000-12-31T23:59:59.999999Z"),
        (-31_622_400, "2000-01-01T00:00:00.000000Z"), (817_032_600.25, "2026-11-22T09:30:00.250000Z"),
        (-978_307_200, "1970-01-01T00:00:00.000000Z"),
    ])
    func datesAreISO8601InUTC(seconds: Double, text: String) {
        #expect(DateText.text(Date(timeIntervalSinceReferenceDate: seconds)) == text)
    }

    /// Foundation's calendar says the same for a day in every month of eight centuries.
    @Test func theCalendarIsFoundations() {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        for month in stride(from: 0, to: 800 * 12, by: 1) {
            let parts = DateComponents(year: 1600 + month / 12, month: month % 12 + 1, day: month % 28 + 1, hour: 12)
            guard let date = calendar.date(from: parts) else { continue }
            let text = String(
                format: "%04d-%02d-%02dT12:00:00.000000Z", 1600 + month / 12, month % 12 + 1, month % 28 + 1)
            #expect(DateText.text(date) == text)
            #expect(DateText.date(text) == date)
        }
    }

    @Test(arguments: [
        "2026-02-29", "2026-13-01", "2026-00-01", "2026-01-32", "yesterday", "", "T", "2026-01-01T24:00",
        "2026-01-01T1:2:3:4",
        "2026-01-01T00:00:60", "2026-01-01T00:00:00.1234567", "-2026-01-01", "2026-1٢-01",
    ])
    func malformedDateIsRefused(text: String) {
        #expect(DateText.date(text) == nil)
    }

    @Test func timeAndFractionAreOptional() {
        #expect(DateText.date("2024-02-29") == DateText.date("2024-02-29T00:00:00.000Z"))
        #expect(DateText.date("2024-02-29T12:30") == DateText.date("2024-02-29T12:30:00Z"))
        #expect(DateText.date("2001-01-01T00:00:00.5Z")?.timeIntervalSinceReferenceDate == 0.5)
    }

    @Test func farAwayDatesAreNoTrap() {
        for seconds in [Double.greatestFiniteMagnitude, -.greatestFiniteMagnitude, 1e15, -1e15] {
            #expect(!DateText.text(Date(timeIntervalSinceReferenceDate: seconds)).isEmpty)
        }
    }
}
