import Foundation

/// A day of the Gregorian calendar, counted from 1970-01-01.
struct Day: Hashable, Comparable {
    /// The number of days since 1970-01-01.
    let number: Int

    init(number: Int) { self.number = number }

    /// The day of a date in UTC.
    init(_ date: Date) {
        let days = (date.timeIntervalSince1970 / 86_400).rounded(.down)
        number = Int(max(-1e6, min(4e6, days)))
    }

    /// The day of a year, month and day; `nil` if there is no such day.
    init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
        let made = Self.number(year, month, day)
        guard Self(number: made).components == (year, month, day) else { return nil }
        number = made
    }

    /// The day of a text: `2026-11-22`, or of a month its last day: `2026-11`. `nil` for other texts.
    init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { part in
            part.utf8.count <= 4 && part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(part) : nil
        }
        switch parts.count {
        case 3:
            guard let year = parts[0], let month = parts[1], let day = parts[2] else { return nil }
            self.init(year: year, month: month, day: day)
        case 2:
            guard let year = parts[0], let month = parts[1], (1...12).contains(month), (1...9998).contains(year) else {
                return nil
            }
            let next = month == 12 ? Self.number(year + 1, 1, 1) : Self.number(year, month + 1, 1)
            self.init(number: next - 1)
        default: return nil
        }
    }

    static func < (one: Day, other: Day) -> Bool { one.number < other.number }

    /// The day as `2026-11-22`.
    var text: String {
        let (year, month, day) = components
        return [(year, 4), (month, 2), (day, 2)].map { number, width in
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }.joined(separator: "-")
    }

    // The year is taken to begin in March, so that the leap day is its last one; 400 years have 146,097 days.

    private static func number(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
    }

    private var components: (year: Int, month: Int, day: Int) {
        let days = number + 719_468
        var year = Int((Double(days) / 365.2425).rounded(.down))
        var start = Self.number(year, 3, 1)
        if start > number {
            year -= 1
            start = Self.number(year, 3, 1)
        } else if Self.number(year + 1, 3, 1) <= number {
            year += 1
            start = Self.number(year, 3, 1)
        }
        let dayOfYear = number - start
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        return (month <= 2 ? year + 1 : year, month, dayOfYear - (153 * shifted + 2) / 5 + 1)
    }
}
