import CGtk
import GtkSupport
import LoginSheet
import SheetRelay

/// The window of one sheet: a heading with the requesting program and its request, and a page below it.
@MainActor final class SheetWindow {
    private let session: SheetSession
    private let placement: SheetPlacement
    private let texts = SheetTexts(
        Dictionary(uniqueKeysWithValues: SheetText.allCases.map { ($0, text($0.english)) }))
    private let interface = Interface(PackageResources.sheet_ui)
    private let window: Window
    private let pages: Pages
    private let message: Label
    private let accept: Button
    private let spinner: Spinner
    private let unlock: UnlockView
    private let list: ListView
    private let editor: EditorView
    private let managers: ManagersView
    private var isShown = false
    private var hasEnded = false
    /// Called when the window has closed.
    var onClosed: @MainActor () -> Void = {}

    init(_ session: SheetSession, _ placement: SheetPlacement) {
        (self.session, self.placement) = (session, placement)
        let post: @MainActor (SheetEvent) -> Void = { session.post($0) }
        (unlock, list) = (UnlockView(post), ListView(post))
        (editor, managers) = (EditorView(post), ManagersView(post))
        (window, pages, message) = (interface["window"], interface["pages"], interface["message"])
        (accept, spinner) = (interface["accept"], interface["spinner"])
        for (page, name) in [
            (unlock.widget, "unlock"), (list.widget, "list"), (editor.widget, "editor"), (managers.widget, "managers"),
        ] { gtk_stack_add_named(pages.opaque, page.widget, name) }
        let cancel: Button = interface["cancel"]
        cancel.onClick { [weak self] in self?.leave() }
        accept.onClick { [weak self] in self?.editor.save() }
        Shortcuts.add("Escape", to: window) { [weak self] in
            self?.leave()
            return true
        }
        window.onClose { [weak self] in
            self?.leave()
            return true
        }
    }

    // MARK: - Display

    func show(_ shown: SheetSession.Shown) {
        guard !hasEnded else { return }
        if case .finished(let page) = shown.page { return end(page) }
        if !isShown { fillHeading(shown.heading) }
        spinner.isSpinning = shown.isBusy
        pages.isEnabled = !shown.isBusy
        accept.isEnabled = !shown.isBusy
        show(shown.page, isBusy: shown.isBusy, waitsForFinger: shown.waitsForFinger)
        guard !isShown else { return }
        isShown = true
        if !placement.activationToken.isEmpty { window.activate(by: placement.activationToken) }
        if !placement.parent.isEmpty { window.belong(to: placement.parent) }
        window.present()
    }

    private func show(_ page: SheetPage, isBusy: Bool, waitsForFinger: Bool) {
        accept.isVisible = false
        switch page {
        case .managers(let choices):
            say(nil)
            managers.show(choices)
            pages.shown = "managers"
        case .unlock(let page):
            say(page.message)
            pages.shown = "unlock"
            if !isBusy { unlock.show(page, texts, waitsForFinger: waitsForFinger) }
        case .list(let page):
            say(page.message)
            let isNew = pages.shown != "list" || !isShown
            pages.shown = "list"
            list.show(page, texts, site: currentSite)
            if isNew { list.focus() }
        case .editor(let page):
            say(page.message)
            accept.isVisible = true
            pages.shown = "editor"
            editor.show(page, texts)
        case .finished: break
        }
    }

    private var currentSite = ""

    private func fillHeading(_ heading: SheetHeading) {
        let lines = texts.lines(of: heading)
        currentSite = SheetTexts.short(heading.site)
        let (sentence, program): (Label, Label) = (interface["sentence"], interface["program"])
        (sentence.text, program.text) = (lines.sentence, lines.program)
        let warnings: Label = interface["warnings"]
        warnings.text = lines.warnings.joined(separator: "\n")
        warnings.isVisible = !lines.warnings.isEmpty
        let tile: Widget = interface["tile"]
        adw_avatar_set_text(tile.opaque, SheetTexts.short(heading.caller.name))
        tile.setAccessibleName(text("Requesting program"))
    }

    private func say(_ reason: String?) {
        message.text = reason.map { SheetTexts.sentence($0) } ?? ""
        message.isVisible = reason != nil
    }

    // MARK: - The end

    /// Goes back to the former page if there is one; otherwise the user has cancelled.
    private func leave() {
        if pages.shown == "unlock", unlock.canGoBack { return session.post(.back) }
        if pages.shown == "editor", editor.canGoBack { return session.post(.back) }
        if hasEnded { close() } else { session.post(.cancel) }
    }

    private func end(_ page: FinishedPage) {
        hasEnded = true
        for view in [unlock as any SheetView, list, editor, managers] { view.clear() }
        guard isShown, case .failed(let failure) = page.outcome else { return close() }
        show(failure: failure.reason)
    }

    /// Shows that the request failed. The window stays until the user has closed the message.
    func show(failure reason: String) {
        hasEnded = true
        if !isShown { window.present() }
        isShown = true
        let line = texts.line(.failed, ["reason": reason])
        Task {
            _ = await Alert(text("Password Request"), line, [.init("close", text("_Close"))]).show(over: window)
            close()
        }
    }

    private func close() {
        window.destroy()
        onClosed()
    }
}
