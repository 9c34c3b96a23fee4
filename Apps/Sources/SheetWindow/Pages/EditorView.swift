import CGtk
import GtkSupport
import LoginSheet
import PasswordVault
import Secrets

/// The page on which a login is created or changed.
@MainActor final class EditorView: SheetView {
    private let interface = Interface(PackageResources.editor_ui)
    private let post: @MainActor (SheetEvent) -> Void
    private let field = SecretField(text("Password"))
    private let title: Entry
    private let username: Entry
    private let vault: Choice
    private var fields: [(name: String, entry: Entry)] = []
    private var page: EditorPage?
    /// Whether the widgets change because the page did.
    private var isShowing = false

    var widget: Widget { interface["page"] }
    var canGoBack: Bool { page?.canGoBack ?? false }

    init(_ post: @escaping @MainActor (SheetEvent) -> Void) {
        self.post = post
        (title, username, vault) = (interface["title"], interface["username"], interface["vault"])
        let place: Box = interface["password-place"]
        gtk_box_prepend(place.pointer(), field.widget)
        gtk_widget_set_hexpand(field.widget, 1)
        widget.setAccessibleName(text("Login to save"))
        widget.nameLists(text("Login to save"))
        connect()
    }

    private func connect() {
        title.onChange { [weak self] in self?.edit { .title($0.title.text) } }
        username.onChange { [weak self] in self?.edit { .username($0.username.text) } }
        field.onChange { [weak self] in
            self?.edit { .password(Secret($0.field.withUTF8 { SecretBytes(copying: $0) })) }
        }
        vault.onChange { [weak self] in
            self?.edit { view in view.vault.chosen.flatMap { view.page?.vaults[$0] }.map { .vault($0) } }
        }
        for entry in [title, username] { entry.onReturn { [weak self] in self?.save() } }
        field.onReturn { [weak self] in self?.save() }
        let reveal: Widget = interface["reveal"]
        reveal.on("toggled") { [weak self] in
            self?.field.isRevealed = gtk_toggle_button_get_active(reveal.pointer()) != 0
        }
        let generate: Button = interface["generate"]
        generate.onClick { [post] in post(.regenerate(nil)) }
        let change: Button = interface["change"]
        change.onClick { [weak self] in
            guard let self, let same = page?.same.first else { return }
            post(.changeInstead(same.id))
        }
    }

    private func edit(_ change: (EditorView) -> DraftChange?) {
        guard !isShowing, page != nil, let change = change(self) else { return }
        post(.edit(change))
    }

    func save() { post(.save) }

    // MARK: - Display

    func show(_ page: EditorPage, _ texts: SheetTexts) {
        let isFirst = self.page == nil
        isShowing = true
        defer { isShowing = false }
        self.page = page
        put(page.draft.title, into: title)
        put(page.draft.username, into: username)
        showPassword(page.draft)
        vault.show(page.vaults, chosen: page.vaults.firstIndex(of: page.draft.vault))
        vault.isVisible = page.vaults.count > 1
        showReport(page, texts)
        showDuplicate(page, texts)
        showFields(page.draft.fields)
        if isFirst { (page.draft.username.isEmpty ? username : title).focus() }
    }

    /// Sets the text only if it differs: otherwise the cursor would jump, and letters typed in the meantime would be lost.
    private func put(_ text: String, into entry: Entry) {
        if !entry.hasFocus, entry.text != text { entry.text = text }
    }

    private func showPassword(_ draft: LoginDraft) {
        if case .typed = draft.origin { return }
        let isSame = field.withUTF8 { typed in draft.password.withUnsafeBytes { $0.elementsEqual(typed) } }
        if !isSame { draft.password.withUnsafeBytes { field.set($0) } }
    }

    private func showReport(_ page: EditorPage, _ texts: SheetTexts) {
        let bits = min(max(page.password.bits, 0), 9999)
        let strength: Widget = interface["strength"]
        gtk_level_bar_set_value(strength.opaque, min(bits, 128))
        let origin: SheetText =
            switch page.draft.origin {
            case .program: .fromProgram
            case .generated: .madeHere
            case .typed: .typed
            }
        let (report, violations): (Label, Label) = (interface["report"], interface["violations"])
        report.text = text(
            "{rating}, {bits} bits, {origin}",
            ["rating": page.password.rating.rawValue, "bits": "\(Int(bits))", "origin": texts.line(origin)])
        violations.text = page.password.violations.map { texts.sentence(for: $0) }.joined(separator: "\n")
        violations.isVisible = !page.password.violations.isEmpty
    }

    private func showDuplicate(_ page: EditorPage, _ texts: SheetTexts) {
        let (same, words): (Box, Label) = (interface["same"], interface["same-text"])
        same.isVisible = !page.same.isEmpty
        words.text = texts.line(.sameLogin)
    }

    /// Shows the additional fields that the program wants to store. Their names stay the same while a sheet is open.
    private func showFields(_ values: [NamedValue]) {
        let group: Widget = interface["fields"]
        group.isVisible = !values.isEmpty
        group.nameLists(text("Additional fields"))
        guard fields.map(\.name) != values.map(\.name) else {
            for (value, field) in zip(values, fields) { put(value.value, into: field.entry) }
            return
        }
        for field in fields { adw_preferences_group_remove(group.pointer(), field.entry.widget) }
        fields = values.map { value in
            let entry = Entry(raw: UnsafeMutableRawPointer(adw_entry_row_new()))
            adw_preferences_row_set_use_markup(entry.pointer(), 0)
            adw_preferences_row_set_title(entry.pointer(), SheetTexts.short(value.name))
            entry.text = value.value
            entry.onChange { [weak self] in self?.edit { _ in .field(NamedValue(value.name, entry.text)) } }
            adw_preferences_group_add(group.pointer(), entry.widget)
            return (value.name, entry)
        }
    }

    func clear() {
        isShowing = true
        defer { isShowing = false }
        field.clear()
        for entry in [title, username] + fields.map(\.entry) { entry.text = "" }
    }
}
