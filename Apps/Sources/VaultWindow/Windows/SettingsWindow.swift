import GtkSupport
import PasswordVault

/// The window with the settings of the program and its vault.
@MainActor enum SettingsWindow {
    static func show(_ context: WindowContext) {
        let content = Box(vertical: true, spacing: 18)
        content.setMargins(vertical: 18, horizontal: 16)
        content.append(Label(heading: text("Locking")))
        content.append(locking(context))
        content.append(Label(heading: text("Vault")))
        content.append(vault(context))
        content.append(Label(heading: text("Programs")))
        content.append(PlainList(framed: text("Programs"), [programs(context)]))
        context.show(Window(text("Settings"), width: 480, height: 520, content: Scroller(Clamp(content))))
    }

    /// The choices in seconds; 0 for never.
    private static let times = [60, 300, 600, 1800, 3600, 0]

    private static func locking(_ context: WindowContext) -> PlainList {
        let names = times.map {
            $0 == 0 ? text("Never") : text("{minutes} min", ["minutes": "\($0 / 60)"])
        }
        let time = Choice(text("Lock after"), names)
        time.choose(times.firstIndex(of: context.preferences.autoLock) ?? 2)
        time.onChange { [context] in context.preferences.autoLock = times[min(time.chosen ?? 0, times.count - 1)] }
        let screen = Switch(isOn: context.preferences.locksWithScreen, text("Lock with the screen"))
        screen.onChange { [context] in context.preferences.locksWithScreen = screen.isOn }
        let sleep = Switch(isOn: context.preferences.locksBeforeSleep, text("Lock before sleep"))
        sleep.onChange { [context] in context.preferences.locksBeforeSleep = sleep.isOn }
        return PlainList(
            framed: text("Locking"),
            [
                FormRow.box(text("Lock after"), hint: Label(hint: text("Since the window was used last")), time),
                FormRow.box(text("Lock with the screen"), screen),
                FormRow.box(text("Lock before sleep"), sleep),
            ] + [FingerprintRow.make(context)].compactMap { $0 })
    }

    private static func vault(_ context: WindowContext) -> PlainList {
        let password = Button(text("Change…"))
        password.setAccessibleName(text("Change the master password"))
        password.onClick { [context] in PasswordWindow.show(context, .password) }
        let recovery = Button(text("Make…"))
        recovery.setAccessibleName(text("Make a new recovery key"))
        recovery.onClick { [context] in showRecovery(context) }
        let derivation = Button(text("Change…"))
        derivation.setAccessibleName(text("Change how the key is derived"))
        let cost = Label(hint: "")
        let row = FormRow.box(text("Key derivation"), hint: cost, derivation)
        let update: @MainActor () -> Void = { [context] in
            context.run { cost.text = words(for: try await context.session.perform { try $0.passwordDerivation() }) }
        }
        update()
        derivation.onClick { [context] in PasswordWindow.show(context, .derivation) { if $0 { update() } } }
        return PlainList(
            framed: text("Vault"),
            [FormRow.box(text("Master password"), password), FormRow.box(text("Recovery key"), recovery), row])
    }

    private static func programs(_ context: WindowContext) -> Box {
        let button = Button(text("Show…"))
        button.setAccessibleName(text("Show what programs may use"))
        button.onClick { [context] in ProgramsWindow.show(context) }
        return FormRow.box(text("Program permissions"), button)
    }

    /// Returns the cost of one guess of the master password, as text.
    private static func words(for password: VaultPassword) -> String {
        let passes = "\(password.passes)"
        guard let memory = password.memory else {
            return text("Each guess takes {passes} rounds of PBKDF2", ["passes": passes])
        }
        return text(
            "Each guess takes {memory} MiB and {passes} passes of Argon2id",
            ["memory": "\(memory >> 20)", "passes": passes])
    }

    /// Asks the user before a new recovery key is made: an earlier one is no longer valid once it is confirmed.
    private static func showRecovery(_ context: WindowContext) {
        let question = Alert(
            text("Make a New Recovery Key?"), text("The earlier key is valid until you have confirmed the new one."),
            [Alert.Answer("no", text("_Cancel")), Alert.Answer("yes", text("_Make"))])
        context.ask(question) { answer in
            if answer == "yes" { RecoveryKeyPage.showWindow(context) }
        }
    }
}
