import Foundation

/// A day or a month in the form that items store: `1990-01-31`, `2027-11`.
struct CalendarDate: Sendable, Equatable {
    let year: Int
    let month: Int
    /// The day of the month, or 0 for the whole month.
    let day: Int

    init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { $0.allSatisfy { $0.isASCII && $0.isNumber } ? Int($0) : nil }
        guard numbers.count == parts.count, numbers.count == 2 || numbers.count == 3, parts[0].count == 4,
            (1...12).contains(numbers[1]), numbers.count == 2 || (1...31).contains(numbers[2])
        else { return nil }
        (year, month, day) = (numbers[0], numbers[1], numbers.count == 3 ? numbers[2] : 0)
    }

    /// The texts that menus use for the month, its number first.
    var monthTexts: [String] { [String(month)] + (Self.monthNames[month] ?? []) }

    /// Whether a text is the name of a month.
    static func isMonth(_ month: Int, _ text: Words) -> Bool { foldedNames[month]?.contains(text.joined) ?? false }

    private static let foldedNames = monthNames.mapValues { Set($0.map { Words($0).joined }) }

    var yearTexts: [String] { [String(year), String(year % 100)] }

    /// The names of each month, long and short, in the languages of ``Vocabulary``.
    private static let monthNames: [Int: [String]] = {
        var names: [Int: [String]] = [:]
        for language in Languages.all {
            var calendar = Calendar(identifier: .gregorian)
            calendar.locale = Locale(identifier: language)
            for symbols in [
                calendar.standaloneMonthSymbols, calendar.monthSymbols, calendar.shortStandaloneMonthSymbols,
                calendar.shortMonthSymbols,
            ] {
                for (index, name) in symbols.enumerated() { names[index + 1, default: []].append(name) }
            }
        }
        return names
    }()
}

/// The languages of ``Vocabulary``, to look up names of months and countries in the system's locale data.
enum Languages {
    static let all = [
        "en", "de", "es", "fr", "pt", "it", "nl", "pl", "tr", "ru", "ja", "zh-Hans", "zh-Hant", "ko", "ar", "he", "hi",
        "uk",
        "sv", "da", "nb", "cs", "sk", "hu", "ro", "el", "fi", "id", "vi", "th",
    ]
}
