// An app's login screen, as it is on iOS. Lines that had to change say what they were; Docs/app-extensions.md counts
// them.
import AppExtensions  // import OnePasswordExtension

class LoginViewController: ViewController {
    let usernameTextField = TextField()
    let passwordTextField = TextField()
    let oneTimePasswordTextField = TextField()
    let onepasswordButton = Button()
    private(set) var alert: String?
    var onDone: () -> Void = {}

    func viewDidLoad() {
        onepasswordButton.isHidden = !OnePasswordExtension.shared().isAppExtensionAvailable()
    }

    func findLoginFrom1Password(_ sender: AnyObject, with extensionObject: OnePasswordExtension) {
        extensionObject.findLogin(forURLString: "https://www.acme.com", for: self, sender: sender) {
            [weak self] (loginDictionary, error) in
            guard let strongSelf = self else { return }
            defer { strongSelf.onDone() }

            guard let loginDictionary = loginDictionary, !loginDictionary.isEmpty else {
                if let error = error as NSError?, error.code != AppExtensionErrorCodeCancelledByUser {
                    strongSelf.alert = "Error invoking password app extension for find login: \(error.code)"
                }
                return
            }

            strongSelf.usernameTextField.text = loginDictionary[AppExtensionUsernameKey] as? String
            strongSelf.passwordTextField.text = loginDictionary[AppExtensionPasswordKey] as? String

            if let generatedOneTimePassword = loginDictionary[AppExtensionTOTPKey] as? String {
                strongSelf.oneTimePasswordTextField.text = generatedOneTimePassword
            }
        }
    }
}
