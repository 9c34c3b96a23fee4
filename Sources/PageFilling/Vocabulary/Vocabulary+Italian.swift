extension Vocabulary {
    static let italian: [Hint: String] = [
        .role(.username): """
        nome utente, ~utente, codice utente, codice cliente, numero cliente, identificativo, id utente,
        username o email
        """,
        .role(.email): "posta elettronica, indirizzo email, indirizzo e mail, indirizzo di posta elettronica",
        .role(.telephone): "telefono, cellulare, numero di telefono, numero di cellulare, recapito telefonico",
        .role(.password): "parola d ordine, parola chiave, parola di accesso",
        .role(.oneTimeCode): """
        codice di verifica, codice monouso, codice usa e getta, codice di conferma, codice di autenticazione,
        codice sms, codice otp, ~codice
        """,
        .role(.cardNumber):
            "numero della carta, numero di carta, numero carta, carta di credito, numero carta di credito",
        .role(.cardholder): """
        titolare della carta, titolare, intestatario, intestatario della carta, nome sulla carta, nome del titolare
        """,
        .role(.cardType): "tipo di carta, circuito",
        .role(.expiry): "scadenza, data di scadenza, valida fino al, scadenza della carta, scadenza carta",
        .role(.expiryMonth): "mese di scadenza, mese scadenza",
        .role(.expiryYear): "anno di scadenza, anno scadenza",
        .role(.securityCode): "codice di sicurezza, codice cvv, codice cvc, codice di sicurezza della carta",
        .role(.namePrefix): "titolo di cortesia, appellativo, =titolo",
        .role(.firstName): "primo nome, nome di battesimo",
        .role(.middleName): "secondo nome",
        .role(.lastName): "cognome",
        .role(.fullName): "nome completo, nome e cognome, nome cognome, cognome e nome, nominativo, ~nome",
        .role(.company): "azienda, società, ragione sociale, ditta, nome azienda",
        .role(.department): "reparto",
        .role(.jobTitle): "qualifica, professione, ruolo",
        .role(.sex): "sesso, genere",
        .role(.birthDate): "data di nascita, nascita, nato il",
        .role(.birthDay): "giorno di nascita, ~giorno",
        .role(.birthMonth): "mese di nascita, ~mese",
        .role(.birthYear): "anno di nascita, ~anno",
        .role(.telephoneCountry): "prefisso internazionale, prefisso paese",
        .role(.address): "indirizzo completo, via e numero civico, indirizzo e numero civico, ~indirizzo",
        .role(.addressLine1): "via, indirizzo 1, indirizzo riga 1, riga indirizzo 1",
        .role(.addressLine2): "indirizzo 2, indirizzo riga 2, riga indirizzo 2, interno, scala, presso",
        .role(.houseNumber): "numero civico, civico, n civico",
        .role(.city): "città, comune, località, citta",
        .role(.state): "provincia, regione",
        .role(.postalCode): "cap, codice postale, codice di avviamento postale",
        .role(.country): "paese, nazione, stato, paese di residenza",
        .mark(.new): "nuova, nuovo, scegli, crea",
        .mark(.current): "attuale, vecchia, precedente, corrente",
        .mark(.repetition): "conferma, ripeti, ripetere, di nuovo, confermare, reinserisci",
        .mark(.newsletter): "iscriviti alla newsletter, notiziario",
        .mark(.ignored): """
        cerca, ricerca, buono, codice promozionale, codice sconto, carta regalo, messaggio, commento, commenti,
        oggetto, quantità, importo, domanda di sicurezza, risposta, partita iva, soprannome, fraz
        """,
    ]
}
