extension Vocabulary {
    static let polish: [Hint: String] = [
        .role(.username): """
        nazwa użytkownika, ~użytkownik, identyfikator, numer klienta, login lub e mail, nr klienta
        """,
        .role(.email): "adres e mail, adres email, poczta elektroniczna, adres poczty",
        .role(.telephone): "telefon, numer telefonu, telefon komórkowy, komórka, nr telefonu",
        .role(.password): "hasło, haslo",
        .role(.oneTimeCode): """
        kod weryfikacyjny, kod jednorazowy, hasło jednorazowe, kod sms, kod potwierdzający, kod autoryzacyjny, ~kod
        """,
        .role(.cardNumber): "numer karty, nr karty, karta kredytowa, numer karty kredytowej, numer karty płatniczej",
        .role(.cardholder): "posiadacz karty, imię i nazwisko na karcie, właściciel karty, nazwisko na karcie",
        .role(.cardType): "rodzaj karty, typ karty",
        .role(.expiry): "data ważności, ważna do, data wygaśnięcia, termin ważności",
        .role(.expiryMonth): "miesiąc ważności",
        .role(.expiryYear): "rok ważności",
        .role(.securityCode): "kod bezpieczeństwa, kod cvv, kod cvc, kod zabezpieczający",
        .role(.namePrefix): "zwrot grzecznościowy, forma grzecznościowa",
        .role(.firstName): "imię, imiona, imie",
        .role(.middleName): "drugie imię",
        .role(.lastName): "nazwisko",
        .role(.fullName): "imię i nazwisko, imię nazwisko, pełne imię i nazwisko",
        .role(.company): "firma, nazwa firmy, przedsiębiorstwo, organizacja",
        .role(.department): "dział",
        .role(.jobTitle): "stanowisko, zawód",
        .role(.sex): "płeć",
        .role(.birthDate): "data urodzenia, urodziny",
        .role(.birthDay): "dzień urodzenia, ~dzień",
        .role(.birthMonth): "miesiąc urodzenia, ~miesiąc",
        .role(.birthYear): "rok urodzenia, ~rok",
        .role(.telephoneCountry): "kierunkowy kraju, numer kierunkowy",
        .role(.address): "ulica i numer, ulica i numer domu, ~adres",
        .role(.addressLine1): "ulica, adres 1, wiersz adresu 1",
        .role(.addressLine2):
            "adres 2, wiersz adresu 2, numer mieszkania, nr mieszkania, numer lokalu, nr lokalu, mieszkanie",
        .role(.houseNumber): "numer domu, nr domu, numer budynku",
        .role(.city): "miasto, miejscowość",
        .role(.state): "województwo",
        .role(.postalCode): "kod pocztowy",
        .role(.country): "kraj, państwo, kraj zamieszkania",
        .mark(.new): "nowe, nowy, nowa, utwórz, wybierz",
        .mark(.current): "obecne, aktualne, stare, bieżące, dotychczasowe",
        .mark(.repetition): "potwierdź, powtórz, ponownie, potwierdzenie, jeszcze raz",
        .mark(.newsletter): "biuletyn, subskrybuj, zapisz się do newslettera",
        .mark(.ignored): """
        szukaj, wyszukaj, wyszukiwarka, kupon, kod rabatowy, kod promocyjny, karta podarunkowa, wiadomość,
        komentarz, temat, ilość, kwota, pytanie zabezpieczające, odpowiedź, uwagi, nip, nazwisko rodowe
        """,
    ]
}
