import Foundation
import GtkSupport
import PasswordVault

/// The editor of a line of text.
@MainActor final class LineEditor: ValueEditor {
    var view: Widget { Widget(entry) }
    private let entry = Entry()

    init(_ label: String, _ field: Field) {
        if case .text(let words) = field.value { entry.text = words }
        entry.setAccessibleNames(label)
        if let example = field.kind.example { entry.setPlaceholder(example) }
    }

    func write(to field: inout Field) { field.set(.text(entry.text)) }
    func setName(_ name: String) { entry.setAccessibleNames(name) }
}

/// The form's line for a secret that is kept and never shown, such as a passkey.
@MainActor final class KeptEditor: ValueEditor {
    let view: Widget

    init(_ field: Field) {
        let label = Label(field.value.isEmpty ? text("None") : text("Kept, and never shown"))
        label.setClass("dim-label")
        view = Widget(label)
    }

    func write(to field: inout Field) {}
    func setName(_ name: String) {}
}

/// The editor of a text with several lines.
@MainActor final class LinesEditor: ValueEditor {
    var view: Widget { Widget(frame) }
    private let area = TextArea()
    private let frame = Box(spacing: 0)

    init(_ label: String, _ field: Field) {
        if case .text(let words) = field.value { area.text = words }
        area.setAccessibleName(label)
        area.setExpands(horizontally: true)
        area.setLeastSize(height: 70)
        frame.setClass("secret-field")
        frame.setClass("secret-area")
        frame.append(area)
    }

    func write(to field: inout Field) { field.set(.text(area.text)) }
    func setName(_ name: String) { area.setAccessibleName(name) }
}

/// The editor of a choice, in which the choices can be edited as well.
@MainActor final class ChoiceEditor: ValueEditor {
    var view: Widget { Widget(box) }
    private let box = Box(vertical: true, spacing: 4)
    private let choice: Choice
    private let choices = Entry()
    private var words: [String]

    init(_ label: String, _ field: Field) {
        var words = field.choices
        if case .text(let value) = field.value, !value.isEmpty, !words.contains(value) { words.append(value) }
        self.words = words
        choice = Choice(label, words)
        if case .text(let value) = field.value { choice.choose(words.firstIndex(of: value) ?? 0) }
        choices.text = words.joined(separator: ", ")
        choices.setAccessibleNames(text("Choices, separated by commas"))
        choices.setPlaceholder(text("Choices, separated by commas"))
        choices.onChange { [weak self] in self?.offer() }
        box.append(choice)
        box.append(choices)
    }

    private func offer() {
        let chosen = words.indices.contains(choice.chosen ?? 0) ? words[choice.chosen ?? 0] : nil
        words = choices.text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter {
            !$0.isEmpty
        }
        choice.show(words)
        choice.choose(chosen.flatMap { words.firstIndex(of: $0) } ?? 0)
    }

    func write(to field: inout Field) {
        field.choices = words
        field.set(.text(words.indices.contains(choice.chosen ?? 0) ? words[choice.chosen ?? 0] : ""))
    }

    func setName(_ name: String) { choice.setAccessibleNames(name) }
}
