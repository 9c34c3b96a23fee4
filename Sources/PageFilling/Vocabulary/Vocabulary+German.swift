extension Vocabulary {
    static let german: [Hint: String] = [
        .role(.username): """
        benutzername, ~benutzer, benutzerkennung, nutzername, nutzerkennung, anmeldename, loginname, kennung,
        kundennummer, kunden nr, kundenkennung, mitgliedsnummer, teilnehmernummer, vertragsnummer, zugangsnummer,
        zugangskennung, nutzerkonto, benutzername oder e mail
        """,
        .role(.email): "e mail adresse, email adresse, mailadresse, emailadresse",
        .role(.telephone): """
        telefon, telefonnummer, handy, handynummer, mobilnummer, mobiltelefon, mobilfunknummer, rufnummer,
        telefon nr, festnetz
        """,
        .role(.password): "passwort, kennwort, geheimwort",
        .role(.oneTimeCode): """
        einmalcode, einmalpasswort, einmalkennwort, bestätigungscode, verifizierungscode, sicherheits code, tan,
        sms code, authentifizierungscode, zwei faktor code, sms tan, mtan, freischaltcode
        """,
        .role(.cardNumber): "kartennummer, kreditkartennummer, karten nr, kreditkarte, kreditkarten nr",
        .role(.cardholder): """
        karteninhaber, karteninhaberin, kreditkarteninhaber, name auf der karte, name des karteninhabers,
        name auf der kreditkarte, kontoinhaber der karte
        """,
        .role(.cardType): "kartentyp, kartenart, kreditkartentyp",
        .role(.expiry): "ablaufdatum, gültig bis, gültigkeit, gueltig bis, verfallsdatum, ablauf, gültigkeitsdatum",
        .role(.expiryMonth): "ablaufmonat, gültig bis monat, ablaufdatum monat",
        .role(.expiryYear): "ablaufjahr, gültig bis jahr, ablaufdatum jahr",
        .role(.securityCode): """
        prüfnummer, prüfziffer, kartenprüfnummer, sicherheitscode, kartensicherheitscode, kartenprüfziffer,
        prüfcode, sicherheitsnummer
        """,
        .role(.namePrefix): "anrede, =titel",
        .role(.firstName): "vorname, rufname, vornamen",
        .role(.middleName): "zweiter vorname, weitere vornamen",
        .role(.lastName): "nachname, familienname, zuname",
        .role(.fullName): "vor und nachname, vollständiger name, ihr name, vorname und nachname, vorname nachname",
        .role(.company): "firma, unternehmen, firmenname, organisation, betrieb",
        .role(.department): "abteilung",
        .role(.jobTitle): "berufsbezeichnung, beruf, stellung, funktion",
        .role(.sex): "geschlecht",
        .role(.birthDate): "geburtsdatum, geburtstag, geboren am",
        .role(.birthDay): "tag der geburt, geburtsdatum tag, ~tag",
        .role(.birthMonth): "geburtsmonat, geburtsdatum monat, ~monat",
        .role(.birthYear): "geburtsjahr, geburtsdatum jahr, jahrgang, ~jahr",
        .role(.telephoneCountry): "ländervorwahl, landesvorwahl",
        .role(.address): "straße und hausnummer, straße hausnummer, strasse nr, anschrift, straße nr, ~adresse",
        .role(.addressLine1): "straße, strasse, adresszeile 1, adresse 1, straßenname",
        .role(.addressLine2): "adresszusatz, adresszeile 2, adresse 2, anschriftzusatz, adresszusätze, zusatz",
        .role(.houseNumber): "hausnummer, haus nr, hausnr, =nr",
        .role(.city): "ort, stadt, wohnort, gemeinde",
        .role(.state): "bundesland, kanton, bundesstaat, provinz",
        .role(.postalCode): "plz, postleitzahl",
        .role(.country): "land, staat, wohnland, lieferland",
        .mark(.new): "neu, neues, neue, neuer, neuespasswort, wählen",
        .mark(.current): "aktuell, aktuelles, bisher, bisheriges, alt, altes, derzeitiges, altespasswort",
        .mark(.repetition): """
        bestätigen, bestätigung, wiederholen, wiederholung, wiederholt, erneut, nochmals, noch einmal,
        passwort wiederholen, passwort bestätigen, passwortwiederholung
        """,
        .mark(.newsletter): "abonnieren, rundbrief",
        .mark(.ignored): """
        suche, suchen, suchbegriff, suchwort, gutschein, gutscheincode, rabattcode, aktionscode, geschenkkarte,
        nachricht, kommentar, betreff, menge, anzahl, betrag, sicherheitsfrage, geheimfrage, steuernummer,
        umsatzsteuer id, ust id, bankleitzahl, anmerkung, anmerkungen, spitzname, faxnummer,
        geburtsname, bestellnummer, sendungsnummer, antwort
        """,
    ]
}
