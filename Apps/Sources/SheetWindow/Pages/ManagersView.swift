import GtkSupport
import LoginSheet

/// The page on which the user chooses the password manager that answers from now on.
@MainActor final class ManagersView: SheetView {
    private let box = Box(vertical: true, spacing: 12)
    private let post: @MainActor (SheetEvent) -> Void
    private var shown: [PasswordManagerChoice] = []

    var widget: Widget { Widget(box) }

    init(_ post: @escaping @MainActor (SheetEvent) -> Void) {
        self.post = post
        box.setMargins(24)
    }

    func show(_ choices: [PasswordManagerChoice]) {
        guard choices != shown else { return }
        shown = choices
        box.removeAll()
        box.append(Label(text("Which password manager should answer from now on?")))
        for choice in choices {
            let button = Button(SheetTexts.short(choice.title))
            button.setClass("pill")
            button.onClick { [post] in post(.chooseManager(choice.name)) }
            box.append(button)
        }
    }

    func clear() { box.removeAll() }
}
