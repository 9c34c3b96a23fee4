import GtkSupport
import PasswordVault
import Secrets

/// The editor of a secret of one line, with a button that reveals it, a generator and a strength meter.
@MainActor final class SecretEditor: ValueEditor {
    var view: Widget { Widget(box) }
    private let box = Box(vertical: true, spacing: 4)
    private let input: SecretInput

    init(_ label: String, _ field: Field, _ context: WindowContext) {
        input = SecretInput(label, field)
        let generate = Button(icon: "view-refresh-symbolic", text("Generate {name}", ["name": label]))
        let meter = StrengthMeter()
        generate.onClick { [input] in
            GeneratorWindow.show(context) { secret in
                secret.withUnsafeBytes { input.field.set($0) }
                input.field.focus()
            }
        }
        input.view.append(generate)
        box.append(input.view)
        // Only passwords have a strength: users do not choose PINs and the numbers of cards.
        guard field.id == "password" else { return }
        box.append(meter.view)
        input.field.onChange { [input] in meter.judge(input.field) }
        meter.judge(input.field)
    }

    func write(to field: inout Field) { input.write(to: &field) }
    func setName(_ name: String) { input.field.name = name }
}

/// The editor of the secret of one-time codes, which can be read from a picture.
@MainActor final class CodeEditor: ValueEditor {
    var view: Widget { Widget(box) }
    private let box = Box(vertical: true, spacing: 4)
    private let input: SecretInput
    private let error = Label()

    init(_ label: String, _ field: Field, _ context: WindowContext) {
        input = SecretInput(label, field)
        error.setClass("error")
        error.setClass("caption")
        error.isVisible = false
        let picture = Button(icon: "insert-image-symbolic", text("Read {name} from a picture", ["name": label]))
        picture.onClick { [weak self] in self?.readPicture(context) }
        input.view.append(picture)
        box.append(input.view)
        box.append(error)
    }

    private func readPicture(_ context: WindowContext) {
        Task {
            let chooser = FileChooser(text("Picture of a QR code"), accept: text("Open"), .open(types: []))
            guard let path = await chooser.show(over: context.window) else { return }
            do {
                let secret = try await VaultThread().run { Secret(try QRCodeReader.read(imageAt: path)) }
                secret.withUnsafeBytes { input.field.set($0) }
                error.isVisible = false
            } catch {
                self.error.text = "\(error)"
                self.error.isVisible = true
            }
        }
    }

    func write(to field: inout Field) { input.write(to: &field) }
    func setName(_ name: String) { input.field.name = name }
}

/// A field for a secret of an item, with a button that reveals the secret.
@MainActor final class SecretInput {
    let view = Box(spacing: 6)
    let field: SecretField

    init(_ label: String, _ stored: Field) {
        field = SecretField(label)
        if case .secret(let secret) = stored.value { secret.withUnsafeBytes { field.set($0) } }
        field.setExpands(horizontally: true)
        let reveal = ToggleButton(icon: "view-reveal-symbolic", text("Show {name}", ["name": label]))
        reveal.onChange { [field] in field.isRevealed = reveal.isOn }
        view.append(field)
        view.append(reveal)
    }

    /// Writes the typed secret to the field. An unchanged secret stays the same object.
    func write(to stored: inout Field) {
        let typed = field.withUTF8 { Secret(SecretBytes(copying: $0)) }
        guard stored.value != .secret(typed) else { return }
        stored.set(.secret(typed))
    }
}
