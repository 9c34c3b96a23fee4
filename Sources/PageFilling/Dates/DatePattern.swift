/// The format in which a page wants a date, as its texts show it: `MM/YY`, `TT.MM.JJJJ`, `12/2027`.
struct DatePattern: Sendable, Equatable {
    enum Part: Sendable, Equatable {
        case day, month, year
    }

    struct Piece: Sendable, Equatable {
        let part: Part
        /// The number of digits: 1, 2 or 4.
        let width: Int
    }

    let pieces: [Piece]
    let separator: String

    static let iso = DatePattern(pieces: [Piece(.year, 4), Piece(.month, 2), Piece(.day, 2)], separator: "-")
    static let isoMonth = DatePattern(pieces: [Piece(.year, 4), Piece(.month, 2)], separator: "-")

    /// Returns the pattern of month and year that is printed on cards.
    static func card(yearWidth: Int, separator: String) -> DatePattern {
        DatePattern(pieces: [Piece(.month, 2), Piece(.year, yearWidth)], separator: separator)
    }

    /// Formats a date.
    ///
    /// - Parameter day: 0 if there is none.
    /// - Returns: `nil` if the pattern has a day and the date has none.
    func text(year: Int, month: Int, day: Int = 0) -> String? {
        guard day > 0 || !pieces.contains(where: { $0.part == .day }) else { return nil }
        return pieces.map { piece in
            switch piece.part {
            case .day: Self.padded(day, piece.width)
            case .month: Self.padded(month, piece.width)
            case .year: Self.padded(piece.width == 2 ? year % 100 : year, piece.width)
            }
        }.joined(separator: separator)
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

extension DatePattern.Piece {
    init(_ part: DatePattern.Part, _ width: Int) { (self.part, self.width) = (part, width) }
}

extension DatePattern {
    /// Finds a pattern in a text; `nil` if there is none.
    ///
    /// - Parameter parts: 2 for month and year, 3 with a day.
    init?(in text: String, parts: Int) {
        let runs = Self.runs(text.prefix(200))
        guard runs.count >= parts else { return nil }
        for start in 0...runs.count - parts {
            let window = runs[start..<start + parts]
            let separators = Set(window.dropLast().map(\.after))
            guard separators.count == 1, let separator = separators.first ?? nil,
                let kinds = Self.kinds(window.map(\.text))
            else { continue }
            self.init(pieces: zip(kinds, window).map { Piece($0, $1.text.count) }, separator: separator)
            return
        }
        return nil
    }

    private struct Run {
        let text: String
        /// The separator between this run and the next one: one sign, possibly with blanks around it; `nil` for
        /// anything else.
        var after: String?
    }

    private static func runs(_ text: Substring) -> [Run] {
        var runs: [Run] = []
        var rest = text[...]
        while let first = rest.first {
            if isPart(first) {
                let run = rest.prefix { $0 == first || first.isNumber && $0.isNumber }
                rest = rest.dropFirst(run.count)
                runs.append(Run(text: run.uppercased()))
                let gap = rest.prefix { !isPart($0) }
                // Letters without a sign between them are words and not a pattern.
                let sign = gap.filter { !$0.isWhitespace }
                let isSign = sign.count == 1 && sign.allSatisfy { "/.-–".contains($0) }
                runs[runs.count - 1].after = isSign ? String(gap) : nil
                rest = rest.dropFirst(gap.count)
            } else {
                rest = rest.dropFirst()
            }
        }
        return runs
    }

    private static func isPart(_ character: Character) -> Bool {
        character.isNumber && character.isASCII || character.isLetter
    }

    /// Returns the parts of a date that the runs stand for, in any of the languages; `nil` if they are not a date.
    private static func kinds(_ runs: [String]) -> [Part]? {
        guard runs.allSatisfy({ [1, 2, 4].contains($0.count) }) else { return nil }
        if runs.allSatisfy({ $0.allSatisfy(\.isNumber) }) { return kinds(ofNumbers: runs) }
        let letters = runs.map { String($0.prefix(1)) }
        guard letters.allSatisfy({ "MDYJATRGМДГ".contains($0) }) else { return nil }
        // “AA/YY” is Turkish, where A is the month; in Romance languages A is the year.
        let isTurkish = letters.contains("A") && letters.contains("Y")
        let months = letters.indices.filter { ["M", "М"].contains(letters[$0]) || isTurkish && letters[$0] == "A" }
        guard months.count == 1, let month = months.first, runs[month].count <= 2 else { return nil }
        let others = runs.indices.filter { $0 != month }
        let year =
            others.first { runs[$0].count == 4 }
            ?? others.first { ["Y", "A", "R", "Г"].contains(letters[$0]) }
            ?? (others.count == 1 ? others.first : others.first { letters[$0] == "J" })
        guard let year, runs[year].count != 1 else { return nil }
        return runs.indices.map { $0 == month ? .month : $0 == year ? .year : .day }
    }

    /// Returns the parts of an example date that is written in numbers; `nil` if it is not a date, or can be read in
    /// more than one way.
    private static func kinds(ofNumbers runs: [String]) -> [Part]? {
        let numbers = runs.compactMap { Int($0) }
        switch runs.map(\.count) {
        case [2, 2] where (1...12).contains(numbers[0]), [2, 4] where (1...12).contains(numbers[0]):
            return [.month, .year]
        case [4, 2]: return [.year, .month]
        case [4, 2, 2]: return [.year, .month, .day]
        case [2, 2, 4] where numbers[0] > 12 && numbers[1] <= 12: return [.day, .month, .year]
        case [2, 2, 4] where numbers[1] > 12 && numbers[0] <= 12: return [.month, .day, .year]
        default: return nil
        }
    }
}
