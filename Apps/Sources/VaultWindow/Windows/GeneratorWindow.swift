import GtkSupport
import PasswordVault

/// The window of the password generator.
@MainActor final class GeneratorWindow {
    /// Shows the generator.
    ///
    /// - Parameter use: gets the password that the user takes; `nil` to copy it and store it in the vault, so that it is not lost.
    static func show(_ context: WindowContext, use: (@MainActor (Secret) -> Void)? = nil) {
        let generator = GeneratorWindow(context, use)
        context.show(generator.window)
        // Otherwise the label with the password would be focused, and its text selected.
        generator.take.focus()
    }

    private let context: WindowContext
    private let use: (@MainActor (Secret) -> Void)?
    private let window: Window
    private let preview = Label()
    private let error = Label()
    private let meter = StrengthMeter()
    private let take: Button
    private let pages: GeneratorForm
    private var made: Secret?

    private init(_ context: WindowContext, _ use: (@MainActor (Secret) -> Void)?) {
        (self.context, self.use) = (context, use)
        take = Button(use == nil ? text("Copy and Keep") : text("Use"))
        pages = GeneratorForm(context.preferences.generator)
        let content = Box(vertical: true, spacing: 14)
        window = Window(text("Password Generator"), width: 400, content: content)
        build(content)
        // The window's widgets hold these closures, and the closures hold this object.
        pages.onChange = { [self] in generate() }
        take.onClick { [self] in finish() }
        generate()
    }

    private func build(_ content: Box) {
        content.setMargins(vertical: 18, horizontal: 18)
        preview.setClass("password-preview")
        preview.setSelectable(true)
        preview.center()
        preview.setLeastSize(height: 60)
        preview.setAccessibleDescription(text("Generated password"))
        error.setClass("error")
        error.isVisible = false
        let again = Button(icon: "view-refresh-symbolic", text("Generate another"))
        again.onClick { [self] in generate() }
        take.setClass("suggested-action")
        take.setExpands(horizontally: true)
        let buttons = Box(spacing: 8)
        buttons.append(again)
        buttons.append(take)
        for part in [Widget(preview), Widget(meter.view), Widget(error), Widget(pages.view), Widget(buttons)] {
            content.append(part)
        }
    }

    private func generate() {
        context.preferences.generator = pages.options
        do {
            let (secret, entropy) = try pages.options.make()
            made = secret
            preview.setMarkup(Self.coloured(secret.text))
            meter.show(entropy)
        } catch {
            made = nil
            preview.text = ""
            self.error.text = "\(error)"
        }
        error.isVisible = made == nil
        take.isEnabled = made != nil
    }

    /// Returns markup with digits and symbols in colours that are legible on light and on dark.
    private static func coloured(_ password: String) -> String {
        password.map { character in
            let escaped = Label.escape(String(character))
            return switch CharacterKind(character) {
            case .letter: escaped
            case .digit: "<span foreground=\"#3584e4\">\(escaped)</span>"
            case .symbol: "<span foreground=\"#e5484d\">\(escaped)</span>"
            }
        }.joined()
    }

    private func finish() {
        guard let made else { return }
        window.close()
        if let use { return use(made) }
        context.copy(made, text("Password"))
        context.run { [context] in
            var item = VaultItem(.password, title: text("Generated password"))
            item["password"] = .secret(made)
            let new = item
            _ = try await context.session.perform { try $0.save(new) }
            try await context.library.reload()
        }
    }
}
