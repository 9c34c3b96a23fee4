import GtkSupport

extension BrowserWindow {
    /// Shows a dialog of the page's script, or stops a page that opens too many.
    func show(_ dialog: ScriptDialog) {
        guard dialogs.allowsOneMore() else {
            show(.tooManyDialogs)
            // The script would open the next dialog at once. WebKit still uses this one when the function returns.
            Task { [view] in
                view.endProcess()
                dialog.dismiss()
            }
            return
        }
        Task {
            if let answer = await ask(dialog) { dialog.accept(answer) } else { dialog.dismiss() }
        }
    }

    /// - Returns: the answer to a prompt, an empty text to other dialogs; `nil`: the negative one.
    private func ask(_ dialog: ScriptDialog) async -> String? {
        let typed = Typed()
        let entry = dialog.kind == .prompt ? Entry() : nil
        if let entry {
            entry.setAccessibleName(text("Answer"))
            entry.onChange { typed.text = entry.text }
            entry.text = dialog.proposal
        }
        let host = BrowserView.host(of: view.address)
        let (heading, body, answers) = Self.parts(of: dialog, host)
        let answer = await Alert(heading, body, answers, extra: entry.map { Widget($0) }).show(over: window)
        return answer == "yes" ? typed.text : nil
    }

    /// The text of a dialog while the user types: its entry ends with it.
    private final class Typed {
        var text = ""
    }

    private static func parts(
        of dialog: ScriptDialog, _ host: String
    ) -> (heading: String, body: String, answers: [Alert.Answer]) {
        let heading = text("{host} Says", ["host": host.isEmpty ? text("The Page") : host])
        let (cancel, ok) = (Alert.Answer("no", text("_Cancel")), Alert.Answer("yes", text("_OK")))
        switch dialog.kind {
        case .alert: return (heading, dialog.message, [ok])
        case .confirm, .prompt: return (heading, dialog.message, [cancel, ok])
        case .leave:
            return (
                text("Leave the Page?"), text("What you have typed into it may be lost."),
                [.init("no", text("_Stay")), .init("yes", text("_Leave"), isDestructive: true)]
            )
        }
    }
}
