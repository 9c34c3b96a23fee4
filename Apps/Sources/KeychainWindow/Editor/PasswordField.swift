import Foundation
import GtkSupport
import KeychainServices
import Security

/// The field of a form for a password, with buttons that generate one and that show what was typed.
@MainActor final class PasswordField {
    let view = Box(vertical: true, spacing: 2)
    private let field: SecretField

    /// - Parameter isNew: whether there is no password yet; else an empty field leaves it as it is.
    init(isNew: Bool) {
        field = SecretField(isNew ? text("Password") : text("New password"))
        field.setExpands(horizontally: true)
        if !isNew { field.setPlaceholder(text("Unchanged")) }
        let generate = Button(icon: "view-refresh-symbolic", text("Generate a password"))
        let reveal = ToggleButton(icon: "view-reveal-symbolic", text("Show the typed password"))
        let row = Box(spacing: 6)
        for part in [Widget(field), Widget(reveal), Widget(generate)] { row.append(part) }
        view.append(Label(hint: text("Password")))
        view.append(row)
        reveal.onChange { [field] in field.isRevealed = reveal.isOn }
        generate.onClick { [field] in
            guard let password = SecCreateSharedWebCredentialPassword() else { return }
            field.set("\(password)".utf8)
            reveal.isOn = true
        }
    }

    /// The typed password; `nil` for none.
    var secret: Data? { field.isEmpty ? nil : field.copy() }
    func set(_ secret: Data) { field.set(secret) }
}
