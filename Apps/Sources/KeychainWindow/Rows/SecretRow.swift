import AgentClient
import Foundation
import GtkSupport
import KeychainServices

/// The row of a password: bullets until the user has shown that it is they, and wants to see it.
@MainActor final class SecretRow {
    /// The text in place of every secret, whatever its length.
    static let bullets = "••••••••"

    let view = Box(spacing: 4)
    private let details: ItemDetails
    private let context: WindowContext
    private let value = Label(bullets)
    private let reveal: Button
    private var isRevealed = false

    init(_ details: ItemDetails, _ context: WindowContext) {
        (self.details, self.context) = (details, context)
        reveal = Button(icon: "view-reveal-symbolic", text("Reveal the password"))
        let copy = Button(icon: "edit-copy-symbolic", text("Copy the password"))
        value.setClass("field-value")
        view.setMargins(vertical: 8, horizontal: 12)
        view.append(TextLines.box(Label(hint: text("Password")), value))
        for button in [Widget(reveal), Widget(copy)] {
            button.setClass("flat")
            button.setAlignment(vertical: .center)
            view.append(button)
        }
        reveal.onClick { [weak self] in self?.toggle() }
        copy.onClick { [weak self] in self?.copy() }
    }

    private func toggle() {
        guard !isRevealed else { return conceal() }
        read(text("Reveal")) { [weak self] secret in self?.show(secret) }
    }

    private func show(_ secret: Data) {
        value.text = String(validating: secret, as: UTF8.self) ?? AttributeText.hexadecimal(secret)
        setRevealed(true)
    }

    private func setRevealed(_ isRevealed: Bool) {
        self.isRevealed = isRevealed
        value.setClass("monospace", isRevealed)
        reveal.setIcon(isRevealed ? "view-conceal-symbolic" : "view-reveal-symbolic")
        let name = isRevealed ? text("Conceal the password") : text("Reveal the password")
        reveal.setTooltip(name)
        reveal.setAccessibleName(name)
    }

    /// Hides the secret.
    func conceal() {
        value.text = Self.bullets
        setRevealed(false)
    }

    /// Copies the secret.
    func copy() { read(text("Copy")) { [context] in context.copy($0, text("Password")) } }

    /// Reads the secret after a proof. An item with an access control asks for more by itself.
    private func read(_ action: String, _ body: @escaping @MainActor (Data) -> Void) {
        let (keychain, reference, authentication) = (details.keychain, details.reference, details.authentication)
        context.prove(keychain, action) { [context] in
            context.run {
                let item = try await context.session.perform(keychain) {
                    try $0.items(matching: Query(reference), reading: .data, with: authentication).first
                }
                guard let secret = item?.data else { return context.say(text("The item has no secret.")) }
                body(secret)
            }
        }
    }
}
