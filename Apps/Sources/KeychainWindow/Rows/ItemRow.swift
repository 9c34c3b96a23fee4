import GtkSupport
import KeychainServices

/// A row of the list.
@MainActor final class ItemRow {
    let view = Box(spacing: 10)
    private let icon = Icon("dialog-password-symbolic")
    private let titles = RowTitles()

    init() {
        view.setClass("item-row")
        icon.setPixels(20)
        view.append(icon)
        view.append(titles.view)
    }

    /// - Returns: the accessible name of the row.
    func show(_ entry: ListedItem) -> String {
        let title =
            entry.demand.map { text("Asks for {what}", ["what": AttributeLabel.demand($0)]) }
            ?? (entry.title.isEmpty ? text("Untitled") : entry.title)
        let kind = entry.hasPrivateKey ? text("Certificate with private key") : entry.reference.itemClass.label
        icon.setIcon(entry.hasPrivateKey ? Kind.identities.icon : entry.reference.itemClass.icon)
        titles.show(title, entry.subtitle.isEmpty ? kind : entry.subtitle)
        return [title, entry.subtitle, kind].filter { !$0.isEmpty }.joined(separator: ", ")
    }
}
