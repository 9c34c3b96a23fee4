import PasswordVault
import Testing

@testable import PageFilling

/// Fields without names that programs would use, in the languages of the vocabulary.
@Suite struct LanguageTests {
    static let signIns: [TestPage] = [
        ("German", "Benutzername", "Kennwort"), ("Spanish", "Nombre de usuario", "Contraseña"),
        ("French", "Nom d’utilisateur", "Mot de passe"), ("Portuguese", "Nome de usuário", "Senha"),
        ("Italian", "Nome utente", "Parola chiave"), ("Dutch", "Gebruikersnaam", "Wachtwoord"),
        ("Polish", "Nazwa użytkownika", "Hasło"), ("Turkish", "Kullanıcı adı", "Şifre"),
        ("Russian", "Имя пользователя", "Пароль"), ("Japanese", "ユーザー名", "パスワード"),
        ("simplified Chinese", "用户名", "密码"), ("traditional Chinese", "使用者名稱", "密碼"),
    ].map { language, username, password in
        // The decoy stands where the username would be looked for if nothing could be read. The password is shown as a
        // text, so that its type does not say what it is.
        TestPage(
            language,
            #"{"id":"u","label":"\#(username)"},{"id":"x"},{"id":"p","type":"text","label":"\#(password)"}"#,
            gives: "u=wendy", "p=hush")
    }

