// An app's registration screen, as it is on iOS. Lines that had to change say what they were.
import AppExtensions  // import OnePasswordExtension

class RegisterViewController: ViewController {
    let firstnameTextField = TextField()
    let lastnameTextField = TextField()
    let usernameTextField = TextField()
    let passwordTextField = TextField()
    private(set) var alert: String?
    var onDone: () -> Void = {}

    func saveLoginTo1Password(_ sender: AnyObject, with extensionObject: OnePasswordExtension) {
        let newLoginDetails: [String: Any] = [
            AppExtensionTitleKey: "ACME",
            AppExtensionUsernameKey: usernameTextField.text ?? "",
            AppExtensionPasswordKey: passwordTextField.text ?? "",
            AppExtensionNotesKey: "Saved with the ACME app",
            AppExtensionSectionTitleKey: "ACME Browser",
            AppExtensionFieldsKey: [
                "firstname": firstnameTextField.text ?? "",
                "lastname": lastnameTextField.text ?? "",
            ],
        ]

        let passwordGenerationOptions: [String: AnyObject] = [
            AppExtensionGeneratedPasswordMinLengthKey: (8 as NSNumber),
            AppExtensionGeneratedPasswordMaxLengthKey: (30 as NSNumber),
            AppExtensionGeneratedPasswordRequireDigitsKey: (true as NSNumber),
            AppExtensionGeneratedPasswordRequireSymbolsKey: (true as NSNumber),
            AppExtensionGeneratedPasswordForbiddenCharactersKey: "!@#$%/0lIO" as NSString,
        ]

        extensionObject.storeLogin(
            forURLString: "https://www.acme.com", loginDetails: newLoginDetails,
            passwordGenerationOptions: passwordGenerationOptions, for: self, sender: sender
        ) { (loginDictionary, error) in
            defer { self.onDone() }
            guard let loginDictionary = loginDictionary else {
                if error?._code != AppExtensionErrorCodeCancelledByUser {
                    self.alert = error?.localizedDescription
                }
                return
            }

            self.usernameTextField.text = loginDictionary[AppExtensionUsernameKey] as? String ?? ""
            self.passwordTextField.text = loginDictionary[AppExtensionPasswordKey] as? String ?? ""

            if let fields = loginDictionary[AppExtensionReturnedFieldsKey] as? [String: Any] {
                self.firstnameTextField.text = fields["firstname"] as? String ?? ""
                self.lastnameTextField.text = fields["lastname"] as? String ?? ""
            }
        }
    }
}
