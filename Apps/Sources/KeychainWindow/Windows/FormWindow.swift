import GtkSupport

/// A window with fields, one button, and the place of an error: what is typed is used on another thread, and the window stays until that
/// has worked.
@MainActor final class FormWindow {
    let box = Box(vertical: true, spacing: 12)
    private let context: WindowContext
    private let window: Window
    private let error = Label()
    private let button: Button
    private let spinner = Spinner()
    private let action: @MainActor () async throws -> Void

    /// - Parameters:
    ///   - fill: adds the fields to a box, above the button.
    ///   - action: called when the button is pressed; the window closes unless it throws.
    init(
        _ title: String, button label: String, _ context: WindowContext, fill: (Box) -> Void,
        action: @escaping @MainActor () async throws -> Void
    ) {
        (self.context, self.action) = (context, action)
        button = Button(label)
        box.setMargins(18)
        fill(box)
        error.setClass("error")
        error.isVisible = false
        spinner.isSpinning = false
        button.setClass("suggested-action")
        for part in [Widget(error), Widget(button), Widget(spinner)] { box.append(part) }
        window = Window(title, width: 400, content: Clamp(box))
        // The window's widgets hold this closure, and the closure holds this object.
        button.onClick { [self] in perform() }
    }

    func show() { context.show(window) }

    /// Has Return in a field press the button.
    func submit(by field: SecretField) { field.onReturn { [weak self] in self?.perform() } }

    private func perform() {
        guard !spinner.isSpinning else { return }
        (spinner.isSpinning, button.isEnabled, error.isVisible) = (true, false, false)
        Task {
            do {
                try await action()
                window.close()
            } catch {
                self.error.text = ErrorText.message(error)
                self.error.isVisible = true
            }
            (spinner.isSpinning, button.isEnabled) = (false, true)
        }
    }
}

/// Two fields for a new secret.
@MainActor struct NewSecretFields {
    let (first, second): (SecretField, SecretField)

    init(_ name: String) { (first, second) = (SecretField(name), SecretField(text("{name} again", ["name": name]))) }

    func add(to box: Box) {
        box.append(first)
        box.append(second)
        first.onReturn { [second] in second.focus() }
    }

    /// - Throws: a ``Failure`` if the fields differ or are empty.
    func secret() throws -> TypedSecret {
        guard !first.isEmpty else { throw Failure(message: text("Type a password.")) }
        let (one, other) = (TypedSecret(first), TypedSecret(second))
        guard one.bytes.equals(other.bytes) else { throw Failure(message: text("The two are not the same.")) }
        return one
    }
}
