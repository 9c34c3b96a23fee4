import PasswordVault

extension PageForm {
    /// Returns the kinds of items that have a value for a field, as filling has it.
    func itemKinds(for term: FieldTerm, _ field: ReadField) -> [ItemKind] {
        guard !isIgnored else { return [] }
        switch term {
        case .currentPassword, .newPassword, .newPasswordAgain, .oneTimeCode, .oneTimeCodePart: return [.login]
        case .username: return kind == .signUp ? [.login, .identity] : [.login]
        case .email:
            if isOfAccount { return [.login, .identity] }
            // Alone, without `autocomplete`, it may be for a newsletter.
            let isAlone = purpose == nil && !field.meaning.isDeclared && fields.count(where: { $0.role != nil }) == 1
            return isAlone ? [] : [.identity]
        case .cardNumber, .cardNumberPart, .cardName, .cardGivenName, .cardFamilyName, .cardType, .cardExpiry,
            .cardExpiryMonth, .cardExpiryYear, .cardCode:
            return [.creditCard]
        case .honorific, .givenName, .additionalName, .familyName, .fullName, .organization, .department, .jobTitle,
            .sex, .birthday, .birthdayDay, .birthdayMonth, .birthdayYear, .telephone, .telephoneCountryCode,
            .telephoneNational, .streetAddress, .addressLine1, .addressLine2, .houseNumber, .city, .state,
            .postalCode, .country:
            return [.identity]
        case .search, .newsletterEmail, .choice, .hidden, .other: return []
        }
    }

    /// Whether it asks for an account.
    private var isOfAccount: Bool {
        switch kind {
        case .signIn, .signInFirst, .signInSecond, .signUp, .changePassword: true
        case .oneTimeCode, .card, .address, .search, .newsletter, .other: false
        }
    }
}
