/// A table with aligned columns for users, or lines with tabs between the columns and nothing else, for `cut` and `awk`.
struct TextTable {
    let titles: [String]
    /// Escaped text; with titles, each row has as many cells as there are titles.
    let rows: [[String]]

    func text(_ style: Style, isForPeople: Bool) -> String {
        guard isForPeople else { return rows.map { $0.joined(separator: "\t") + "\n" }.joined() }
        guard !rows.isEmpty else { return "" }
        let lines = Self.aligned([titles] + rows)
        return style.heading(lines[0]) + "\n" + lines.dropFirst().map { $0 + "\n" }.joined()
    }

    /// Returns lines with aligned columns.
    ///
    /// - Parameter rows: escaped text; each row has as many cells as the first.
    static func aligned(_ rows: [[String]]) -> [String] {
        let widths = (rows.first ?? []).indices.map { column in rows.map { width($0[column]) }.max() ?? 0 }
        return rows.map { zip($0, widths).map(padded).joined(separator: "  ").trimmingTrailingSpaces }
    }

    static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - Self.width(text)))
    }

    /// Returns the width of a text in columns of a terminal: ideographs and emoji take two, combining marks none.
    static func width(_ text: String) -> Int {
        text.unicodeScalars.reduce(0) { $0 + width($1) }
    }

    private static func width(_ scalar: Unicode.Scalar) -> Int {
        guard scalar.value >= 0x300 else { return 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        if scalar.properties.isEmojiPresentation { return 2 }
        return wide.contains { $0.contains(scalar.value) } ? 2 : 1
    }

    /// The blocks that Unicode's East Asian Width calls wide.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115f, 0x2e80...0x303e, 0x3041...0xa4cf, 0xac00...0xd7a3, 0xf900...0xfaff, 0xfe30...0xfe6f,
        0xff00...0xff60, 0xffe0...0xffe6, 0x20000...0x3fffd,
    ]
}

extension String {
    fileprivate var trimmingTrailingSpaces: String {
        var result = self[...]
        while result.last == " " { result.removeLast() }
        return String(result)
    }
}
