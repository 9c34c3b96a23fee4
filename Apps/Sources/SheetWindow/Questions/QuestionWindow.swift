import CGtk
import GtkSupport
import KeychainServices
import LoginSheet
import Secrets
import SheetRelay

/// A window with a question of the agent.
@MainActor final class QuestionWindow {
    private let interface = Interface(PackageResources.question_ui)
    private let window: Window
    private let field = SecretField("")
    /// The second field for a new secret.
    private let again = SecretField("")
    private let accept: Button
    private let message: Label
    private let answer: @MainActor (AgentQuestion, AgentQuestion.Answer) -> Void
    /// The question that is shown.
    private(set) var question: AgentQuestion

    /// Whether an answer is being checked.
    var isBusy = false {
        didSet {
            for widget in [Widget(field), Widget(again)] { widget.isEnabled = !isBusy }
            update()
        }
    }

    init(_ question: AgentQuestion, _ answer: @escaping @MainActor (AgentQuestion, AgentQuestion.Answer) -> Void) {
        (self.question, self.answer) = (question, answer)
        (window, accept, message) = (interface["window"], interface["accept"], interface["message"])
        let place: Box = interface["secret-place"]
        place.append(field)
        place.append(again)
        for entry in [field, again] {
            entry.onChange { [weak self] in self?.update() }
            entry.onReturn { [weak self] in self?.send() }
        }
        let (cancel, fallback): (Button, Button) = (interface["cancel"], interface["fallback"])
        cancel.onClick { [weak self] in self?.deny() }
        fallback.onClick { [weak self] in self?.fallBack() }
        accept.onClick { [weak self] in self?.send() }
        window.onClose { [weak self] in
            self?.deny()
            return true
        }
        Shortcuts.add("Escape", to: window) { [weak self] in
            self?.deny()
            return true
        }
        show(question)
    }

    func present() {
        window.present()
        if takesSecret { field.focus() }
    }

    func close() {
        for entry in [field, again] { entry.clear() }
        window.destroy()
    }

    // MARK: - Display

    func show(_ question: AgentQuestion) {
        self.question = question
        let (heading, words): (Label, Label) = (interface["heading"], interface["text"])
        let (cancel, fallback): (Button, Button) = (interface["cancel"], interface["fallback"])
        (heading.text, words.text) = (text(question.heading), question.text)
        message.text = question.message
        message.isVisible = !question.message.isEmpty
        (cancel.label, accept.label) = (question.cancelTitle, question.acceptTitle)
        fallback.label = question.fallbackTitle ?? ""
        fallback.isVisible = question.fallbackTitle != nil
        accept.isVisible = question.kind != .finger
        field.name = text(question.secretName)
        again.name = text("Repeat")
        (field.isVisible, again.isVisible) = (takesSecret, question.kind == .secret(isNew: true))
        field.clear()
        again.clear()
        let picture: Widget = interface["picture"]
        let icon = question.kind == .finger ? "auth-fingerprint-symbolic" : "dialog-password-symbolic"
        gtk_image_set_from_icon_name(picture.opaque, icon)
        update()
    }

    /// Shows that an answer was wrong; the user can answer again.
    func say(_ failure: KeychainError) {
        field.clear()
        // If the user has to wait, the remedy says how long.
        message.text = SheetTexts.sentence([failure.reason, failure.remedy].compactMap { $0 }.joined(separator: "; "))
        message.isVisible = true
        field.focus()
    }

    private var takesSecret: Bool {
        switch question.kind {
        case .consent(let takesPasscode): takesPasscode
        case .finger: false
        case .secret: true
        }
    }

    private var isComplete: Bool {
        guard takesSecret else { return true }
        guard question.kind == .secret(isNew: true) else { return !field.isEmpty }
        return !field.isEmpty
            && field.withUTF8 { one in again.withUTF8 { constantTimeEquals(one, $0) } }
    }

    private func update() { accept.isEnabled = isComplete && !isBusy }

    // MARK: - Answers

    private func deny() { answer(question, .deny) }

    private func fallBack() { answer(question, .fallBack) }

    private func send() {
        guard isComplete, !isBusy else { return }
        let typed = takesSecret ? AgentQuestion.Answer.Secret(field.withUTF8 { SecretBytes(copying: $0) }) : nil
        if case .consent = question.kind { return answer(question, .allow(passcode: typed)) }
        if let typed { answer(question, .secret(typed)) }
    }
}
