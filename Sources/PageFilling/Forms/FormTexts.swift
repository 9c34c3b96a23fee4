/// The purpose that the texts of a form state.
enum FormTexts {
    /// A purpose, and the text that states it.
    struct Said {
        let purpose: FormPurpose
        let reason: String
        /// Whether only ambiguous words say so: “Continue”.
        var isWeak = false
    }

    private typealias Text = (source: String, text: String)

    /// Returns the purpose that a form's texts state: the button counts more than the heading, and both more than the
    /// form's names. What is ambiguous counts if nothing else does.
    static func said(_ form: PageModel.Form) -> Said? {
        if form.role == "search" { return Said(purpose: .search, reason: "the role “search”") }
        let texts: [Text] = [
            ("button", form.button), ("heading", form.heading), ("name", form.name), ("id", form.htmlID),
        ]
        let others: [Text] = form.otherButtons.map { ("another button", $0) } + form.links.map { ("link", $0) }
        let choices: [Text] = form.choices.count == 1 ? [("choice", form.choices[0])] : []
        return said(texts, others, choices)
    }

    /// Returns the purpose that a page with one form states.
    static func said(_ page: PageModel) -> Said? {
        let path = Self.path(page.url)
        return said(page.headings.map { ("heading of the page", $0) } + [("title of the page", page.title)], [], [])
            ?? said([("address of the page", path)], [], [])
    }

    /// Returns the purpose that the address states to which a form is sent.
    static func saidByAddress(_ form: PageModel.Form) -> Said? { said([("address", path(form.action))], [], []) }

    /// Returns the path of an address, without the query.
    private static func path(_ address: String) -> String {
        let rest =
            address.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false).dropFirst(2).first ?? ""
        return rest.split(separator: "/", maxSplits: 1).dropFirst().first
            .map { String($0.prefix { $0 != "?" && $0 != "#" }) } ?? ""
    }

    private static func said(_ texts: [Text], _ others: [Text], _ choices: [Text]) -> Said? {
        let read = texts.map { ($0.source, $0.text, Vocabulary.forms.findings(in: Words($0.text))) }
        // A heading that speaks of something else is clearer than a button: “Send”, “Save”.
        for wanted in [FormPurpose.newsletter, .foreign] {
            for (source, text, findings) in read
            where findings.contains(where: { $0.hint == .purpose(wanted) && !$0.isWeak }) {
                return Said(purpose: wanted, reason: reason(source, text, wanted))
            }
        }
        var weak: Said?
        for (source, text, findings) in read {
            for finding in findings {
                guard case .purpose(let purpose) = finding.hint else { continue }
                let said = Said(purpose: purpose, reason: reason(source, text, purpose), isWeak: finding.isWeak)
                if !finding.isWeak { return said }
                weak = weak ?? said
            }
        }
        for (source, text) in choices where Vocabulary.purposes(in: text).contains(.newsletter) && texts.count > 1 {
            return Said(purpose: .newsletter, reason: reason(source, text, .newsletter))
        }
        for (source, text) in others {
            guard case .purpose(let purpose)? = Vocabulary.links.findings(in: Words(text)).first?.hint else { continue }
            return Said(purpose: purpose, reason: reason(source, text, purpose))
        }
        return weak
    }

    private static func reason(_ source: String, _ text: String, _ purpose: FormPurpose) -> String {
        "\(source) “\(text.prefix(60))” says \(purpose.rawValue)"
    }
}

extension Vocabulary {
    /// Returns the purposes that a text states without doubt.
    static func purposes(in text: String) -> [FormPurpose] {
        forms.findings(in: Words(text)).compactMap { finding in
            guard case .purpose(let purpose) = finding.hint, !finding.isWeak else { return nil }
            return purpose
        }
    }

    /// Texts of links beside a form: the way to the other form, or what to do without the password.
    static let links = Vocabulary([
        [
            .purpose(.signIn): """
            forgot password, forgot your password, forgotten password, forgotten your password, reset password, lost password,
            lost your password, trouble signing in, remember me, passwort vergessen, kennwort vergessen,
            olvidaste tu contraseña, olvidé mi contraseña, has olvidado tu contraseña, mot de passe oublié,
            esqueci minha senha, esqueceu a senha, esqueceu sua senha, password dimenticata, wachtwoord vergeten,
            nie pamiętasz hasła, zapomniałeś hasła, şifremi unuttum, забыли пароль, パスワードをお忘れ, パスワードを忘れた,
            忘记密码, 忘記密碼, 비밀번호 찾기, glömt lösenord, zabudli ste heslo, zapomenuté heslo, elfelejtett jelszó,
            забули пароль, lupa kata sandi, quên mật khẩu, שכחת סיסמה, שכחתי סיסמה, نسيت كلمة المرور
            """,
            .purpose(.signUp): """
            already have an account, already registered, already a member, have an account, bereits registriert,
            schon registriert, bereits ein konto, ya tienes cuenta, ya tienes una cuenta, déjà un compte,
            déjà inscrit, já tem uma conta, já tem conta, hai già un account, heb je al een account,
            al een account, masz już konto, zaten hesabınız var mı, уже есть аккаунт, уже зарегистрированы,
            すでにアカウント, アカウントをお持ちの方, 已有账号, 已有账户, 已有帳號, 이미 계정이, har du redan ett konto,
            вже є акаунт, sudah punya akun, đã có tài khoản
            """,
        ]
    ])
}
