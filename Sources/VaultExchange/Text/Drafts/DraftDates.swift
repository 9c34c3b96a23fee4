import Foundation
import PasswordVault

/// Dates as text files write them.
enum DraftDates {
    /// Whether a value may be stored in a field of a kind.
    static func fits(_ value: String, _ kind: FieldKind) -> Bool {
        switch kind {
        case .date: day(value) == value
        case .monthYear: monthYear(value) == value
        case .text, .concealed, .email, .url, .oneTimeCode, .telephone, .address, .menu, .passkey, .unknown: true
        }
    }

    /// Returns a month as a field has it, `2026-11`, from `11/26`, `11/2026`, `2026-11`, `112026`, `2026-11-30` or `November,2026`.
    static func monthYear(_ text: String) -> String? {
        let parts = text.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        switch parts.count {
        case 1 where text.count == 6 && text.allSatisfy(\.isASCII):
            return monthYear(month: String(text.prefix(2)), year: String(text.suffix(4)))
        case 2 where parts[0].count == 4: return monthYear(month: parts[1], year: parts[0])
        case 2: return monthYear(month: parts[0], year: parts[1])
        case 3 where parts[0].count == 4: return monthYear(month: parts[1], year: parts[0])
        default: return nil
        }
    }

    /// Returns a month as a field has it from its two parts.
    static func monthYear(month: String, year: String) -> String? {
        let names = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
        let named = names.firstIndex(of: String(month.lowercased().prefix(3))).map { $0 + 1 }
        guard let month = Int(month) ?? named, (1...12).contains(month), let year = Int(year), year >= 0 else {
            return nil
        }
        let full = year < 100 ? 2000 + year : year
        guard (1900...2999).contains(full) else { return nil }
        return "\(full)-" + (month < 10 ? "0\(month)" : "\(month)")
    }

    /// Returns a day as a field has it, `2026-11-22`, if the text is one: the order of day and month is not guessed.
    static func day(_ text: String) -> String? {
        let parts = text.prefix { $0 != "T" && $0 != " " }.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts.map(\.count) == [4, 2, 2], parts.allSatisfy({ $0.allSatisfy(\.isNumber) }),
            let month = Int(parts[1]), (1...12).contains(month), let day = Int(parts[2]), (1...31).contains(day)
        else { return nil }
        return parts.joined(separator: "-")
    }

    /// Returns a time: seconds or milliseconds since 1970, or a date of ISO 8601.
    static func time(_ text: String) -> Date? {
        if let number = Double(text) {
            // The year 5138 in seconds is 1973 in milliseconds.
            let seconds = number > 100_000_000_000 ? number / 1000 : number
            return (1...253_402_300_799).contains(seconds) ? Date(timeIntervalSince1970: seconds) : nil
        }
        return try? Date(text, strategy: .iso8601)
    }
}
