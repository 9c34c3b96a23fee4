// Calls as they were written when Swift was young. Lines that had to change say what they were.
import AppExtensions  // import OnePasswordExtension

class EarlySwiftViewController: ViewController {
    private(set) var username: String?
    private(set) var code: Int?
    private(set) var filled: Bool?
    var onDone: () -> Void = {}

    // Marked, so that our own build has no warnings: old names are for old code.
    @available(*, deprecated) func find(with extensionObject: OnePasswordExtension) {
        extensionObject.findLoginForURLString(
            "https://www.acme.com", forViewController: self, sender: nil,
            completion: { (loginDictionary: [AnyHashable: Any]?, error: Error?) in  // [NSObject: AnyObject]?, NSError?
                self.username = loginDictionary?[AppExtensionUsernameKey] as? String
                self.code = (error as NSError?)?.code  // error?.code
                self.onDone()
            })
    }

    @available(*, deprecated) func store(with extensionObject: OnePasswordExtension) {
        let details: [NSObject: AnyObject] = [
            AppExtensionUsernameKey as NSString: "wile" as NSString  // without “as NSString”
        ]
        extensionObject.storeLoginForURLString(
            "https://www.acme.com", loginDetails: details, passwordGenerationOptions: nil, forViewController: self,
            sender: self
        ) { loginDictionary, error in
            self.username = loginDictionary?[AppExtensionUsernameKey] as? String
            self.onDone()
        }
    }

    @available(*, deprecated) func change(with extensionObject: OnePasswordExtension) {
        extensionObject.changePasswordForLoginForURLString(
            "", loginDetails: nil, passwordGenerationOptions: nil, forViewController: self, sender: nil
        ) { loginDictionary, error in
            self.code = (error as NSError?)?.code  // error?.code
            self.onDone()
        }
    }

    @available(*, deprecated) func fill(_ webView: AnyObject, with extensionObject: OnePasswordExtension) {
        extensionObject.fillItemIntoWebView(webView, forViewController: self, sender: nil, showOnlyLogins: true) {
            success, error in
            self.filled = success
            self.code = (error as NSError?)?.code  // error?.code
            self.onDone()
        }
    }
}
