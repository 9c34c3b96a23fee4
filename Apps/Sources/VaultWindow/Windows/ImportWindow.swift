import Foundation
import Glibc
import GtkSupport
import PasswordVault
import Secrets
import VaultExchange

/// The window that shows what a file of another program would bring, and brings it.
@MainActor final class ImportWindow {
    /// The items and remarks that are shown.
    private static let mostRows = 200

    /// Asks for a file, then for its password if it has one, and shows what is in it.
    static func begin(_ context: WindowContext) {
        context.choose(FileChooser(text("Import"), accept: text("Open"), .open(types: []))) { path in
            try await read(path, context)
        }
    }

    private static func read(_ path: String, _ context: WindowContext) async throws {
        let toast = context.toasts?.show(text("Reading the file…"), seconds: 0)
        defer { toast?.dismiss() }
        switch try await context.session.perform({ _ in
            try VaultImport.read(path, password: nil, keyFile: nil)
        }) {
        case .read(let found): try await show(found, context)
        case .needsPassword, .wrongPassword: FilePasswordWindow.show(path, context) { try await show($0, context) }
        }
    }

    private static func show(_ found: VaultImport, _ context: WindowContext) async throws {
        let plan = try await context.session.perform { try found.plan(for: $0, foldersAsTags: true) }
        context.show(ImportWindow(found, plan, context).window)
    }

    private let found: VaultImport
    private let context: WindowContext
    private let window: Window
    private var plan: ImportPlan
    private let summary = Label()
    private let list = Box(vertical: true, spacing: 12)
    private let folders: Switch
    private let button = Button(text("Import"))

    private init(_ found: VaultImport, _ plan: ImportPlan, _ context: WindowContext) {
        (self.found, self.plan, self.context) = (found, plan, context)
        folders = Switch(isOn: true, text("Folders become tags"))
        let content = Box(vertical: true, spacing: 12)
        content.setMargins(18)
        content.append(Label(heading: text("From {format}", ["format": found.format])))
        content.append(summary)
        if found.hasFolders {
            content.append(
                PlainList(framed: text("Options"), [FormRow.box(text("Folders become tags"), folders)]))
        }
        button.setClass("suggested-action")
        content.append(button)
        content.append(list)
        window = Window(text("Import"), width: 520, height: 560, content: Scroller(Clamp(content)))
        // The window's widgets hold these closures, and the closures hold this object.
        folders.onChange { [self] in compareAgain() }
        button.onClick { [self] in store() }
        update()
    }

    private func compareAgain() {
        let (found, foldersAsTags) = (found, folders.isOn)
        context.run { [self] in
            plan = try await context.session.perform { try found.plan(for: $0, foldersAsTags: foldersAsTags) }
            update()
        }
    }

    private func update() {
        summary.text = ImportFate.allCases.filter { plan.count($0) > 0 }
            .map { "\($0.shownName): \(plan.count($0))" }.joined(separator: "   ")
        if plan.entries.isEmpty { summary.text = text("There is nothing in this file.") }
        button.isEnabled = plan.entries.contains { $0.fate != .same }
        list.removeAll()
        let items = PlainList(framed: text("Items"))
        for entry in plan.entries.prefix(Self.mostRows) { items.appendFixed(row(entry)) }
        if !plan.entries.isEmpty { list.append(items) }
        guard !plan.remarks.isEmpty else { return }
        list.append(Label(heading: text("Not kept as it was")))
        let remarks = PlainList(framed: text("Not kept as it was"))
        for remark in plan.remarks.prefix(Self.mostRows) {
            let line = TextLines.box(Label(remark.text), Label(hint: remark.position))
            line.setMargins(vertical: 8, horizontal: 12)
            remarks.appendFixed(line)
        }
        list.append(remarks)
    }

