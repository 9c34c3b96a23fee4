import GtkSupport
import PasswordVault

/// The former secrets of an item, the newest first.
@MainActor enum HistoryWindow {
    static func show(_ item: VaultItem, _ context: WindowContext) {
        let explanation = Label(text("Replaced passwords are kept here. Other fields are not."))
        explanation.setClass("dim-label")
        explanation.setMargins(16)
        let content = Box(vertical: true, spacing: 0)
        content.append(explanation)
        content.append(list(item, context))
        context.show(Window(text("History"), width: 480, height: 420, content: Scroller(Clamp(content))))
    }

    private static func list(_ item: VaultItem, _ context: WindowContext) -> PlainList {
        let list = PlainList(framed: text("Former secrets"))
        for former in item.history {
            let label = text("{name}, until {date}", ["name": former.label, "date": Dates.moment(former.until)])
            let row =
                former.isShown
                ? ValueRow(label, former.secret, context)
                : ValueRow(label, text("Kept, and never shown"), .text, context)
            list.appendFixed(row.view)
        }
        list.setAlignment(vertical: .start)
        list.setMargins(16)
        list.isVisible = !item.history.isEmpty
        return list
    }
}
