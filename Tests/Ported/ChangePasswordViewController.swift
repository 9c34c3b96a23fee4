// An app's screen for a new password, as it is on iOS. Lines that had to change say what they were.
import AppExtensions  // import OnePasswordExtension

class ChangePasswordViewController: ViewController {
    let oldPasswordTextField = TextField()
    let freshPasswordTextField = TextField()
    let confirmPasswordTextField = TextField()
    private(set) var alert: String?
    var onDone: () -> Void = {}

    func changePasswordIn1Password(_ sender: AnyObject, with extensionObject: OnePasswordExtension) {
        guard let changedPassword = freshPasswordTextField.text else { return }
        guard let oldPassword = oldPasswordTextField.text else { return }
        guard let confirmationPassword = confirmPasswordTextField.text else { return }

        if changedPassword.count > 0 && oldPassword == changedPassword {
            alert = "The old and the new password must not be the same"
            return
        }
        if changedPassword != confirmationPassword {
            alert = "The new passwords and the confirmation password must match"
            return
        }

        let newLoginDetails: [String: String] = [
            AppExtensionTitleKey: "ACME",
            AppExtensionUsernameKey: "aUsername",
            AppExtensionPasswordKey: changedPassword,
            AppExtensionOldPasswordKey: oldPassword,
            AppExtensionNotesKey: "Saved with the ACME app",
        ]

        let passwordGenerationOptions: NSDictionary = [
            AppExtensionGeneratedPasswordMinLengthKey: NSNumber(value: 8),
            AppExtensionGeneratedPasswordMaxLengthKey: NSNumber(value: 30),
            AppExtensionGeneratedPasswordRequireDigitsKey: NSNumber(value: true),
            AppExtensionGeneratedPasswordForbiddenCharactersKey: "!@#$%/0lIO",
        ]

        extensionObject.changePasswordForLogin(
            forURLString: "https://www.acme.com", loginDetails: newLoginDetails as NSDictionary,
            passwordGenerationOptions: passwordGenerationOptions, for: self, sender: sender
        ) { (loginDictionary: [AnyHashable: Any]?, error: Error?) -> Void in
            defer { self.onDone() }
            if loginDictionary == nil {
                switch (error! as NSError).code {
                case Int(AppExtensionErrorCodeCancelledByUser): break
                case AppExtensionErrorCodeFailedToContactExtension: self.alert = "contact"
                case AppExtensionErrorCodeUnexpectedData: self.alert = "data"
                default: self.alert = "other"
                }
                return
            }

            self.oldPasswordTextField.text = loginDictionary?[AppExtensionOldPasswordKey] as? String
            self.freshPasswordTextField.text = loginDictionary?[AppExtensionPasswordKey] as? String
            self.confirmPasswordTextField.text = loginDictionary?[AppExtensionPasswordKey] as? String
        }
    }
}
