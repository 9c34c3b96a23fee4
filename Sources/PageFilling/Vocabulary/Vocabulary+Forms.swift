extension Vocabulary {
    /// The meaning of headings, buttons and names of forms, in the same languages.
    static let forms = Vocabulary([formWords])

    static let formWords: [Hint: String] = [
        .purpose(.signIn): """
        sign in, log in, login, signin, logon, log on, ~next, sign on, welcome back, anmelden, einloggen, anmeldung,
        ~weiter, iniciar sesión, inicia sesión, ~acceder, ~entrar, ingresar, ~siguiente, se connecter, connexion,
        connectez vous, s identifier, ~suivant, iniciar sessão, fazer login, acessar, ~continuar, accedi, accesso,
        accedere, ~avanti, inloggen, aanmelden, ~volgende, zaloguj, zaloguj się, logowanie, ~dalej, giriş,
        giriş yap, oturum aç, ~devam, войти, вход, авторизация, ~далее, ログイン, サインイン, ~次へ, 登录, 登錄, 登入, ~下一步,
        ~continue, ~authenticate, ~unlock, ~verify
        """,
        .purpose(.signUp): """
        sign up, signup, register, registration, create account, create an account, create your account, join,
        join now, get started, registrieren, registrierung, konto erstellen, konto anlegen, neu registrieren,
        registrarse, regístrate, crear cuenta, crear una cuenta, registro, s inscrire, inscription,
        créer un compte, créer mon compte, inscrivez vous, cadastrar, cadastre se, cadastro, criar conta,
        registar, registrati, registrazione, crea account, crea un account, iscriviti, registreren,
        account aanmaken, account maken, zarejestruj, zarejestruj się, rejestracja, załóż konto, utwórz konto,
        kaydol, kayıt ol, üye ol, hesap oluştur, зарегистрироваться, регистрация, создать аккаунт,
        создать учетную запись, 会員登録, 新規登録, アカウント作成, アカウントを作成, 登録する, 注册, 註冊, 创建账户, 建立帳戶, 立即注册
        """,
        .purpose(.change): """
        change password, change your password, reset password, reset your password, update password, new password,
        set password, set new password, choose a new password, passwort ändern, passwort zurücksetzen,
        neues passwort, kennwort ändern, cambiar contraseña, restablecer contraseña, nueva contraseña,
        changer le mot de passe, modifier le mot de passe, réinitialiser le mot de passe, nouveau mot de passe,
        alterar senha, redefinir senha, nova senha, cambia password, modifica password, reimposta password,
        nuova password, wachtwoord wijzigen, wachtwoord opnieuw instellen, nieuw wachtwoord, zmień hasło,
        zmiana hasła, zresetuj hasło, nowe hasło, şifre değiştir, şifreyi değiştir, şifre sıfırla, yeni şifre,
        сменить пароль, изменить пароль, сброс пароля, новый пароль, パスワードの変更, パスワード変更, パスワードを変更,
        パスワード再設定, 修改密码, 修改密碼, 重置密码, 重設密碼, 更改密码
        """,
        .purpose(.newsletter): """
        newsletter, subscribe, subscription, mailing list, stay informed, stay in touch, abonnieren,
        rundbrief, suscribirse, suscríbete, boletín, s abonner, abonnez vous, infolettre, lettre d information,
        assinar, inscreva se,
        boletim, iscriviti alla newsletter, nieuwsbrief, abonneren, biuletyn, subskrybuj, bülten, abone ol,
        подписаться, рассылка, подписка, メールマガジン, メルマガ, 購読, 订阅, 訂閱, 電子報
        """,
        .purpose(.search): """
        search, find, suche, suchen, finden, buscar, búsqueda, recherche, rechercher, pesquisar, pesquisa, busca,
        cerca, ricerca, zoek, zoeken, szukaj, wyszukaj, ara, arama, поиск, найти, искать, 検索, 搜索, 搜尋
        """,
    ]
}
