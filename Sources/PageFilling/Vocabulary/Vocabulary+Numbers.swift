extension Vocabulary {
    /// Numbers of people and accounts that some sites take for a name. Alone they are ambiguous: elsewhere they belong to no item.
    static let numbers: [Hint: String] = [
        .role(.username): """
        ~kontonummer, ~codice fiscale, ~nif, ~dni, ~nie, ~cpf, ~cpf cnpj, ~pesel, ~инн, ~снилс, ~personnummer, ~cpr nummer,
        ~fødselsnummer, ~bsn, ~tc kimlik no, ~tckn, ~身份证号, ~身分證字號, ~matrícula, ~número de documento, ~documento
        """,
        .role(.telephoneCountry): """
        prefijo, prefijo internacional, indicatif, indicatif pays, prefisso, prefisso internazionale, código do país, ddi,
        landnummer, landkode, landskod, numer kierunkowy, ülke kodu, код страны, 国番号, 国家区号, 区号, 區號, 국가번호, код країни,
        predvolba, předvolba, country calling code
        """,
        .role(.houseNumber): """
        hausnr, número exterior, número de casa, numéro de rue, numero civico, civico, número da casa, huisnummer, numer domu,
        nr domu, bina no, kapı no, номер дома, дом, номер будинку, 番地, 門牌, מספר בית, talo
        """,
        .role(.oneTimeCode): """
        hasło sms, kod sms, sms kod, sms passwort, sms code, codice sms, código sms, code sms, смс код, смс пароль, mtan,
        tan, push tan
        """,
        .role(.cardholder): "meigi, カード名義, カード名義人, 名義, 名義人, titular de la tarjeta, titular, titulaire",
        .role(.telephoneNational): "number without country code, without country code, national number, local number",
        .role(.addressLine2): "تفاصيل العنوان, تفاصيل إضافية",
        .role(.company): "شركة, الشركة, اسم الشركة",
    ]
}
