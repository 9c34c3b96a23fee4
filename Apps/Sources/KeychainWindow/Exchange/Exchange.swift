import AgentClient
import GtkSupport
import KeychainServices
import Security

/// Import by a file or by dropping one, and export, with the questions that they take.
@MainActor enum Exchange {
    // MARK: - Import

    static func chooseFile(_ context: WindowContext) {
        guard context.session.state == .open else { return }
        context.dialogs.choose(FileChooser(text("Import a File"), accept: text("Import"), .open(types: []))) { path in
            await run([path], context)
        }
    }

    /// Imports files one after another into the keychain that is shown.
    static func run(_ paths: [String], _ context: WindowContext) async {
        guard let keychain = context.session.shown, context.session.state == .open else {
            return context.say(text("Unlock the keychain first."))
        }
        for path in paths { await run(FileImport(path: path, keychain: keychain), context) }
        await context.session.reload()
    }

    private static func run(_ file: FileImport, _ context: WindowContext) async {
        switch await attempt(file, nil, context) {
        case .needsPassword: await ask(file, context)
        case let outcome: context.toasts?.show(words(outcome))
        }
    }

    private static func attempt(
        _ file: FileImport, _ password: TypedSecret?, _ context: WindowContext
    ) async -> FileImport.Outcome {
        (try? await context.session.thread.run { file.run(password) }) ?? .unreadable
    }

    private static func ask(_ file: FileImport, _ context: WindowContext) async {
        let name = AttributeText.safe(file.path.split(separator: "/").last.map(String.init) ?? "")
        let dialog = SecretsDialog(
            text("Password of the File"), text("“{name}” is encrypted.", ["name": name]),
            fields: [text("Password of the file")], action: text("Import"))
        var outcome = FileImport.Outcome.needsPassword
        let isDone = await dialog.show(over: context.dialogs.front) { fields in
            guard let field = fields.first else { return nil }
            outcome = await attempt(file, TypedSecret(field), context)
            if case .wrongPassword = outcome { return text("That is not the password of the file.") }
            return nil
        }
        if isDone { context.toasts?.show(words(outcome)) }
    }

    private static func words(_ outcome: FileImport.Outcome) -> String {
        switch outcome {
        case .done(let identities, let keys, let certificates):
            var parts: [String] = []
            if identities > 0 {
                parts.append(text("certificates with their keys: {count}", ["count": "\(identities)"]))
            }
            if certificates > 0 { parts.append(text("certificates: {count}", ["count": "\(certificates)"])) }
            if keys > 0 { parts.append(text("keys: {count}", ["count": "\(keys)"])) }
            return text("Imported, {what}", ["what": parts.joined(separator: ", ")])
        case .failed(errSecDuplicateItem): return text("What is in the file is in the keychain already.")
        case .failed(let status):
            return SecCopyErrorMessageString(status, nil).map { "\($0)" } ?? text("The file cannot be imported.")
        case .unreadable: return text("The file cannot be read, or is larger than 16 MiB.")
        case .needsPassword, .wrongPassword: return text("The file takes a password.")
        }
    }

    // MARK: - Export

    /// What can be exported of an item; `nil` for passwords.
    static func what(_ details: ItemDetails, isIdentity: Bool) -> FileExport.What? {
        switch details.item.itemClass {
        case .certificate: isIdentity ? .identity : .certificate
        case .key: .key(isPrivate: details.item[.keyClass]?.number != 0)
        default: nil
        }
    }

    static func export(_ details: ItemDetails, _ what: FileExport.What, _ context: WindowContext) {
        let export = FileExport(reference: details.reference, keychain: details.keychain, what: what)
        guard what.takesPassword else { return choosePlace(export, nil, context) }
        context.prove(details.keychain, text("Export")) {
            let fields = NewSecretFields(text("Password for the file"))
            let form = FormWindow(text("Export"), button: text("Continue"), context) { box in
                box.append(
                    Label(hint: text("A person or program with the file and this password can use the private key.")))
                fields.add(to: box)
            } action: {
                choosePlace(export, try fields.secret(), context)
            }
            form.submit(by: fields.second)
            form.show()
            fields.first.focus()
        }
    }

    private static func choosePlace(_ export: FileExport, _ password: TypedSecret?, _ context: WindowContext) {
        let chooser = FileChooser(
            text("Save the Export"), accept: text("Save"), .save(name: "export.\(export.what.ending)"))
        context.dialogs.choose(chooser) { path in
            do {
                try await context.session.thread.run { try export.write(export.contents(password), to: path) }
                context.say(text("Exported"))
            } catch { context.show(error) }
        }
    }
}
