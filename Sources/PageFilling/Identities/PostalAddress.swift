/// A postal address of several lines, as an identity stores it, split into its parts as far as they are certain.
///
/// Uncertain parts are left out: the user sees an empty field but may not notice a wrong one.
struct PostalAddress: Sendable, Equatable {
    /// The lines with street, house number and additions to them.
    private(set) var lines: [String] = []
    private(set) var city: String?
    private(set) var state: String?
    private(set) var postalCode: String?
    private(set) var country: String?

    /// The maximum number of lines that are read.
    private static let maximumLines = 10

    init(_ text: String) {
        var lines = text.split(whereSeparator: \.isNewline).prefix(Self.maximumLines)
            .map { $0.trimmed }.filter { !$0.isEmpty }
        // An address in one line has commas instead of line feeds.
        if lines.count == 1 { lines = lines[0].split(separator: ",").map { $0.trimmed }.filter { !$0.isEmpty } }
        if lines.count > 1, let last = lines.last, Region(last) != nil { country = lines.popLast() }
        // A number above the last lines is a house number and not a postal code.
        if lines.count > 1, let taken = take(lines, lines.count - 1) { lines.removeSubrange(taken) }
        self.lines = lines
    }

    /// Reads city, state and postal code.
    ///
    /// - Returns: the indices of the lines that contain them.
    private mutating func take(_ lines: [String], _ index: Int) -> ClosedRange<Int>? {
        let words = lines[index].split(separator: " ").map(String.init)
        if takeCodeFirst(words) || takeCodeLast(words) { return index...index }
        // “London” above “SW1A 1AA”.
        guard index > 1, Self.isPostalCode(lines[index]), Self.isCity(lines[index - 1]) else { return nil }
        (city, postalCode) = (lines[index - 1], lines[index])
        return index - 1...index
    }

    /// Reads a last line with the postal code first: “10115 Berlin”, “1012 AB Amsterdam”, “〒100-0001 東京都千代田区”.
    private mutating func takeCodeFirst(_ words: [String]) -> Bool {
        for count in [2, 1] where words.count > count {
            let code = words.prefix(count).joined(separator: " ")
            let rest = words.dropFirst(count).joined(separator: " ")
            guard Self.isPostalCode(code), Self.isCity(rest) else { continue }
            postalCode = code.hasPrefix("〒") ? String(code.dropFirst()) : code
            city = rest
            return true
        }
        return false
    }

    /// Reads a last line with the postal code last: “Springfield, IL 62701”, “Toronto ON M5V 2T6”, “London SW1A 1AA”.
    private mutating func takeCodeLast(_ words: [String]) -> Bool {
        for count in [2, 1] where words.count > count {
            let code = words.suffix(count).joined(separator: " ")
            var rest = words.dropLast(count).map { $0 }
            guard Self.isPostalCode(code) else { continue }
            if rest.count > 1, let last = rest.last, States.isCode(last) { state = rest.popLast() }
            let name = rest.joined(separator: " ").trimmed
            guard Self.isCity(name) else {
                state = nil
                continue
            }
            (city, postalCode) = (name, code)
            return true
        }
        return false
    }

    /// Whether a text may be a city: it has no digit and begins with a letter.
    private static func isCity(_ text: String) -> Bool {
        text.first?.isLetter ?? false && !text.contains { $0.isNumber }
    }

    /// Whether a text has the shape of a postal code: digits, possibly with letters before or after them.
    private static func isPostalCode(_ text: String) -> Bool {
        let shape = text.map { $0.isNumber && $0.isASCII ? "9" : $0.isLetter && $0.isASCII ? "A" : String($0) }.joined()
        return shapes.contains(shape)
    }

    private static let shapes: Set<String> = [
        "9999", "99999", "999999", "99999-9999", "99-999", "999 99", "9999-999", "9999 AA", "9999AA", "999-9999",
        "〒999-9999", "A-9999", "A-99999", "AA-9999", "AA-99999", "99999-999", "A9A 9A9", "A9A9A9",
        "A9 9AA", "A99 9AA", "AA9 9AA", "AA99 9AA", "A9A 9AA", "AA9A 9AA",
    ]
}

extension PostalAddress {
    /// Street and house number, for pages that have separate fields for them; `nil` if they cannot be told apart.
    var street: (name: String, number: String)? {
        guard let line = lines.first else { return nil }
        let words = line.split(separator: " ").map(String.init)
        guard words.count > 1, let first = words.first, let last = words.last else { return nil }
        if first.first?.isNumber ?? false, !(last.first?.isNumber ?? false) {
            return (words.dropFirst().joined(separator: " "), first.trimmed)
        }
        guard last.first?.isNumber ?? false, !(first.first?.isNumber ?? false) else { return nil }
        return (words.dropLast().joined(separator: " ").trimmed, last)
    }
}

extension StringProtocol {
    /// The text without leading and trailing blanks and commas.
    fileprivate var trimmed: String {
        let isEdge = { (character: Character) in character.isWhitespace || character == "," }
        let start = drop(while: isEdge)
        return String(start.reversed().drop(while: isEdge).reversed())
    }
}
