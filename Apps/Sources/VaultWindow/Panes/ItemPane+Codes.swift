import GtkSupport
import KeychainServices
import PasswordVault

extension ItemPane {
    /// Makes the next code of a counter: stores that it was used, and then shows it.
    func useCode(of field: String, in item: VaultItem) {
        guard let secret = item.secret(field), let code = try? OneTimeCode.parse(secret.copy()),
            let words = code.currentCode
        else { return }
        guard let next = code.afterUse else {
            return context.show(
                KeychainError(
                    .notAvailable, "the counter of the one-time code has run out", remedy: "set it up again at the site"
                ))
        }
        var changed = item
        changed[field] = .secret(Secret(next.uri()))
        let new = changed
        context.run { [self] in
            let stored = try await context.session.perform { try $0.save(new) }
            try await finish(stored, text("Counter increased"))
            LargeTypeWindow.show(text("One-time code"), words, context)
        }
    }
}
