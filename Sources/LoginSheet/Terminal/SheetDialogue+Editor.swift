import Foundation
import PasswordVault
import Secrets

/// The editor for a login, with its commands.
extension SheetDialogue {
    mutating func askChange(_ page: EditorPage) {
        show(page)
        guard let typed = askText(line(.savePrompt)) else { return }
        guard !typed.isEmpty else { return handle(.save) }
        let words = typed.split(separator: " ", maxSplits: 1)
        let argument = words.count > 1 ? words[1].trimmingCharacters(in: .whitespaces) : ""
        guard let event = event(words.first.map(String.init) ?? "", argument, page) else { return }
        handle(event)
    }

    private mutating func event(_ command: String, _ argument: String, _ page: EditorPage) -> SheetEvent? {
        switch (command, argument.isEmpty) {
        case ("/title", false): return .edit(.title(argument))
        case ("/username", _): return .edit(.username(argument))
        case ("/password", true): return newPassword()
        case ("/generate", true): return .regenerate(nil)
        case ("/vault", false) where page.vaults.contains(argument): return .edit(.vault(argument))
        case ("/change", true) where !page.same.isEmpty: return page.same.first.map { .changeInstead($0.id) }
        case ("/list", true) where page.canGoBack: return .back
        case ("/field", false):
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2, page.draft.fields.contains(where: { $0.name == parts[0] }) {
                return .edit(.field(NamedValue(String(parts[0]), String(parts[1]))))
            }
        default: break
        }
        say(.notUnderstood)
        return nil
    }

    private mutating func newPassword() -> SheetEvent? {
        guard let typed = ask(line(.newPasswordPrompt), isSecret: true), typed.count > 0 else { return nil }
        return .edit(.password(Secret(typed)))
    }

    // MARK: - Showing

    private func show(_ page: EditorPage) {
        let draft = page.draft
        say(page.message)
        if draft.existing == nil {
            say(.newLogin, ["vault": draft.vault])
            say(.titleLine, ["text": Self.short(draft.title)])
        } else {
            say(.changeLogin, ["title": draft.before.title])
            if draft.title != draft.before.title { say(.titleLine, ["text": Self.short(draft.title)]) }
        }
        // The existing username is not shown: the program that owns the terminal reads it.
        if draft.existing == nil || draft.username != draft.before.username {
            say(.usernameLine, ["text": Self.short(draft.username)])
        }
        showPassword(page)
        for field in draft.fields {
            say(.fieldLine, ["name": Self.short(field.name), "text": Self.short(field.value)])
        }
        if !page.same.isEmpty { say(.sameLogin) }
        showCommands(page)
    }

    private func showPassword(_ page: EditorPage) {
        let origin: SheetText =
            switch page.draft.origin {
            case .program: .fromProgram
            case .generated: .madeHere
            case .typed: .typed
            }
        let bits = String(Int(min(max(page.password.bits, 0), 9999).rounded(.down)))
        say(
            .passwordLine,
            ["origin": line(origin), "bits": bits, "rating": page.password.rating.rawValue])
        for violation in page.password.violations { lines.show(texts.sentence(for: violation) + "\n") }
    }

    private func showCommands(_ page: EditorPage) {
        say(.editCommands)
        if !page.draft.fields.isEmpty { say(.fieldCommand) }
        if page.vaults.count > 1 { say(.otherVaultCommand, ["vaults": page.vaults.joined(separator: ", ")]) }
        if !page.same.isEmpty { say(.changeCommand) }
        if page.canGoBack { say(.listCommand) }
    }
}
