import AgentClient
import GtkSupport
import KeychainServices
import Secrets

/// The window that makes a recovery key. The key counts once it was typed back: until then nothing of it is in the keychain.
@MainActor enum RecoveryKeyWindow {
    /// The bytes of a key.
    private static let size = 20

    static func show(_ keychain: OwnerKeychain, _ context: WindowContext) {
        let key = TypedSecret(SecretBytes(random: size))
        let words = key.bytes.hexadecimalGroups().withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        let shown = Label(words)
        shown.setClass("recovery-key")
        shown.setSelectable(false)
        let field = SecretField(text("The key, from your copy"))
        let form = FormWindow(text("Recovery Key"), button: text("Confirm"), context) { box in
            box.append(
                Label(
                    text(
                        "Write this key down, and keep it away from this computer: it opens a copy of the keychain anywhere. Type it back from your copy; from then on it counts, and an earlier one opens nothing any more."
                    )))
            box.append(shown)
            box.append(field)
        } action: {
            let typed = TypedSecret(field)
            guard let given = SecretBytes(hexadecimal: typed.bytes, count: size), given.equals(key.bytes) else {
                throw Failure(message: text("That is not the key. Compare it with what is shown above."))
            }
            _ = try await context.session.perform(keychain) { try $0.confirmRecoveryKey(key.bytes) }
            context.say(text("The recovery key counts from now on"))
        }
        form.submit(by: field)
        form.show()
        field.focus()
    }
}
