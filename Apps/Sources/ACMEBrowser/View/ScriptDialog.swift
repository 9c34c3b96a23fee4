import CWebKit

/// A dialog that a page's script has opened, and for which the page waits.
@MainActor final class ScriptDialog {
    /// The kind of a dialog.
    enum Kind { case alert, confirm, prompt, leave }

    /// The longest text that is shown, in characters.
    private static let longest = 1_000

    private let raw: OpaquePointer
    private var isOpen = true

    init(_ dialog: OpaquePointer) { raw = webkit_script_dialog_ref(dialog) }

    isolated deinit {
        dismiss()
        webkit_script_dialog_unref(raw)
    }

    /// The kind of the dialog.
    var kind: Kind {
        switch webkit_script_dialog_get_dialog_type(raw) {
        case WEBKIT_SCRIPT_DIALOG_CONFIRM: .confirm
        case WEBKIT_SCRIPT_DIALOG_PROMPT: .prompt
        case WEBKIT_SCRIPT_DIALOG_BEFORE_UNLOAD_CONFIRM: .leave
        default: .alert
        }
    }

    /// The text of the dialog.
    var message: String {
        String((webkit_script_dialog_get_message(raw).map { String(cString: $0) } ?? "").prefix(Self.longest))
    }

    /// The text that a prompt proposes.
    var proposal: String {
        guard kind == .prompt else { return "" }
        let text = webkit_script_dialog_prompt_get_default_text(raw).map { String(cString: $0) } ?? ""
        return String(text.filter { !$0.isNewline }.prefix(Self.longest))
    }

    /// Answers the dialog with its positive button.
    ///
    /// - Parameter text: the answer to a prompt.
    func accept(_ text: String = "") {
        guard isOpen else { return }
        switch kind {
        case .confirm, .leave: webkit_script_dialog_confirm_set_confirmed(raw, 1)
        case .prompt: webkit_script_dialog_prompt_set_text(raw, text)
        case .alert: break
        }
        close()
    }

    /// Answers the dialog with its negative button.
    func dismiss() { if isOpen { close() } }

    private func close() {
        isOpen = false
        webkit_script_dialog_close(raw)
    }
}
