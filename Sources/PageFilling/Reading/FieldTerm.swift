/// The kind of value that a field asks for, by the names of the HTML standard where it has one ("Autofill", 4.10.18.7).
package enum FieldTerm: String, Sendable, CaseIterable {
    case username, email
    case currentPassword = "current-password"
    case newPassword = "new-password"
    /// The new password once more.
    case newPasswordAgain = "new-password-again"
    case oneTimeCode = "one-time-code"
    /// A box for one character of a code.
    case oneTimeCodePart = "one-time-code-part"
    case cardNumber = "cc-number"
    case cardNumberPart = "cc-number-part"
    case cardName = "cc-name"
    case cardGivenName = "cc-given-name"
    case cardFamilyName = "cc-family-name"
    case cardType = "cc-type"
    case cardExpiry = "cc-exp"
    case cardExpiryMonth = "cc-exp-month"
    case cardExpiryYear = "cc-exp-year"
    case cardCode = "cc-csc"
    case honorific = "honorific-prefix"
    case givenName = "given-name"
    case additionalName = "additional-name"
    case familyName = "family-name"
    case fullName = "name"
    case organization
    case department
    case jobTitle = "organization-title"
    case sex
    case birthday = "bday"
    case birthdayDay = "bday-day"
    case birthdayMonth = "bday-month"
    case birthdayYear = "bday-year"
    case telephone = "tel"
    case telephoneCountryCode = "tel-country-code"
    case telephoneNational = "tel-national"
    case streetAddress = "street-address"
    case addressLine1 = "address-line1"
    case addressLine2 = "address-line2"
    case houseNumber = "house-number"
    case city = "address-level2"
    case state = "address-level1"
    case postalCode = "postal-code"
    case country
    case search
    case newsletterEmail = "newsletter-email"
    /// A box to tick, or one of several.
    case choice
    /// Not seen by a person.
    case hidden
    /// Nothing that an item has.
    case other

    init(_ role: FieldRole) {
        self =
            switch role {
            case .username: .username
            case .email: .email
            case .telephone: .telephone
            case .password: .currentPassword
            case .oneTimeCode: .oneTimeCode
            case .cardNumber: .cardNumber
            case .cardholder: .cardName
            case .cardFirstName: .cardGivenName
            case .cardLastName: .cardFamilyName
            case .cardType: .cardType
            case .expiry: .cardExpiry
            case .expiryMonth: .cardExpiryMonth
            case .expiryYear: .cardExpiryYear
            case .securityCode: .cardCode
            case .namePrefix: .honorific
            case .firstName: .givenName
            case .middleName: .additionalName
            case .lastName: .familyName
            case .fullName: .fullName
            case .company: .organization
            case .department: .department
            case .jobTitle: .jobTitle
            case .sex: .sex
            case .birthDate: .birthday
            case .birthDay: .birthdayDay
            case .birthMonth: .birthdayMonth
            case .birthYear: .birthdayYear
            case .telephoneCountry: .telephoneCountryCode
            case .telephoneNational: .telephoneNational
            case .address: .streetAddress
            case .addressLine1: .addressLine1
            case .addressLine2: .addressLine2
            case .houseNumber: .houseNumber
            case .city: .city
            case .state: .state
            case .postalCode: .postalCode
            case .country: .country
            }
    }
}
