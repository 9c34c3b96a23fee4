import AppExtensions

// The four requests of a program to a password manager, in a terminal:
//
//     swift run ExtensionTour login | register | change | fill [URL]
//
// The first two use completion handlers, as apps for iOS do, the others “await”. A program with windows passes one of
// them as “for:”.

@main
struct ExtensionTour {
    static func main() {
        let words = CommandLine.arguments.dropFirst()
        let url = words.dropFirst().first ?? "https://www.acme.com"
        guard PasswordManagerExtension.shared.isAppExtensionAvailable() else {
            finish("No password manager is installed.", status: 1)
        }
        switch words.first {
        case "login": logIn(url)
        case "register": register(url)
        case "change": Task { await changePassword(url) }
        case "fill": Task { await fillPage(url) }
        default: finish("usage: ExtensionTour login | register | change | fill [URL]", status: 2)
        }
        // Completion handlers run on the main queue. A program with a main loop serves it already.
        dispatchMain()
    }

    /// The user picks one of the logins that match.
    static func logIn(_ url: String) {
        PasswordManagerExtension.shared.findLogin(forURLString: url, for: nil, sender: nil) { login, error in
            guard let login else { finish(error) }
            let code = login[AppExtensionTOTPKey] as? String
            finish("Logging in as \(text(login, AppExtensionUsernameKey))\(code.map { " with the code \($0)" } ?? "").")
        }
    }

    /// The program knows the new account. The password manager generates a password that meets the site's rules, and
    /// saves all values.
    static func register(_ url: String) {
        let details: [String: Any] = [
            AppExtensionTitleKey: "ACME", AppExtensionUsernameKey: "wendy", AppExtensionNotesKey: "From the tour",
            AppExtensionSectionTitleKey: "Profile", AppExtensionFieldsKey: ["firstname": "Wendy"],
        ]
        let options: [String: Any] = [
            AppExtensionGeneratedPasswordMinLengthKey: 12, AppExtensionGeneratedPasswordMaxLengthKey: 24,
            AppExtensionGeneratedPasswordRequireDigitsKey: true, AppExtensionGeneratedPasswordRequireSymbolsKey: false,
            AppExtensionGeneratedPasswordForbiddenCharactersKey: "0O1lI",
        ]
        PasswordManagerExtension.shared.storeLogin(
            forURLString: url, loginDetails: details, passwordGenerationOptions: options, for: nil, sender: nil
        ) { login, error in
            guard let login else { finish(error) }
            let fields = login[AppExtensionReturnedFieldsKey] as? [String: String] ?? [:]
            let password = text(login, AppExtensionPasswordKey)
            finish(
                "Registering \(text(login, AppExtensionUsernameKey)), \(fields["firstname"] ?? "unnamed"), "
                    + "with a password of \(password.count) characters.")
        }
    }

    /// If one login matches, it opens with a new password. If several match, the user chooses. If none matches, a new
    /// one is made, and there is no old password.
    static func changePassword(_ url: String) async {
        do {
            let login = try await PasswordManagerExtension.shared.changePasswordForLogin(
                forURLString: url, loginDetails: LoginDetails(title: "ACME", username: "wendy"),
                passwordGenerationOptions: PasswordGenerationOptions(minLength: 20, requireSymbols: true))
            let change = login.oldPassword.map { "of \($0.count) characters" } ?? "that was not known"
            finish("Changing a password \(change) to one of \(login.password.count) characters.")
        } catch { finish(error) }
    }

    /// The page here is a fixed model, as a script would have read it.
    static func fillPage(_ url: String) async {
        do {
            try await PasswordManagerExtension.shared.fillItem(intoWebView: GivenPage(url: url), showOnlyLogins: true)
            finish("The page is filled.")
        } catch { finish(error) }
    }

    // MARK: - Results

    static func text(_ login: [AnyHashable: Any], _ key: String) -> String { login[key] as? String ?? "" }

    static func finish(_ error: Error?) -> Never {
        let code = (error as NSError?)?.code ?? AppExtensionErrorCodeUnexpectedData
        if code == AppExtensionErrorCodeCancelledByUser { finish("Nothing was picked.", status: 10) }
        finish(error?.localizedDescription ?? "No answer.", status: Int32(10 + code))
    }

    static func finish(_ line: String, status: Int32 = 0) -> Never {
        print(line)
        exit(status)
    }
}

/// A page with a sign-in form. In an app this is the web view, and scripts read and fill it.
struct GivenPage: WebPage {
    let url: String
    let fields = [
        ["id": "f0", "type": "text", "name": "user", "autocomplete": "username"],
        ["id": "f1", "type": "password", "name": "pass", "autocomplete": "current-password"],
    ]

    func currentURL() async -> String? { url }

    func pageModel() async throws -> Data {
        try JSONSerialization.data(withJSONObject: ["version": 1, "url": url, "fields": fields])
    }

    /// Skips fields that are no longer on the page.
    func fill(with plan: Data) async throws {
        for step in try PageFillPlan(plan).steps {
            guard let field = fields.first(where: { $0["id"] == step.field }), let name = field["name"] else {
                continue
            }
            let isHidden = field["type"] == "password"
            print("\(name): \(isHidden ? "\(step.value.count) characters" : step.value)")
        }
    }
}
