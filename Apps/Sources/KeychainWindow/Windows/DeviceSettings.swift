import AgentClient
import GtkSupport
import KeychainServices

/// The settings of the keychain of this device: passcode, recovery key, and the doctor.
@MainActor enum DeviceSettings {
    static func show(_ keychain: OwnerKeychain, _ context: WindowContext) {
        context.run {
            let status = try await context.session.thread.run { try keychain.keychain.status() }
            show(keychain, status, context)
        }
    }

    private static func show(_ keychain: OwnerKeychain, _ status: Keychain.Status, _ context: WindowContext) {
        let content = Box(vertical: true, spacing: 18)
        content.setMargins(vertical: 18, horizontal: 16)
        let hasPasscode = status.lockState != .noPasscode
        Section.add(text("Passcode"), to: content).appendRows(passcode(keychain, hasPasscode, context))
        Section.add(text("Recovery"), to: content).appendRows([
            KeychainSettingsWindow.row(
                text("Recovery key"),
                hint: Label(hint: status.hasRecoveryKey ? text("There is one") : text("There is none")), text("Make…"),
                text("Make a recovery key")
            ) { RecoveryKeyWindow.show(keychain, context) },
            KeychainSettingsWindow.row(text("Examination"), text("Examine"), text("Examine the keychain")) {
                DoctorWindow.show(context)
            },
        ])
        content.append(
            Label(
                hint: text(
                    "The time after which it is locked is the agent’s: chatelaine agent --auto-lock. It is also locked with the screen and before sleep."
                )))
        context.show(Window(text("Keychain Settings"), width: 460, content: Clamp(content)))
    }

    private static func passcode(_ keychain: OwnerKeychain, _ hasPasscode: Bool, _ context: WindowContext) -> [Box] {
        guard hasPasscode else {
            return [
                KeychainSettingsWindow.row(
                    text("Passcode"), hint: Label(hint: text("Without one, every program can see all items")),
                    text("Set…"),
                    text("Set a passcode")
                ) { set(keychain, context) }
            ]
        }
        return [
            KeychainSettingsWindow.row(text("Passcode"), text("Change…"), text("Change the passcode")) {
                change(keychain, context)
            },
            KeychainSettingsWindow.row(text("Without a passcode"), text("Remove…"), text("Remove the passcode")) {
                remove(keychain, context)
            },
        ]
    }

    private static func set(_ keychain: OwnerKeychain, _ context: WindowContext) {
        let fields = NewSecretFields(text("New passcode"))
        let form = FormWindow(text("Set a Passcode"), button: text("Set"), context) { box in
            fields.add(to: box)
            box.append(
                Label(hint: text("A forgotten passcode cannot be recovered. Make a recovery key afterwards.")))
        } action: {
            let new = try fields.secret()
            _ = try await context.session.perform(keychain) { try $0.setPasscode(new.bytes) }
            try await context.session.open(keychain, new)
            await done(context, text("The passcode is set. Make a recovery key now."))
        }
        form.submit(by: fields.second)
        form.show()
        fields.first.focus()
    }

    private static func change(_ keychain: OwnerKeychain, _ context: WindowContext) {
        let old = SecretField(text("Present passcode"))
        let fields = NewSecretFields(text("New passcode"))
        let compromised = Switch(isOn: false, text("Others may know the old passcode"))
        let form = FormWindow(text("Change the Passcode"), button: text("Change"), context) { box in
            box.append(old)
            fields.add(to: box)
            box.append(FormRow.box(text("Others may know the old passcode"), compromised))
        } action: {
            let (before, after, isCompromised) = (TypedSecret(old), try fields.secret(), compromised.isOn)
            _ = try await context.session.perform(keychain) {
                try $0.changePasscode(from: before.bytes, to: after.bytes, compromised: isCompromised)
            }
            await done(context, isCompromised ? text("Changed. Make a new recovery key.") : text("Changed"))
        }
        form.submit(by: fields.second)
        form.show()
        old.focus()
    }

    private static func remove(_ keychain: OwnerKeychain, _ context: WindowContext) {
        let old = SecretField(text("Present passcode"))
        context.run {
            let lost = try await context.session.perform(keychain) { try $0.countOfItemsThatNeedPasscode() }
            let form = FormWindow(text("Remove the Passcode"), button: text("Remove"), context) { box in
                box.append(
                    Label(
                        text(
                            "Every program can see all items then. Items that require a passcode are lost: {count}.",
                            ["count": "\(lost)"])))
                box.append(old)
            } action: {
                let before = TypedSecret(old)
                _ = try await context.session.perform(keychain) { try $0.removePasscode(before.bytes) }
                await done(context, text("The passcode is removed"))
            }
            form.submit(by: old)
            form.show()
            old.focus()
        }
    }

    private static func done(_ context: WindowContext, _ message: String) async {
        context.dialogs.closeAll()
        await context.session.reload()
        context.say(message)
    }
}
