import GtkSupport

/// The dialogs for the keychain's passcode.
@MainActor enum Passcodes {
    /// Asks for the passcode, until the keychain is unlocked or the user cancels.
    ///
    /// - Returns: whether the keychain is unlocked.
    static func unlock(over window: Window) async -> Bool {
        let dialog = SecretsDialog(
            text("Unlock Keychain"), text("The data of TouchMeIn is locked with the keychain’s passcode."),
            fields: [text("Passcode")], action: text("Unlock"))
        return await dialog.show(over: window) { fields in
            guard let field = fields.first else { return nil }
            return await KeychainAccess.unlock(field.copy())
        }
    }

    /// Asks for a new passcode, twice.
    ///
    /// - Returns: whether it is set.
    static func set(over window: Window) async -> Bool {
        let dialog = SecretsDialog(
            text("Set Passcode"),
            text(
                "It locks the keychain of all your programs. If you lose it, the content of the keychain is lost as well."
            ),
            fields: [text("New passcode"), text("Repeat passcode")], action: text("Set"))
        return await dialog.show(over: window) { fields in
            let passcodes = fields.map { $0.copy() }
            guard let passcode = passcodes.first, passcodes.allSatisfy({ $0 == passcode }) else {
                return text("The passcodes do not match.")
            }
            return await KeychainAccess.setPasscode(passcode)
        }
    }
}
