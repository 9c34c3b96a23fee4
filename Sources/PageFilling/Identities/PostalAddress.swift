/// An address as an identity keeps it, in lines, taken apart as far as that is sure.
///
/// What cannot be told is left out: a field that stays empty is seen, a wrong one may not be.
struct PostalAddress: Sendable, Equatable {
    /// Street, house number and what is beside them.
    private(set) var lines: [String] = []
    private(set) var city: String?
    private(set) var state: String?
    private(set) var postalCode: String?
    private(set) var country: String?

    /// Lines that are looked at.
    private static let mostLines = 10

    init(_ text: String) {
        var lines = text.split(whereSeparator: \.isNewline).prefix(Self.mostLines)
            .map { $0.trimmed }.filter { !$0.isEmpty }
        // An address in one line.
        if lines.count == 1 { lines = lines[0].split(separator: ",").map { $0.trimmed }.filter { !$0.isEmpty } }
        if lines.count > 1, let last = lines.last, Region(last) != nil { country = lines.popLast() }
        // Above the last line a number is a house's.
        if lines.count > 1, let taken = take(lines, lines.count - 1) { lines.removeSubrange(taken) }
        self.lines = lines
    }

    /// Reads city, state and postal code.
    ///
    /// - Returns: the lines that have them.
    private mutating func take(_ lines: [String], _ index: Int) -> ClosedRange<Int>? {
        let words = lines[index].split(separator: " ").map(String.init)
        if takeCodeFirst(words) || takeCodeLast(words) { return index...index }
        // “London” above “SW1A 1AA”.
        guard index > 1, Self.isPostalCode(lines[index]), Self.isCity(lines[index - 1]) else { return nil }
        (city, postalCode) = (lines[index - 1], lines[index])
        return index - 1...index
    }

    /// “10115 Berlin”, “1012 AB Amsterdam”, “〒100-0001 東京都千代田区”.
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

    /// “Springfield, IL 62701”, “Toronto ON M5V 2T6”, “London SW1A 1AA”.
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

    /// Has no digit and begins with a letter.
    private static func isCity(_ text: String) -> Bool {
        text.first?.isLetter ?? false && !text.contains { $0.isNumber }
    }

    /// By its shape: digits, perhaps with letters before or after them.
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
    /// Street and house number, where a page asks for them apart; nil if they cannot be told.
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
    /// Without blanks and commas around it.
    fileprivate var trimmed: String {
        let isEdge = { (character: Character) in character.isWhitespace || character == "," }
        let start = drop(while: isEdge)
        return String(start.reversed().drop(while: isEdge).reversed())
    }
}
