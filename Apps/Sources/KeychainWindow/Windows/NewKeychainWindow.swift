import AgentClient
import GtkSupport

/// The window that makes a portable keychain.
@MainActor enum NewKeychainWindow {
    static func show(_ context: WindowContext) {
        let name = Entry()
        name.setAccessibleNames(text("Name"))
        let fields = NewSecretFields(text("Password"))
        let form = FormWindow(
            text("New Keychain"), button: text("Create"), context
        ) { box in
            box.append(Label(hint: text("Name, or the path of its file")))
            box.append(name)
            fields.add(to: box)
            box.append(
                Label(
                    hint: text(
                        "The file opens on any computer with this password alone. A thief of the file can try passwords, so choose a long one."
                    )))
        } action: {
            let owner = context.session.owner
            let path = try fileName(name.text)
            let password = try fields.secret()
            let made = try await context.session.thread.run { try owner.create(path, password: password.bytes) }
            await context.session.reload()
            context.session.choose(made.path)
            context.say(text("The keychain is made, and unlocked"))
        }
        form.submit(by: fields.second)
        form.show()
        name.focus()
    }

    /// A name without an ending gets the usual one.
    private static func fileName(_ typed: String) throws -> String {
        guard !typed.allSatisfy(\.isWhitespace) else { throw Failure(message: text("Type a name.")) }
        return typed.contains("/") || typed.contains(".") ? typed : typed + ".keychain"
    }

    /// Adds a keychain that exists.
    static func open(_ context: WindowContext) {
        context.dialogs.choose(FileChooser(text("Open a Keychain"), accept: text("Open"), .open(types: []))) { path in
            let owner = context.session.owner
            context.run {
                let added = try await context.session.thread.run { try owner.add(path) }
                await context.session.reload()
                context.session.choose(added.path)
            }
        }
    }
}
