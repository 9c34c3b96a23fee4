import GtkSupport
import KeychainServices

/// A row of the list.
@MainActor final class ItemRow {
    let view = Box(spacing: 10)
    private let icon = Icon("dialog-password-symbolic")
    private let title = Label(wraps: false)
    private let subtitle = Label(wraps: false)

    init() {
        view.setClass("item-row")
        let texts = Box(vertical: true, spacing: 0)
        texts.setExpands(horizontally: true)
        texts.setAlignment(vertical: .center)
        subtitle.setClass("dim-label")
        subtitle.setClass("item-subtitle")
        texts.append(title)
        texts.append(subtitle)
        icon.setPixels(20)
        view.append(icon)
        view.append(texts)
    }

    /// - Returns: the accessible name of the row.
    func show(_ entry: ListedItem) -> String {
        let title = entry.title.isEmpty ? text("Untitled") : entry.title
        let kind = entry.hasPrivateKey ? text("Certificate with private key") : entry.reference.itemClass.label
        icon.setIcon(entry.hasPrivateKey ? Kind.identities.icon : entry.reference.itemClass.icon)
        self.title.text = title
        subtitle.text = entry.subtitle.isEmpty ? kind : entry.subtitle
        return [title, entry.subtitle, kind].filter { !$0.isEmpty }.joined(separator: ", ")
    }
}
