import Foundation
import GtkSupport
import PasswordVault

/// A row for a file that belongs to an item.
@MainActor struct FileRow {
    let view = Box(spacing: 4)

    /// - Parameter canRemove: whether the item can be changed.
    init(_ file: Attachment, _ pane: ItemPane, canRemove: Bool) {
        let name = Label(file.name)
        name.setClass("field-value")
        let size = Label(hint: ByteCountFormatter.string(fromByteCount: Int64(file.size), countStyle: .file))
        view.setMargins(vertical: 8, horizontal: 12)
        view.append(TextLines.box(name, size))
        add("document-save-symbolic", text("Save {name} to a file", ["name": file.name])) { [unowned pane] in
            pane.save(file)
        }
        guard canRemove else { return }
        add("user-trash-symbolic", text("Remove {name}", ["name": file.name])) { [unowned pane] in pane.remove(file) }
    }

    private func add(_ icon: String, _ name: String, _ body: @escaping @MainActor () -> Void) {
        let button = Button(icon: icon, name)
        button.setClass("flat")
        button.setAlignment(vertical: .center)
        button.onClick(body)
        view.append(button)
    }
}
