import Foundation

/// A country: its code, and what menus call it.
struct Region: Sendable, Equatable {
    /// As ISO 3166-1 has it, two letters.
    let code: String

    /// By its code or its name in one of the languages of ``Vocabulary``; nil if it is none.
    init?(_ text: String) {
        let words = Words(text).joined
        guard !words.isEmpty, let code = Self.codes[words] else { return nil }
        self.code = code
    }

    /// What menus call it: names first, then the code.
    var texts: [String] {
        let others = Self.otherNames.filter { $0.value == code }.map(\.key).sorted()
        return Self.names(code) + others + [code]
    }

    /// Beside the names that the system knows.
    private static let otherNames = [
        "USA": "US", "United States of America": "US", "U.S.A.": "US", "U.S.": "US",
        "Vereinigte Staaten von Amerika": "US",
        "UK": "GB", "Great Britain": "GB", "Großbritannien": "GB", "England": "GB", "GBR": "GB", "Holland": "NL",
        "Czech Republic": "CZ", "Tschechische Republik": "CZ", "Deutschland": "DE", "DEU": "DE", "AUT": "AT",
        "CHE": "CH",
        "FRA": "FR", "ESP": "ES", "ITA": "IT", "NLD": "NL", "POL": "PL", "PRT": "PT", "BRA": "BR", "JPN": "JP",
        "CHN": "CN", "CAN": "CA", "AUS": "AU", "TUR": "TR", "RUS": "RU", "MEX": "MX", "Korea": "KR",
        "South Korea": "KR",
        "Russian Federation": "RU", "Viet Nam": "VN", "Türkiye": "TR", "Turkey": "TR",
    ]

    private static func names(_ code: String) -> [String] {
        var names: [String] = []
        for locale in locales {
            guard let name = locale.localizedString(forRegionCode: code), !names.contains(name) else { continue }
            names.append(name)
        }
        return names
    }

    private static let locales = Languages.all.map { Locale(identifier: $0) }

    /// From what countries are called, as ``Words`` has it.
    private static let codes: [String: String] = {
        var codes: [String: String] = [:]
        for region in Locale.Region.isoRegions where region.identifier.count == 2 {
            codes[Words(region.identifier).joined] = region.identifier
            for name in names(region.identifier) { codes[Words(name).joined] = region.identifier }
        }
        for (name, code) in otherNames { codes[Words(name).joined] = code }
        return codes
    }()
}
