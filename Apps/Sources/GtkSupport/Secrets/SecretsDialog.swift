import CGtk

/// A dialog in front of a window that asks for one or several secrets.
@MainActor public final class SecretsDialog {
    /// The fields, in the order of the dialog.
    public private(set) var fields: [SecretField] = []

    private let dialog: Window
    private let accept: Button
    private let problem: Label
    private let spinner: Spinner
    private var check: @MainActor ([SecretField]) async -> String? = { _ in nil }
    private var checking: Task<Void, Never>?
    private var continuation: CheckedContinuation<Bool, Never>?

    /// - Parameters:
    ///   - title: a few words.
    ///   - explanation: a sentence or two; nothing secret.
    ///   - names: the names of the fields.
    ///   - action: the title of the button that accepts the secrets.
    public init(_ title: String, _ explanation: String, fields names: [String], action: String) {
        let interface = Interface(Array(Self.layout.utf8))
        dialog = interface["dialog"]
        (accept, problem, spinner) = (interface["accept"], interface["problem"], interface["spinner"])
        let (label, box, cancel): (Label, Box, Button) = (
            interface["explanation"], interface["fields"], interface["cancel"]
        )
        dialog.title = title
        (label.text, accept.label, cancel.label) = (explanation, action, text("Cancel"))
        label.isVisible = !explanation.isEmpty
        fields = names.map { SecretField($0) }
        for (place, field) in fields.enumerated() {
            box.append(field)
            field.onChange { [weak self] in self?.fieldsChanged() }
            field.onReturn { [weak self] in self?.pressedReturn(in: place) }
        }
        accept.onClick { [weak self] in self?.submit() }
        cancel.onClick { [weak self] in self?.close() }
        Shortcuts.add("Escape", to: dialog) { [weak self] in
            self?.close()
            return true
        }
        dialog.onClose { [weak self] in
            self?.end(false)
            return false
        }
        fieldsChanged()
    }

    /// Shows the dialog until the secrets are accepted or the user cancels. A cancelled task closes it.
    ///
    /// - Parameters:
    ///   - window: the window behind the dialog.
    ///   - check: uses the typed secrets. Returns `nil` on success, else an error message for the user.
    /// - Returns: whether the secrets were accepted.
    public func show(
        over window: Window, _ check: @escaping @MainActor ([SecretField]) async -> String?
    ) async -> Bool {
        self.check = check
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                self.continuation = continuation
                guard !Task.isCancelled else { return close() }
                gtk_window_set_transient_for(dialog.pointer(), window.pointer())
                dialog.present()
                fields.first?.focus()
            }
        } onCancel: {
            Task { @MainActor in self.close() }
        }
    }

    private func fieldsChanged() {
        accept.isEnabled = checking == nil && !fields.contains(where: \.isEmpty)
        problem.isVisible = false
    }

    private func pressedReturn(in place: Int) {
        let next = place + 1
        if fields.indices.contains(next) { fields[next].focus() } else { submit() }
    }

    private func submit() {
        guard checking == nil, !fields.contains(where: \.isEmpty) else { return }
        spinner.isSpinning = true
        checking = Task {
            let problem = await check(fields)
            (checking, spinner.isSpinning) = (nil, false)
            guard continuation != nil else { return }
            guard let problem else { return end(true) }
            fieldsChanged()
            (self.problem.text, self.problem.isVisible) = (problem, true)
            fields.first?.focus()
        }
        accept.isEnabled = false
    }

    private func close() { end(false) }

    private func end(_ isAccepted: Bool) {
        for field in fields { field.clear() }
        guard let continuation else { return }
        self.continuation = nil
        dialog.destroy()
        continuation.resume(returning: isAccepted)
    }

    private static let layout = """
        <?xml version="1.0" encoding="UTF-8"?>
        <interface><object class="AdwWindow" id="dialog">
        <property name="modal">1</property><property name="default-width">380</property>
        <property name="resizable">0</property>
        <property name="content"><object class="GtkBox"><property name="orientation">vertical</property>
          <child><object class="AdwHeaderBar">
            <property name="show-start-title-buttons">0</property><property name="show-end-title-buttons">0</property>
            <child type="start"><object class="GtkButton" id="cancel"/></child>
            <child type="end"><object class="GtkButton" id="accept">
              <style><class name="suggested-action"/></style></object></child>
            <child type="end"><object class="GtkSpinner" id="spinner">
              <property name="visible">0</property></object></child>
          </object></child>
          <child><object class="GtkBox"><property name="orientation">vertical</property>
            <property name="spacing">18</property>
            <property name="margin-top">18</property><property name="margin-bottom">24</property>
            <property name="margin-start">24</property><property name="margin-end">24</property>
            <child><object class="GtkLabel" id="explanation"><property name="wrap">1</property>
              <property name="width-chars">30</property><property name="max-width-chars">40</property>
              <property name="xalign">0</property></object></child>
            <child><object class="GtkBox" id="fields"><property name="orientation">vertical</property>
              <property name="spacing">12</property></object></child>
            <child><object class="GtkLabel" id="problem"><property name="wrap">1</property>
              <property name="max-width-chars">40</property><property name="xalign">0</property>
              <property name="visible">0</property><style><class name="error"/></style></object></child>
          </object></child>
        </object></property></object></interface>
        """
}
