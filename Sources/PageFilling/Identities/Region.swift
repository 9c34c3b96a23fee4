import Foundation

/// A country: its code and its names in menus.
struct Region: Sendable, Equatable {
    /// The two-letter code of ISO 3166-1.
    let code: String

    /// Finds a country by its code or by its name in one of the languages of ``Vocabulary``; `nil` if there is none.
    init?(_ text: String) {
        let words = Words(text).joined
        guard !words.isEmpty, let code = Self.codes[words] else { return nil }
        self.code = code
    }

    /// The texts that menus use for the country: names first, then the code.
    var texts: [String] {
        let others = Self.otherNames.filter { $0.value == code }.map(\.key).sorted()
        return Self.names(code) + others + [code]
    }

    /// Names in addition to those in the system's locale data.
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

    /// The code of each country by its names, normalised by ``Words``.
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
