import Foundation
import GtkSupport
import PasswordVault

/// The page that shows a new recovery key, once, and asks the user for two of its groups.
@MainActor final class RecoveryKeyPage {
    let view = Box(vertical: true, spacing: 0)
    /// Called when the user has confirmed the key or skips that.
    var onEnd: @MainActor () -> Void = {}
    private let context: WindowContext
    /// The indices of the groups that are asked for, in order.
    private let asked: [Int] = Array((0..<7).shuffled().prefix(2)).sorted()

    init(_ context: WindowContext) { self.context = context }

    /// Shows the page with a new key in a window of its own.
    static func showWindow(_ context: WindowContext) {
        let page = RecoveryKeyPage(context)
        let window = Window(text("Recovery Key"), width: 460, height: 560, content: Scroller(page.view))
        page.onEnd = { window.close() }
        context.show(window)
        page.begin()
    }

    /// Shows a new key, which is valid once the user has confirmed it. An earlier key is valid until then.
    func begin() { showKey(Secret(Vault.newRecoveryKey())) }

    private func confirm(_ key: Secret) {
        Task {
            do {
                try await context.session.perform { try $0.confirmRecoveryKey(key.copy()) }
                onEnd()
            } catch { showError(VaultSession.message(for: error)) }
        }
    }

    private func show(_ page: StepPage) {
        view.removeAll()
        page.view.setExpands(vertically: true)
        view.append(page.view)
    }

    private func showError(_ words: String) {
        let page = StepPage("dialog-warning-symbolic", text("No Recovery Key"), words)
        page.add(Button(text("Continue")), isSuggested: true).onClick { [self] in onEnd() }
        show(page)
    }

    private func showKey(_ key: Secret) {
        let page = StepPage(
            "document-print-symbolic", text("Your Recovery Key"),
            text(
                "It opens the vault if you forget the master password. Keep it on paper, away from this computer. It is shown only now."
            ))
        let label = Label(key.text)
        label.setClass("recovery-key")
        label.setClass("card")
        label.center()
        label.setSelectable(true)
        label.setMargins(vertical: 6, horizontal: 0)
        page.add(label)
        let buttons = Box(spacing: 8)
        buttons.setAlignment(horizontal: .center)
        let (printing, saving) = (Button(text("Print…")), Button(text("Save…")))
        buttons.append(printing)
        buttons.append(saving)
        page.add(buttons)
        printing.onClick { [context] in Printing(Self.lines(key)).run(over: context.window) }
        let saved = page.add(Label(text("Saved. Do not keep the file on this computer.")))
        saved.center()
        saved.isVisible = false
        saving.onClick { [context] in Self.save(key, context) { saved.isVisible = true } }
        page.add(Button(text("Continue")), isSuggested: true).onClick { [self] in showCheck(key) }
        page.add(Button(text("Skip"))).onClick { [self] in onEnd() }
        show(page)
        printing.focus()
    }

    private static func lines(_ key: Secret) -> [String] {
        [
            text("Recovery key of a Chatelaine vault"), "", key.text, "",
            text("Made on {date}", ["date": Dates.day(Date())]),
        ]
    }

    private static func save(_ key: Secret, _ context: WindowContext, then done: @escaping @MainActor () -> Void) {
        Task {
            let name = text("recovery key") + ".txt"
            let chooser = FileChooser(text("Save the recovery key"), accept: text("Save"), .save(name: name))
            guard let path = await chooser.show(over: context.window) else { return }
            let words = Data((lines(key).joined(separator: "\n") + "\n").utf8)
            let isWritten = await offMain {
                do throws(AttachedFileError) {
                    let file = try FileToWrite(path)
                    try file.write(words)
                    try file.finish()
                    return true
                } catch { return false }
            }
            if isWritten { done() } else { context.toasts?.show(text("The file could not be written.")) }
        }
    }

    private func showCheck(_ key: Secret) {
        let groups = key.text.split(separator: "-").map(String.init)
        let page = StepPage(
            "document-edit-symbolic", text("Check Your Copy"),
            text("Type two of the seven groups of the recovery key from your copy. The key is valid from then on."))
        let fields = asked.map { SecretField(text("Group {number}", ["number": "\($0 + 1)"])) }
        for field in fields { page.add(field) }
        let error = page.add(Label())
        error.setClass("error")
        error.isVisible = false
        let confirm = page.add(Button(text("Confirm")), isSuggested: true)
        let check: @MainActor @Sendable () -> Void = { [self] in
            let wrong = zip(asked, fields).first { place, field in
                !groups.indices.contains(place)
                    || field.text.trimmingCharacters(in: .whitespaces).uppercased() != groups[place]
            }
            guard let wrong else { return self.confirm(key) }
            error.text = text("This is not group {number} of the key. Try again.", ["number": "\(wrong.0 + 1)"])
            error.isVisible = true
            wrong.1.focus()
        }
        confirm.onClick(check)
        fields.first?.onReturn { fields.last?.focus() }
        fields.last?.onReturn(check)
        page.add(Button(text("Show It Again"))).onClick { [self] in showKey(key) }
        page.add(Button(text("Skip"))).onClick { [self] in onEnd() }
        show(page)
        fields.first?.focus()
    }
}
