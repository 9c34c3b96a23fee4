extension Vocabulary {
    /// Words for searches, in all languages.
    static let searches: [Hint: String] = [
        .mark([.ignored, .search]): """
        search, query, keyword, keywords, =q, filter, find, lookup, look up, zip code search, suche, suchen, suchbegriff,
        suchwort, stichwort, filtern, buscar, búsqueda, busca, pesquisar, pesquisa, palabra clave, recherche, rechercher,
        mot clé, mots clés, cerca, ricerca, zoek, zoeken, zoekterm, trefwoord, szukaj, wyszukaj,
        wyszukiwanie, ara, arama, anahtar kelime, поиск, искать, найти, пошук, шукати, 検索, キーワード, 搜索, 搜尋, 查询,
        关键词, 關鍵字, 검색, 검색어, بحث, ابحث, חיפוש, חפש, खोजें, खोज, sök, søk, søg, hledat, vyhledat, hľadať, keresés,
        căutare, caută, αναζήτηση, haku, hae, cari, pencarian, tìm kiếm, tìm, ค้นหา
        """
    ]

    /// Words for messages, comments and reviews, in all languages.
    static let messages: [Hint: String] = [
        .mark([.ignored, .message]): """
        message, your message, comment, comments, your comment, review, your review, feedback, inquiry, enquiry, question,
        nachricht, ihre nachricht, kommentar, anliegen, bewertung, anfrage, mensaje, comentario, comentarios, consulta,
        reseña, commentaire, commentaires, votre message, avis, mensagem, comentário, comentários, avaliação, messaggio,
        commento, commenti, recensione, bericht, opmerking, reactie, wiadomość, komentarz, treść wiadomości, opinia, mesaj,
        mesajınız, yorum, yorumunuz, değerlendirme, сообщение, комментарий, отзыв, повідомлення, коментар, відгук,
        メッセージ, コメント, お問い合わせ内容, ご意見, 留言, 评论, 評論, 留言内容, 문의, 문의 내용, 댓글, 메시지, 후기, رسالة, الرسالة, تعليق,
        הודעה, תגובה, संदेश, टिप्पणी, meddelande, besked, melding, zpráva, správa, üzenet, mesaj, mesajul, μήνυμα, σχόλιο,
        pergunta, sua pergunta, frage, ihre frage, pregunta, domanda, vraag, pytanie, soru, вопрос, ваш вопрос, 質問, 问题, 질문,
        سؤال, שאלה, viesti, kommentti, pesan, komentar, lời nhắn, bình luận, nội dung, ข้อความ
        """
    ]

    /// Words of settings that have names and passwords of their own.
    static let foreigners: [Hint: String] = [
        .mark([.ignored, .foreign]): """
        smtp, imap, pop3, smtp host, smtp server, smtp user name, smtp username, smtp user, smtp password, smtp port,
        mail server, ssid, wpa, wpa2, wpa3, wifi password, wifi key, wi fi password, network key, wlan schlüssel,
        wlan passwort, netzwerkschlüssel, funknetz, api key, api token, api secret, secret key, access key, webhook,
        signing secret, client secret, database host, database user, database password, proxy server, snmp
        """
    ]
}
