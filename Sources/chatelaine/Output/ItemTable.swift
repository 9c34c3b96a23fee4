import Glibc
import KeychainServices

/// Items for people: one line each, or one block each. Where nobody looks, lines with tabs between the columns and nothing
/// else, for `cut` and `awk`.
struct ItemTable {
    private static let titles = ["CLASS", "SERVICE/SERVER", "ACCOUNT", "LABEL", "GROUP", "MODIFIED"]

    private let style: Style
    private let isForPeople: Bool

    init(for descriptor: Int32 = STDOUT_FILENO) {
        style = Style(for: descriptor)
        isForPeople = isatty(descriptor) == 1
    }

    /// One line per item.
    func lines(_ items: [Item]) -> String {
        let rows = items.map(Self.cells)
        guard isForPeople else { return rows.map { $0.joined(separator: "\t") + "\n" }.joined() }
        guard !rows.isEmpty else { return "" }
        let all = [Self.titles] + rows
        let widths = Self.titles.indices.map { column in all.map { Self.width($0[column]) }.max() ?? 0 }
        let lines = all.map { cells in
            zip(cells, widths).map(Self.padded).joined(separator: "  ").trimmingTrailingSpaces
        }
        return style.heading(lines[0]) + "\n" + lines.dropFirst().map { $0 + "\n" }.joined()
    }

    /// One block per item, with one line per attribute.
    func blocks(_ items: [Item]) -> String {
        items.map { item in
            let title = style.heading(ItemClassName.name(of: item.itemClass)) + "\n"
            let width = item.attributes.map { AttributeName.name(of: $0.key).count }.max() ?? 0
            return title
                + item.attributes.map { key, value in
                    let name = Self.padded(AttributeName.name(of: key), width)
                    return "  \(name)  \(TerminalText.escape(AttributeText.text(value, of: key)))\n"
                }.joined()
        }.joined(separator: "\n")
    }

    private static func cells(_ item: Item) -> [String] {
        let place: AttributeKey = item[.service] == nil ? (item[.server] == nil ? .subject : .server) : .service
        let name: AttributeKey = item[.account] == nil ? .applicationTag : .account
        let texts = [place, name, .label, .accessGroup, .modificationDate].map { key in
            item[key].map { TerminalText.escape(AttributeText.text($0, of: key)) } ?? ""
        }
        return [ItemClassName.shortName(of: item.itemClass)] + texts
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - Self.width(text)))
    }

    /// In columns of a terminal: ideographs and emoji take two, marks none.
    private static func width(_ text: String) -> Int {
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
