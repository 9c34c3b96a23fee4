import Foundation
import GtkSupport

/// A row for something that is not secret: its name, its value, and a button that copies it.
@MainActor struct TextRow {
    let view = Box(spacing: 4)

    /// - Parameter style: a class of the style sheet for the value.
    init(_ name: String, _ words: String, _ context: WindowContext, style: String? = nil) {
        let value = Label(words)
        value.setClass("field-value")
        if let style { value.setClass(style) }
        view.setMargins(vertical: 6, horizontal: 12)
        view.append(TextLines.box(Label(hint: name), value))
        let copy = Button(icon: "edit-copy-symbolic", text("Copy {name}", ["name": name]))
        copy.setClass("flat")
        copy.setAlignment(vertical: .center)
        copy.onClick { [context] in
            PlainClipboard.copy(words)
            context.say(text("{name} copied", ["name": name]))
        }
        view.append(copy)
    }
}
