import PasswordVault
import Secrets

/// A sheet as a dialogue of questions and answers.
struct SheetDialogue {
    private(set) var sheet: Sheet
    let lines: TerminalLines
    let texts: SheetTexts
    /// The function that returns the events from outside since its last call.
    private let pendingEvents: () -> [SheetEvent]

    init(_ sheet: Sheet, _ lines: TerminalLines, _ texts: SheetTexts, pendingEvents: @escaping () -> [SheetEvent]) {
        (self.sheet, self.lines, self.texts, self.pendingEvents) = (sheet, lines, texts, pendingEvents)
    }

    mutating func run() -> SheetOutcome {
        if sheet.outcome == nil { showHeading() }
        while true {
            switch sheet.page {
            case .managers(let managers): askManager(managers)
            case .unlock(let page): askPassword(page)
            case .list(let page): askWhich(page)
            case .editor(let page): askChange(page)
            case .finished(let page):
                showEnd(page)
                return page.outcome
            }
        }
    }

    // MARK: - Asking

    /// Reads a line; `nil` if it was cancelled or interrupted, in which case the sheet has handled that.
    mutating func ask(_ prompt: String, isSecret: Bool = false) -> SecretBytes? {
        switch lines.ask(prompt, isSecret: isSecret) {
        case .line(let typed): return typed
        case .cancel: sheet.handle(.cancel)
        case .interrupted: pendingEvents().forEach { sheet.handle($0) }
        }
        return nil
    }

    /// Reads a line that is not secret, without surrounding white space.
    mutating func askText(_ prompt: String) -> String? {
        guard let typed = ask(prompt) else { return nil }
        let text = typed.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        let words = text.drop { $0.isWhitespace }
        return String(words.reversed().drop { $0.isWhitespace }.reversed())
    }

    mutating func handle(_ event: SheetEvent) { sheet.handle(event) }

    /// Shows a text as a line.
    func say(_ text: SheetText, _ values: [String: String] = [:]) { lines.show(line(text, values) + "\n") }

    /// Returns a text with untrusted values, which are escaped.
    func line(_ text: SheetText, _ values: [String: String] = [:]) -> String {
        texts.line(text, values)
    }

    static func short(_ text: String) -> String { SheetTexts.short(text) }

    /// Shows an error message as a sentence.
    func say(_ message: String?) {
        guard let message, !message.isEmpty else { return }
        lines.show(SheetTexts.sentence(message) + "\n")
    }

    // MARK: - Heading and end

    private var caller: String { Self.short(sheet.heading.caller.name) }
    var site: String { Self.short(sheet.heading.site) }

    private func showHeading() {
        let heading = texts.lines(of: sheet.heading)
        lines.show("\n")
        for line in [heading.sentence, heading.program] + heading.warnings { lines.show(line + "\n") }
    }

    private func showEnd(_ page: FinishedPage) {
        switch page.outcome {
        case .login(let login) where login.title != nil:
            say(.saved, ["caller": caller, "title": page.title ?? ""])
        case .login, .item: say(.gave, ["caller": caller, "title": page.title ?? ""])
        case .otherManager(let name): say(.otherManager, ["name": name])
        case .cancelled, .abandoned: say(.cancelled, ["caller": caller])
        case .failed(let failure): say(.failed, ["reason": failure.reason])
        }
    }

    // MARK: - Unlocking

    private mutating func askManager(_ managers: [PasswordManagerChoice]) {
        let names = managers.map { $0.title == $0.name ? $0.name : "\($0.name) (\($0.title))" }
        let values = ["managers": names.joined(separator: ", "), "own": PasswordManagerChoice.ownName]
        guard let typed = askText(line(.managerPrompt, values)) else { return }
        let name = typed.isEmpty ? PasswordManagerChoice.ownName : typed
        guard managers.contains(where: { $0.name == name }) else { return say(.noSuchManager) }
        sheet.handle(.chooseManager(name))
    }

    private mutating func askPassword(_ page: UnlockPage) {
        say(page.message)
        if page.message == nil {
            switch page.reason {
            case .locked: say(.passwordForLocked)
            case .lockedMeanwhile: say(.passwordForLockedMeanwhile)
            case .everyRequest, .firstRequest, .another, .otherSites: break
            }
        }
        guard let vault = askVault(page.vaults.map(\.name)),
            let password = ask(line(.passwordPrompt, ["vault": vault]), isSecret: true)
        else { return }
        sheet.handle(.authenticate(Secret(password), vault: vault))
    }

    private mutating func askVault(_ names: [String]) -> String? {
        guard names.count > 1, let first = names.first else { return names.first }
        while true {
            let values = ["vaults": names.joined(separator: ", "), "first": first]
            guard let typed = askText(line(.vaultPrompt, values)) else { return nil }
            if typed.isEmpty { return first }
            if names.contains(typed) { return typed }
            say(.noSuchVault)
        }
    }
}
