import Glibc
import KeychainServices
import LinuxSupport

/// Items for users, with one line or one block each. If the output is not a terminal, lines with tabs between the columns and nothing
/// else, for `cut` and `awk`.
struct ItemTable {
    private static let titles = ["CLASS", "SERVICE/SERVER", "ACCOUNT", "LABEL", "GROUP", "MODIFIED"]

    private let style: Style
    private let isForPeople: Bool

    init(for descriptor: Int32 = STDOUT_FILENO) {
        style = Style(for: descriptor)
        isForPeople = isatty(descriptor) == 1
    }

    /// Returns one line per item.
    func lines(_ items: [Item]) -> String {
        TextTable(titles: Self.titles, rows: items.map(Self.cells)).text(style, isForPeople: isForPeople)
    }

    /// Returns one block per item, with one line per attribute.
    func blocks(_ items: [Item]) -> String {
        items.map { item in
            let title = style.heading(ItemClassName.name(of: item.itemClass)) + "\n"
            let width = item.attributes.map { AttributeName.name(of: $0.key).count }.max() ?? 0
            return title
                + item.attributes.map { key, value in
                    let name = TextTable.padded(AttributeName.name(of: key), width)
                    return "  \(name)  \(UntrustedText.forTerminal(AttributeText.text(value, of: key)))\n"
                }.joined()
        }.joined(separator: "\n")
    }

    private static func cells(_ item: Item) -> [String] {
        let place: AttributeKey = item[.service] == nil ? (item[.server] == nil ? .subject : .server) : .service
        let name: AttributeKey = item[.account] == nil ? .applicationTag : .account
        let texts = [place, name, .label, .accessGroup, .modificationDate].map { key in
            item[key].map { UntrustedText.forTerminal(AttributeText.text($0, of: key)) } ?? ""
        }
        return [ItemClassName.shortName(of: item.itemClass)] + texts
    }
}
