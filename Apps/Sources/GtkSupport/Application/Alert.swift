import CGtk

/// A dialog with a question or an error in front of a window, until the user answers.
@MainActor public struct Alert {
    /// A button.
    public struct Answer: Sendable {
        /// The id that ``Alert/show(over:)`` returns for the button.
        public let id: String
        /// The label; an underscore makes the letter after it a key.
        public let label: String
        /// Whether the button does something that cannot be undone.
        public let isDestructive: Bool

        /// Creates a button.
        public init(_ id: String, _ label: String, isDestructive: Bool = false) {
            (self.id, self.label, self.isDestructive) = (id, label, isDestructive)
        }
    }

    @MainActor private final class Waiting {
        var continuation: CheckedContinuation<String, Never>?
        var window: Window?
        func end(_ answer: String) {
            continuation?.resume(returning: answer)
            continuation = nil
        }
    }

    private let heading: String
    private let body: String
    private let answers: [Answer]
    private let extra: Widget?

    /// - Parameters:
    ///   - heading: a few words.
    ///   - body: a sentence.
    ///   - answers: the buttons. The first changes nothing; Esc and closing the dialog count as that one. Return presses the last.
    ///   - extra: a widget between the text and the buttons.
    public init(_ heading: String, _ body: String, _ answers: [Answer], extra: Widget? = nil) {
        (self.heading, self.body, self.answers, self.extra) = (heading, body, answers, extra)
    }

    /// Shows the dialog and returns the id of the pressed button. A cancelled task closes it with the id of the first button.
    public func show(over window: Window) async -> String {
        guard let first = answers.first, let last = answers.last else { return "" }
        let waiting = Waiting()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                waiting.continuation = continuation
                guard !Task.isCancelled else { return waiting.end(first.id) }
                guard let dialog = adw_message_dialog_new(window.pointer(), heading, body) else {
                    return waiting.end(first.id)
                }
                let shown = Window(raw: UnsafeMutableRawPointer(dialog))
                let message = shown.raw.assumingMemoryBound(to: AdwMessageDialog.self)
                if let extra { adw_message_dialog_set_extra_child(message, extra.widget) }
                for answer in answers {
                    adw_message_dialog_add_response(message, answer.id, answer.label)
                    guard answer.isDestructive else { continue }
                    adw_message_dialog_set_response_appearance(message, answer.id, ADW_RESPONSE_DESTRUCTIVE)
                }
                adw_message_dialog_set_close_response(message, first.id)
                adw_message_dialog_set_default_response(message, last.id)
                waiting.window = shown
                for answer in answers {
                    shown.on("response::\(answer.id)") {
                        waiting.window = nil
                        waiting.end(answer.id)
                    }
                }
                shown.nameButtonsByLabels()
                shown.present()
            }
        } onCancel: {
            Task { @MainActor in
                waiting.window?.close()
                waiting.end(first.id)
            }
        }
    }
}

extension Alert {
    /// The question before a window closes with changes that are not saved: `discard` closes it.
    public static var discardingChanges: Alert {
        Alert(
            text("Discard Changes?"), text("You have changed an item and not saved it."),
            [Answer("stay", text("_Go Back")), Answer("discard", text("_Discard"), isDestructive: true)])
    }
}
