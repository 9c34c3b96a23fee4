import Foundation

/// Dates in ISO 8601, in UTC and with microseconds: `2026-11-21T09:30:00.000000Z`.
///
/// Implemented here because Foundation's formatters load a megabyte of calendars first.
enum DateText {
    private static let microsecondsPerDay: Int64 = 86_400_000_000
    /// Days from 1970-01-01 to 2001-01-01, where Foundation's dates start.
    private static let daysToReferenceDate: Int64 = 11_323

    static func text(_ date: Date) -> String {
        // Within ±250,000 years; a date beyond is shown as the limit.
        let limit = 8e18
        let microseconds = Int64(max(-limit, min(limit, (date.timeIntervalSinceReferenceDate * 1e6).rounded())))
        let (dayNumber, ofDay) = floorDivide(microseconds, by: microsecondsPerDay)
        let (year, month, day) = civil(dayNumber + daysToReferenceDate)
        let (seconds, fraction) = ofDay.quotientAndRemainder(dividingBy: 1_000_000)
        let time = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { padded($0, 2) }.joined(separator: ":")
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T\(time).\(padded(fraction, 6))Z"
    }

    /// Returns the day alone: `2026-11-21`.
    static func day(_ date: Date) -> String { String(text(date).prefix(10)) }

    /// Returns the date of a text in the form above, in which the fraction, the time and the `Z` are optional; `nil` for other texts.
    static func date(_ text: some StringProtocol) -> Date? {
        let parts = text.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
        let date = parts[0].split(separator: "-", omittingEmptySubsequences: false).map { number($0) }
        guard date.count == 3, let year = date[0], let month = date[1], let day = date[2],
            (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day),
            let time = parts.count == 2 ? secondsOfDay(parts[1]) : 0
        else { return nil }
        let days = days(year: year, month: month, day: day)
        // 30 February would come out as a day of March.
        guard civil(days) == (year, month, day) else { return nil }
        return Date(timeIntervalSinceReferenceDate: Double((days - daysToReferenceDate) * 86_400) + time)
    }

    private static func secondsOfDay(_ text: some StringProtocol) -> Double? {
        let withoutZone = text.hasSuffix("Z") ? text.dropLast() : text[...]
        let fields = withoutZone.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(fields.count), let hours = number(fields[0]), let minutes = number(fields[1]),
            hours < 24, minutes < 60
        else { return nil }
        guard fields.count == 3 else { return Double(hours * 3600 + minutes * 60) }
        let parts = fields[2].split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, let seconds = number(parts[0]), seconds < 60 else { return nil }
        var result = Double(hours * 3600 + minutes * 60 + seconds)
        if parts.count == 2 {
            guard (1...6).contains(parts[1].count), let fraction = number(parts[1]) else { return nil }
            result += Double(fraction) / pow(10, Double(parts[1].count))
        }
        return result
    }

    private static func number(_ text: some StringProtocol) -> Int64? {
        guard (1...9).contains(text.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int64(text)
    }

    private static func padded(_ number: Int64, _ width: Int) -> String {
        let digits = String(number.magnitude)
        return (number < 0 ? "-" : "") + String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    private static func floorDivide(_ number: Int64, by divisor: Int64) -> (Int64, Int64) {
        let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }

    // The Gregorian calendar repeats every 400 years (146,097 days). With years that start in March, the leap day comes last
    // and the lengths of months follow one line: (153 m + 2) / 5 days before month m.

    private static func civil(_ daysSince1970: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let (era, ofEra) = floorDivide(daysSince1970 + 719_468, by: 146_097)
        let yearOfEra = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let dayOfYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
    }

    private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
        let (era, yearOfEra) = floorDivide(month <= 2 ? year - 1 : year, by: 400)
        let marchMonth = month > 2 ? month - 3 : month + 9
        let dayOfYear = (153 * marchMonth + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}
