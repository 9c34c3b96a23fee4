import GtkSupport
import PasswordVault

/// The setting for unlocking by fingerprint, if an agent serves the vault.
@MainActor enum FingerprintRow {
    static func make(_ context: WindowContext) -> Box? {
        guard context.session.isFingerprintVault else { return nil }
        let name = text("Unlock with a finger for 14 days after the master password")
        let control = Switch(isOn: false, name)
        // The switch is disabled until it is known whether there is an enrolled finger.
        control.isEnabled = false
        Task {
            control.isOn = await context.session.fingerprintUnlock() != .off
            let hasFinger = await context.session.hasFinger()
            control.isEnabled = control.isOn || hasFinger
            if !control.isEnabled { control.setTooltip(text("There is no reader, or no finger is enrolled")) }
            control.onChange { change(control, context) }
        }
        return FormRow.box(name, control)
    }

    private static func change(_ control: Switch, _ context: WindowContext) {
        guard !control.isOn else {
            return PasswordWindow.show(context, .fingerprint) { isAllowed in
                if !isAllowed { control.isOn = false }
            }
        }
        context.run { [context] in try await context.session.allowFingerprint(nil) }
    }
}
