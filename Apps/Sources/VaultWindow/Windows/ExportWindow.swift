import GtkSupport
import PasswordVault
import Secrets
import VaultExchange

/// The window that writes a vault to a file for another program.
@MainActor final class ExportWindow {
    /// Those that are one file.
    private static let formats = ExchangeFormatList.exports.filter { !$0.isDirectory }

    static func show(_ context: WindowContext) {
        guard !formats.isEmpty else { return }
        context.show(ExportWindow(context).window)
    }

    private let context: WindowContext
    private let window: Window
    private let choice = Choice(text("Format"), formats.map(\.title))
    private let warning = Label()
    private let master = SecretField(text("Master password"))
    private let new = NewPasswordFields(text("Password of the file"))
    private let error = Label()
    private let button = Button(text("Export…"))

    private init(_ context: WindowContext) {
        self.context = context
        let content = Box(vertical: true, spacing: 12)
        content.setMargins(18)
        error.setClass("error")
        error.isVisible = false
        warning.setClass("warning")
        button.setClass("suggested-action")
        for part in [
            Widget(choice), Widget(warning), Widget(master), Widget(new.view), Widget(error), Widget(button),
        ] { content.append(part) }
        window = Window(text("Export"), width: 420, content: content)
        choice.choose(Self.formats.firstIndex { $0.name == "chatelaine" } ?? 0)
        choice.onChange { [self] in update() }
        button.onClick { [self] in export() }
        update()
    }

    private var format: any ExportFormat { Self.formats[min(choice.chosen ?? 0, Self.formats.count - 1)] }

    private func update() {
        let isEncrypted = format.isEncrypted
        warning.isVisible = !isEncrypted
        warning.text = text("This file is plain text: anyone who has it can read every password in it.")
        master.isVisible = !isEncrypted
        new.view.isVisible = isEncrypted
        error.isVisible = false
    }

    private func export() {
        let format = format
        let password = format.isEncrypted ? new.password : master.withUTF8 { Secret(SecretBytes(copying: $0)) }
        guard let password else { return complain(text("The passwords do not match.")) }
        guard !password.isEmpty else { return complain(text("A password is required.")) }
        context.run { [self] in
            if !format.isEncrypted {
                // The person at the window may not be the one who unlocked it.
                do { try await context.session.perform { try $0.unlock(password.copy()) } } catch {
                    return complain(VaultSession.message(for: error))
                }
            }
            window.close()
            save(format, password)
        }
    }

    private func save(_ format: any ExportFormat, _ password: Secret) {
        let chooser = FileChooser(
            text("Save the Export"), accept: text("Save"),
            .save(name: "\(context.session.name).\(format.fileExtension)"))
        context.choose(chooser) { [context] path in
            let toast = context.toasts?.show(text("Writing the file…"), seconds: 0)
            defer { toast?.dismiss() }
            let remarks = try await context.session.perform { vault in
                try format.export(vault, to: path, password: format.isEncrypted ? password : nil)
            }
            context.toasts?.show(
                remarks.isEmpty
                    ? text("Exported")
                    : text("Exported. {count} values have no place in this format.", ["count": "\(remarks.count)"]))
        }
    }

    private func complain(_ words: String) {
        error.text = words
        error.isVisible = true
    }
}

extension ExportFormat {
    fileprivate var fileExtension: String {
        switch name {
        case let name where name.hasSuffix("csv"): "csv"
        case let name where name.contains("json") || name == "cxf" || name == "aegis": "json"
        case "otpauth": "txt"
        default: name
        }
    }
}
