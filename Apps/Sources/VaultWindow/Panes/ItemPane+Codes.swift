import GtkSupport
import PasswordVault

extension ItemPane {
    /// Makes the next code of a counter: stores that it was used, and then shows it.
    func useCode(of field: String, in item: VaultItem) {
        guard let secret = item.secret(field), let code = try? OneTimeCode.parse(secret.copy()),
            case .counter(let counter) = code.settings.factor, let words = code.currentCode
        else { return }
        var changed = item
        changed[field] = .secret(Secret(code.withCounter(counter + 1).uri()))
        let new = changed
        context.run { [self] in
            let stored = try await context.session.perform { try $0.save(new) }
            try await finish(stored, text("Counter increased"))
            LargeTypeWindow.show(text("One-time code"), words, context)
        }
    }
}
