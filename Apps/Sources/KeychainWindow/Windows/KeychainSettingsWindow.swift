import AgentClient
import GtkSupport
import KeychainServices

/// The settings of the keychain that is shown.
@MainActor enum KeychainSettingsWindow {
    static func show(_ context: WindowContext) {
        guard let keychain = context.session.shown else { return }
        guard !keychain.isDevice else { return DeviceSettings.show(keychain, context) }
        context.run {
            let settings = try await context.session.thread.run { try keychain.settings() }
            show(keychain, settings, context)
        }
    }

    /// The choices of seconds without use; 0 for never.
    private static let times: [UInt32] = [60, 300, 900, 3600, 21_600, 0]

    private static func show(_ keychain: OwnerKeychain, _ settings: OwnerKeychain.Settings, _ context: WindowContext) {
        let content = Box(vertical: true, spacing: 18)
        content.setMargins(vertical: 18, horizontal: 16)
        Section.add(text("Locking"), to: content).appendRows(locking(keychain, settings, context))
        Section.add(text("Keychain"), to: content).appendRows(actions(keychain, context))
        content.append(TextRow(text("File"), AttributeText.safe(keychain.path), context).view)
        context.show(Window(text("Keychain Settings"), width: 460, content: Clamp(content)))
    }

    private static func locking(
        _ keychain: OwnerKeychain, _ settings: OwnerKeychain.Settings, _ context: WindowContext
    ) -> [Box] {
        // Another program can have set another time.
        let times = times.contains(settings.seconds ?? 0) ? times : [settings.seconds ?? 0] + times
        let time = Choice(text("Lock after"), times.map { name(of: $0) })
        let sleep = Switch(isOn: settings.locksOnSleep, text("Lock before sleep"))
        time.choose(times.firstIndex(of: settings.seconds ?? 0) ?? 0)
        let store: @MainActor () -> Void = {
            let seconds = times[min(time.chosen ?? 0, times.count - 1)]
            let new = OwnerKeychain.Settings(locksOnSleep: sleep.isOn, seconds: seconds == 0 ? nil : seconds)
            context.run { try await context.session.thread.run { try keychain.set(new) } }
        }
        time.onChange(store)
        sleep.onChange(store)
        return [
            FormRow.box(text("Lock after"), hint: Label(hint: text("Since an item was used last")), time),
            FormRow.box(text("Lock before sleep"), sleep),
        ]
    }

    private static func name(of seconds: UInt32) -> String {
        if seconds == 0 { return text("Never") }
        return seconds.isMultiple(of: 60)
            ? text("{minutes} min", ["minutes": "\(seconds / 60)"]) : text("{seconds} s", ["seconds": "\(seconds)"])
    }

    private static func actions(_ keychain: OwnerKeychain, _ context: WindowContext) -> [Box] {
        [
            row(text("Password"), text("Change…"), text("Change the password")) { changePassword(keychain, context) },
            row(text("In the list of keychains"), text("Remove"), text("Remove from the list")) {
                forget(keychain, context)
            },
            row(text("File"), text("Delete…"), text("Delete the keychain")) { delete(keychain, context) },
        ]
    }

    static func row(
        _ title: String, hint: Label? = nil, _ label: String, _ name: String, _ body: @escaping @MainActor () -> Void
    ) -> Box {
        let button = Button(label)
        button.setAccessibleName(name)
        button.onClick(body)
        return FormRow.box(title, hint: hint, button)
    }

    private static func changePassword(_ keychain: OwnerKeychain, _ context: WindowContext) {
        let old = SecretField(text("Present password"))
        let fields = NewSecretFields(text("New password"))
        let form = FormWindow(text("Change the Password"), button: text("Change"), context) { box in
            box.append(old)
            fields.add(to: box)
        } action: {
            let (before, after) = (TypedSecret(old), try fields.secret())
            try await context.session.thread.run {
                try keychain.changePassword(from: before.bytes, to: after.bytes)
            }
            context.say(text("Changed. Copies of the file open with the old password."))
        }
        form.submit(by: fields.second)
        form.show()
        old.focus()
    }

    private static func forget(_ keychain: OwnerKeychain, _ context: WindowContext) {
        let owner = context.session.owner
        context.run {
            try await context.session.thread.run { try owner.forget(keychain) }
            context.dialogs.closeAll()
            await context.session.reload()
            context.undo?.offer(text("Removed from the list; the file is still there")) {
                context.run {
                    _ = try await context.session.thread.run { try owner.add(keychain.path) }
                    await context.session.reload()
                }
            }
        }
    }

    private static func delete(_ keychain: OwnerKeychain, _ context: WindowContext) {
        let question = Alert(
            text("Delete the Keychain?"), text("Its file and all items in it are deleted. This cannot be undone."),
            [Alert.Answer("no", text("_Cancel")), Alert.Answer("yes", text("_Delete"), isDestructive: true)])
        context.dialogs.ask(question) { answer in
            guard answer == "yes" else { return }
            let owner = context.session.owner
            context.run {
                try await context.session.thread.run { try owner.delete(keychain) }
                context.dialogs.closeAll()
                await context.session.reload()
                context.say(text("The keychain is deleted"))
            }
        }
    }
}

extension PlainList {
    func appendRows(_ rows: [Box]) { for row in rows { appendFixed(row) } }
}