    static let changes: [TestPage] = [
        ("German", "Neues Passwort", "Passwort wiederholen", "Aktuelles Passwort"),
        ("Spanish", "Nueva contraseña", "Repite la contraseña", "Contraseña actual"),
        ("French", "Nouveau mot de passe", "Confirmez le mot de passe", "Ancien mot de passe"),
        ("Portuguese", "Nova senha", "Confirme a senha", "Senha atual"),
        ("Italian", "Nuova password", "Conferma password", "Password attuale"),
        ("Dutch", "Nieuw wachtwoord", "Herhaal wachtwoord", "Huidig wachtwoord"),
        ("Polish", "Nowe hasło", "Powtórz hasło", "Obecne hasło"),
        ("Turkish", "Yeni şifre", "Yeni şifre (tekrar)", "Mevcut şifre"),
        ("Russian", "Новый пароль", "Повторите пароль", "Текущий пароль"),
        ("Japanese", "新しいパスワード", "パスワード（確認用）", "現在のパスワード"),
        ("Chinese", "新密码", "确认密码", "当前密码"),
    ].map { language, new, again, current in
        TestPage(
            language,
            #"""
            {"id":"n","type":"password","label":"\#(new)"}, {"id":"r","type":"password","label":"\#(again)"},
            {"id":"c","type":"password","label":"\#(current)"}
            """#,
            gives: "c=hush")
    }

    static let cards: [TestPage] = [
        ("German", "Karteninhaber", "Kartennummer", "Gültig bis", "Prüfziffer"),
        ("Spanish", "Titular de la tarjeta", "Número de tarjeta", "Fecha de caducidad", "Código de seguridad"),
        ("French", "Titulaire de la carte", "Numéro de carte", "Date d’expiration", "Cryptogramme visuel"),
        ("Portuguese", "Nome impresso no cartão", "Número do cartão", "Validade", "Código de segurança"),
        ("Italian", "Intestatario della carta", "Numero della carta", "Scadenza", "Codice di sicurezza"),
        ("Dutch", "Naam op kaart", "Kaartnummer", "Vervaldatum", "Beveiligingscode"),
        ("Polish", "Posiadacz karty", "Numer karty", "Data ważności", "Kod bezpieczeństwa"),
        ("Turkish", "Kart üzerindeki isim", "Kart numarası", "Son kullanma tarihi", "Güvenlik kodu"),
        ("Russian", "Имя на карте", "Номер карты", "Срок действия", "Код безопасности"),
        ("Japanese", "カード名義人", "カード番号", "有効期限", "セキュリティコード"),
        ("Chinese", "持卡人姓名", "卡号", "有效期", "安全码"),
    ].map { language, holder, number, expiry, code in
        TestPage(
            language,
            #"""
            {"id":"h","label":"\#(holder)"}, {"id":"n","label":"\#(number)"}, {"id":"e","label":"\#(expiry)"},
            {"id":"c","label":"\#(code)"}
            """#,
            item: .card(), gives: "h=Wendy Moira Darling", "n=4111111111111111", "e=03/27", "c=123")
    }

    static let people: [TestPage] = [
        ("German", "Vorname", "Nachname", "Ort", "Postleitzahl", "E-Mail-Adresse"),
        ("Spanish", "Nombre", "Apellidos", "Ciudad", "Código postal", "Correo electrónico"),
        ("French", "Prénom", "Nom", "Ville", "Code postal", "Courriel"),
        ("Portuguese", "Nome", "Sobrenome", "Cidade", "CEP", "Endereço de e-mail"),
        ("Italian", "Nome", "Cognome", "Città", "CAP", "Indirizzo e-mail"),
        ("Dutch", "Voornaam", "Achternaam", "Woonplaats", "Postcode", "E-mailadres"),
        ("Polish", "Imię", "Nazwisko", "Miasto", "Kod pocztowy", "Adres e-mail"),
        ("Turkish", "Ad", "Soyad", "Şehir", "Posta kodu", "E-posta"),
        ("Russian", "Имя", "Фамилия", "Город", "Почтовый индекс", "Электронная почта"),
        ("Japanese", "名", "姓", "市区町村", "郵便番号", "メールアドレス"),
        ("Chinese", "名", "姓", "城市", "邮政编码", "电子邮箱"),
    ].map { language, first, last, city, code, mail in
        TestPage(
            language,
            #"""
            {"id":"f","label":"\#(first)"}, {"id":"l","label":"\#(last)"}, {"id":"c","label":"\#(city)"},
            {"id":"z","label":"\#(code)"}, {"id":"e","label":"\#(mail)"}
            """#,
            item: .person(), gives: "f=Wendy", "l=Darling", "c=Berlin", "z=10115", "e=wendy@darling.example")
    }

    static let leftAlone: [TestPage] = [
        ("English", "Search", "Newsletter"), ("German", "Suchen", "Newsletter abonnieren"),
        ("Spanish", "Buscar", "Suscríbete al boletín"), ("French", "Rechercher", "Lettre d’information"),
        ("Portuguese", "Pesquisar", "Assinar newsletter"), ("Italian", "Cerca", "Iscriviti alla newsletter"),
        ("Dutch", "Zoeken", "Nieuwsbrief"), ("Polish", "Szukaj", "Biuletyn"), ("Turkish", "Ara", "Bülten"),
        ("Russian", "Поиск", "Подписаться"), ("Japanese", "検索", "メールマガジン"), ("Chinese", "搜索", "订阅"),
    ].map { language, search, newsletter in
        TestPage(
            language,
            #"{"id":"q","form":1,"label":"\#(search)"},{"id":"e","form":2,"type":"email","label":"E-mail"}"#,
            forms: #"{"number":1,"button":"\#(search)"},{"number":2,"button":"OK","heading":"\#(newsletter)"}"#)
    }

    @Test(arguments: signIns) func signInsAreRead(page: TestPage) throws { try page.check() }
    @Test(arguments: changes) func newAndOldPasswordsAreToldApart(page: TestPage) throws { try page.check() }
    @Test(arguments: cards) func cardsAreRead(page: TestPage) throws { try page.check() }
    @Test(arguments: people) func namesAndAddressesAreRead(page: TestPage) throws { try page.check() }
    @Test(arguments: leftAlone) func searchesAndNewslettersAreRecognized(page: TestPage) throws { try page.check() }

    /// In one language a word can mean one thing only: which of two would count would change from run to run.
    @Test func noLanguageHasAPhraseTwice() {
        for table in Vocabulary.tables + [Vocabulary.formWords] {
            var seen: [[String]: Hint] = [:]
            for (hint, texts) in table {
                for text in texts.split(separator: ",") {
                    let words = Words(String(text)).list
                    #expect(!words.isEmpty, "\(hint): an empty phrase")
                    if let other = seen.updateValue(hint, forKey: words), other != hint {
                        Issue.record("“\(text)” is \(hint) and \(other)")
                    }
                }
            }
        }
    }

    @Test(arguments: [
        ("firstName", "first name"), ("CCNumber", "cc number"), ("card-number 2", "card number 2"),
        ("address1", "address 1"),
        ("E-Mail-Adresse", "e mail adresse"), ("Straße", "strasse"), ("Şehir", "sehir"), ("ＣＡＲＤ", "card"),
        ("氏名", "氏 名"),
        ("ﾊﾟｽ", "パ ス"), ("ctl00$txtUser", "ctl 00 txt user"), ("  ", ""), ("it’s", "it s"),
    ])
    func textsBecomeWords(text: String, words: String) { #expect(Words(text).joined == words) }
}
