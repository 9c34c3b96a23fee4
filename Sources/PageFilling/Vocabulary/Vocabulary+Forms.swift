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
        ~continue, ~authenticate, ~unlock, ~verify, 로그인, ~다음, ~계속, تسجيل الدخول, دخول, ~التالي, ~متابعة, התחברות, כניסה, התחבר,
        ~המשך, लॉग इन, लॉगिन, साइन इन, ~आगे बढ़ें, ~जारी रखें, увійти, вхід, авторизація, ~далі, ~продовжити, logga in, logg inn,
        log ind, logg på, ~fortsätt, ~fortsett, ~fortsæt, ~nästa, přihlásit, přihlásit se, přihlášení, prihlásiť, prihlásiť sa,
        prihlásenie, ~pokračovat, ~další, bejelentkezés, belépés, ~tovább, conectare, autentificare, intră în cont, ~continuă,
        σύνδεση, είσοδος, ~συνέχεια, kirjaudu, kirjaudu sisään, kirjautuminen, ~jatka, masuk, ~lanjutkan, ~berikutnya, đăng nhập,
        ~tiếp tục, เข้าสู่ระบบ, ~ถัดไป, ~ดำเนินการต่อ
        """,
        .purpose(.signUp): """
        sign up, signup, register, registration, create account, create an account, create your account, join,
        join now, get started, registrieren, registrierung, konto erstellen, konto anlegen, neu registrieren,
        registrarse, regístrate, crear cuenta, crear una cuenta, registro, s inscrire, inscription,
        créer un compte, créer mon compte, inscrivez vous, cadastrar, cadastre se, cadastro, criar conta,
        registar, registrati, registrazione, crea account, crea un account, iscriviti, registreren,
        account aanmaken, account maken, zarejestruj, zarejestruj się, rejestracja, załóż konto, utwórz konto,
        kaydol, kayıt ol, üye ol, hesap oluştur, зарегистрироваться, регистрация, создать аккаунт,
        создать учетную запись, 会員登録, 新規登録, アカウント作成, アカウントを作成, 登録する, 注册, 註冊, 创建账户, 建立帳戶, 立即注册,
        open an account, open account, new account, become a member, free trial, start free trial, 회원가입, 가입하기, 계정 만들기,
        إنشاء حساب, تسجيل جديد, حساب جديد, הרשמה, הירשם, פתיחת חשבון, खाता बनाएं, खाता बनाएँ, साइन अप, पंजीकरण, зареєструватися,
        реєстрація, створити акаунт, створити обліковий запис, skapa konto, registrera, registrera dig, bli medlem, opprett konto,
        registrer deg, opret konto, opret profil, vytvořit účet, registrovat, registrovat se, registrace, zaregistrovať sa,
        registrácia, regisztráció, regisztrálok, fiók létrehozása, înregistrare, creează cont, crează cont, εγγραφή,
        δημιουργία λογαριασμού, rekisteröidy, rekisteröityminen, luo tili, daftar, buat akun, đăng ký, tạo tài khoản, สมัครสมาชิก,
        ลงทะเบียน
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
        パスワード再設定, 修改密码, 修改密碼, 重置密码, 重設密碼, 更改密码,
        비밀번호 변경, 비밀번호 재설정, 새 비밀번호, تغيير كلمة المرور, إعادة تعيين كلمة المرور, كلمة مرور جديدة, שינוי סיסמה, איפוס סיסמה,
        पासवर्ड बदलें, पासवर्ड रीसेट, змінити пароль, зміна пароля, скинути пароль, byt lösenord, ändra lösenord, nytt lösenord,
        endre passord, nytt passord, skift adgangskode, ny adgangskode, změna hesla, změnit heslo, nové heslo, zmena hesla,
        jelszó módosítása, új jelszó, schimbă parola, parolă nouă, αλλαγή κωδικού, νέος κωδικός, vaihda salasana, uusi salasana,
        ganti kata sandi, ubah kata sandi, đổi mật khẩu, mật khẩu mới, เปลี่ยนรหัสผ่าน
        """,
        .purpose(.newsletter): """
        newsletter, subscribe, subscription, mailing list, stay informed, stay in touch, abonnieren,
        rundbrief, suscribirse, suscríbete, boletín, s abonner, abonnez vous, infolettre, lettre d information,
        assinar, inscreva se,
        boletim, iscriviti alla newsletter, nieuwsbrief, abonneren, biuletyn, subskrybuj, bülten, abone ol,
        подписаться, рассылка, подписка, メールマガジン, メルマガ, 購読, 订阅, 訂閱, 電子報,
        je m abonne, lettre, recevoir la lettre, mailing, 구독, 구독하기, 뉴스레터, 소식 받기, النشرة البريدية, اشترك, ניוזלטר, הרשמה לניוזלטר,
        न्यूज़लेटर, सदस्यता लें, розсилка, підписатися, nyhetsbrev, prenumerera, nyhedsbrev, tilmeld nyhedsbrev, odběr novinek,
        hírlevél, feliratkozás, abonează te, ενημερωτικό δελτίο, uutiskirje, berlangganan, buletin, nhận bản tin, จดหมายข่าว
        """,
        .purpose(.foreign): """
        contact us, contact form, send message, send a message, send us a message, get in touch, write to us,
        leave a comment, leave a reply, post comment, add a comment, write a comment, write a review,
        submit review, your review, ask a question, feedback, survey, questionnaire, poll, donate, donation,
        make a donation, calculate, calculator, estimate, quote request, check balance, gift card balance,
        card balance, track order, track your order, track parcel, track shipment, apply coupon, redeem, share by mail,
        share by email, share this, tell a friend, send to a friend, invite, find a store, store finder, store locator,
        wifi, wi fi, wlan, wireless, ssid, router, network key, protect document, protect file, encrypt file,
        password protect, encrypt, decrypt, mail server, smtp, imap, api key, api keys, webhook, print, printing,
        chat, kontaktformular, kontaktieren sie uns, nachricht senden, anfrage senden, schreiben sie uns,
        kommentar schreiben, kommentar abschicken, bewertung schreiben, bewertung abgeben, spenden, spende,
        berechnen, rechner, umfrage, drahtlos, funknetz, netzwerkschlüssel, verschlüsseln, gutschein einlösen,
        contáctanos, contáctenos, formulario de contacto, enviar mensaje, dejar un comentario, escribir una reseña,
        opinión, donar, calcular, encuesta, contactez nous, formulaire de contact, envoyer le message,
        laisser un commentaire, donner mon avis, donner votre avis, faire un don, calculer, simulateur, sondage,
        fale conosco, contate nos, enviar mensagem, deixar um comentário, avaliar, doar, doação, pesquisa de satisfação,
        contattaci, invia messaggio, lascia un commento, scrivi una recensione, dona ora, calcola, calcolatore,
        simulatore, sondaggio, neem contact op, contactformulier, bericht versturen, reactie plaatsen,
        review schrijven, doneren, bereken, enquête, skontaktuj się, formularz kontaktowy, wyślij wiadomość,
        dodaj komentarz, napisz opinię, oblicz, kalkulator, ankieta, bize ulaşın, iletişim formu, mesaj gönder,
        yorum yap, yorum yaz, değerlendir, değerlendirme, bağış, hesapla, anket, обратная связь, напишите нам,
        отправить сообщение, оставить комментарий, оставить отзыв, пожертвовать, рассчитать, калькулятор, опрос,
        お問い合わせ, コメントを投稿, レビューを書く, アンケート, 寄付, 联系我们, 聯絡我們, 发表评论, 發表評論, 留言, 评价, 問卷, 问卷, 捐款,
        문의하기, 댓글, 후기, kontakta oss, skriv en recension, skänk, gåva, donera, зворотний зв язок, залишити відгук,
        hubungi kami, kirim pesan, liên hệ, gửi tin nhắn, تواصل معنا, اتصل بنا, صور, צור קשר, שלח הודעה, सर्वेक्षण
        """,
        .purpose(.search): """
        search, find, suche, suchen, finden, buscar, búsqueda, recherche, rechercher, pesquisar, pesquisa, busca,
        cerca, ricerca, zoek, zoeken, szukaj, wyszukaj, ara, arama, поиск, найти, искать, 検索, 搜索, 搜尋,
        查询, 檢索, 检索, 검색, 찾기, بحث, חיפוש, חפש, खोजें, खोज, пошук, знайти, sök, søk, søg, hledat, vyhledat, hľadať, keresés,
        caută, căutare, αναζήτηση, haku, hae, cari, tìm kiếm, ค้นหา, directory, find people, staff directory, catalogue search,
        lookup, look up
        """,
    ]
}