    private func row(_ entry: ImportPlan.Entry) -> Box {
        let kind = [entry.item.kind.label, entry.item.text("username") ?? ""].filter { !$0.isEmpty }
        let row = Box(spacing: 12)
        let title = TextLines.box(
            Label(entry.item.title.isEmpty ? text("Untitled") : entry.item.title),
            Label(hint: kind.joined(separator: ", ")))
        title.setExpands(horizontally: true)
        row.append(title)
        let outcome = Label(hint: entry.fate.shownName)
        row.append(outcome)
        row.setMargins(vertical: 8, horizontal: 12)
        return row
    }

    private func store() {
        let plan = plan
        button.isEnabled = false
        context.run { [self] in
            defer { button.isEnabled = true }
            let count = try await context.session.perform { try plan.store(in: $0) }
            window.close()
            try await context.library.reload()
            context.toasts?.show(text("{count} items imported or changed", ["count": "\(count)"]))
            if found.isPlain { askAboutFile() }
        }
    }

    /// A file in plain text is worth more to a thief than the vault.
    private func askAboutFile() {
        let path = found.path
        let name = URL(fileURLWithPath: path).lastPathComponent
        let question = Alert(
            text("Remove “{name}”?", ["name": name]),
            text("The file has everything in plain text. Copies and backups of it are not removed."),
            [Alert.Answer("keep", text("_Keep")), Alert.Answer("remove", text("_Remove"))])
        context.ask(question) { [context] answer in
            guard answer == "remove" else { return }
            if unlink(path) != 0 { context.toasts?.show(text("The file cannot be removed. Remove it yourself.")) }
        }
    }
}

extension ImportFate {
    /// The name in the user's language.
    @MainActor var shownName: String {
        switch self {
        case .new: text("New")
        case .same: text("There already")
        case .newer: text("Newer")
        case .conflict: text("Kept as history")
        }
    }
}

/// The window that asks for the password of a file.
@MainActor private final class FilePasswordWindow {
    static func show(
        _ path: String, _ context: WindowContext, _ body: @escaping @MainActor (VaultImport) async throws -> Void
    ) {
        context.show(FilePasswordWindow(path, context, body).window)
    }

    private let path: String
    private let context: WindowContext
    private let body: @MainActor (VaultImport) async throws -> Void
    private let window: Window
    private let field = SecretField(text("Password of the file"))
    private let keyFile = Label()
    private let error = Label()
    private let button = Button(text("Open"))
    private var keyPath: String?

    private init(
        _ path: String, _ context: WindowContext, _ body: @escaping @MainActor (VaultImport) async throws -> Void
    ) {
        (self.path, self.context, self.body) = (path, context, body)
        let content = Box(vertical: true, spacing: 12)
        content.setMargins(18)
        let choose = Button(text("Key File…"))
        error.setClass("error")
        error.isVisible = false
        keyFile.isVisible = false
        button.setClass("suggested-action")
        for part in [Widget(field), Widget(choose), Widget(keyFile), Widget(error), Widget(button)] {
            content.append(part)
        }
        window = Window(text("Encrypted File"), width: 400, content: content)
        choose.onClick { [self] in
            context.choose(FileChooser(text("Key File"), accept: text("Open"), .open(types: []))) { [self] in
                keyPath = $0
                keyFile.text = URL(fileURLWithPath: $0).lastPathComponent
                keyFile.isVisible = true
            }
        }
        button.onClick { [self] in open() }
        field.onReturn { [self] in open() }
    }

    private func open() {
        let (path, keyPath) = (path, keyPath)
        let password = field.withUTF8 { Secret(SecretBytes(copying: $0)) }
        button.isEnabled = false
        context.run { [self] in
            defer { button.isEnabled = true }
            switch try await context.session.perform({ _ in
                try VaultImport.read(path, password: password, keyFile: keyPath)
            }) {
            case .read(let found):
                window.close()
                try await body(found)
            case .needsPassword, .wrongPassword:
                error.text = text("This does not open the file.")
                error.isVisible = true
                field.clear()
                field.focus()
            }
        }
    }
}
