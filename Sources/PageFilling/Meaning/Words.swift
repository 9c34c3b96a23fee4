import Foundation

/// A text as a list of words that can be compared: without case, accents, width and punctuation.
///
/// `cardNumber2`, `card-number 2` and `Card number 2` are equal. In scripts without blanks between words, each
/// character counts as a word.
struct Words: Sendable, Equatable {
    /// The maximum number of characters that are read from a text: a field's name is among the first.
    private static let maximumCharacters = 160

    let list: [String]

    init(_ text: String) {
        var parts: [String] = []
        var part = ""
        var previous = Kind.other
        let scalars = Array(
            text.prefix(Self.maximumCharacters).precomposedStringWithCompatibilityMapping.unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            let kind = Kind(scalar)
            let next = index + 1 < scalars.count ? Kind(scalars[index + 1]) : .other
            if kind.begins(after: previous, before: next), !part.isEmpty {
                parts.append(part)
                part = ""
            }
            if kind != .other { part.unicodeScalars.append(scalar) }
            previous = kind
        }
        if !part.isEmpty { parts.append(part) }
        list = parts.map(Self.folded)
    }

    /// The words with blanks between them.
    var joined: String { list.joined(separator: " ") }

    private static func folded(_ word: String) -> String {
        // Letters that diacritic folding keeps, with the usual spelling on keyboards without them.
        let letters: [Character: String] = ["ß": "ss", "ı": "i", "ø": "o", "ł": "l", "æ": "ae", "œ": "oe"]
        let folded = word.lowercased().folding(options: .diacriticInsensitive, locale: nil)
        guard folded.contains(where: { letters[$0] != nil }) else { return folded }
        return folded.reduce(into: "") { $0 += letters[$1] ?? String($1) }
    }

    private enum Kind {
        case lower, upper, digit, ideograph, mark, other

        init(_ scalar: Unicode.Scalar) {
            switch scalar.value {
            // The voicing marks of kana as separate code points.
            case 0x3099, 0x309A: self = .mark
            // Kana, Han and the iteration mark.
            case 0x3005, 0x3040...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF: self = .ideograph
            default:
                let properties = scalar.properties
                switch properties.generalCategory {
                case .decimalNumber: self = .digit
                case .uppercaseLetter, .titlecaseLetter: self = .upper
                case .lowercaseLetter, .otherLetter, .modifierLetter: self = .lower
                case .nonspacingMark, .spacingMark: self = .mark
                default: self = .other
                }
            }
        }

        /// Whether a new word begins here: `firstName`, `CCNumber`, `line2`.
        func begins(after previous: Kind, before next: Kind) -> Bool {
            switch (previous, self) {
            case (_, .other), (_, .ideograph), (.ideograph, _): self != .mark
            case (_, .mark): false
            case (.digit, .digit), (.lower, .lower), (.upper, .lower), (.mark, .lower), (.mark, .upper): false
            case (.upper, .upper): next == .lower
            default: true
            }
        }
    }
}
