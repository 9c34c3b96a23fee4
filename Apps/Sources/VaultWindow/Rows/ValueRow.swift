import GtkSupport
import PasswordVault

/// A row for a field of an item: its label, its value, and buttons.
@MainActor final class ValueRow {
    /// The text in place of every secret, whatever the secret's length.
    static let bullets = "••••••••"

    let view = Box(spacing: 4)
    private let value = Label()
    private let context: WindowContext
    private let label: String
    private var isRevealed = false

    private init(_ label: String, _ context: WindowContext) {
        (self.label, self.context) = (label, context)
        let name = Label(hint: label.startingUppercase)
        value.setClass("field-value")
        view.setMargins(vertical: 8, horizontal: 12)
        view.append(TextLines.box(name, value))
    }

    /// Creates a row for a text that is not secret.
    convenience init(_ label: String, _ words: String, _ kind: FieldKind, _ context: WindowContext) {
        self.init(label, context)
        value.text = words
        if kind.isWebPage, words.hasPrefix("https://") || words.hasPrefix("http://") {
            add("web-browser-symbolic", text("Open {name}", ["name": label])) { [context] in
                DesktopPrograms.show(page: words, over: context.window)
            }
        }
        addCopy(Secret(words))
    }

    /// Creates a row for a secret, which is hidden until the user reveals it.
    convenience init(_ label: String, _ secret: Secret, _ context: WindowContext) {
        self.init(label, context)
        value.text = Self.bullets
        let reveal = ToggleButton(icon: "view-reveal-symbolic", text("Reveal {name}", ["name": label]))
        reveal.onChange { [self] in
            value.text = reveal.isOn ? secret.text : Self.bullets
            value.setClass("monospace", reveal.isOn)
            reveal.setIcon(reveal.isOn ? "view-conceal-symbolic" : "view-reveal-symbolic")
        }
        append(reveal)
        if secret.count <= LargeTypeWindow.longest {
            add("view-fullscreen-symbolic", text("Show {name} in large type", ["name": label])) { [context] in
                LargeTypeWindow.show(label, secret.text, context)
            }
        }
        addCopy(secret)
    }

    private func addCopy(_ secret: Secret) {
        add("edit-copy-symbolic", text("Copy {name}", ["name": label])) { [context, label] in
            context.copy(secret, label.startingUppercase)
        }
    }

    private func add(_ icon: String, _ name: String, _ body: @escaping @MainActor () -> Void) {
        let button = Button(icon: icon, name)
        button.onClick(body)
        append(button)
    }

    private func append(_ button: some WidgetKind) {
        button.setClass("flat")
        button.setAlignment(vertical: .center)
        view.append(button)
    }
}
