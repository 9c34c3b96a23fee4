/// What a page wants in a field.
enum FieldRole: Hashable, Sendable {
    // Accounts.
    case username, email, telephone, password, oneTimeCode
    // Cards.
    case cardNumber, cardholder, cardFirstName, cardLastName, cardType, expiry, expiryMonth, expiryYear, securityCode
    // People.
    case namePrefix, firstName, middleName, lastName, fullName, company, department, jobTitle, sex
    case birthDate, birthDay, birthMonth, birthYear
    case telephoneCountry, telephoneNational
    // Places. ``address`` is all of it above the city, in one field.
    case address, addressLine1, addressLine2, houseNumber, city, state, postalCode, country

    /// Whether only cards have it.
    var isOfCards: Bool {
        switch self {
        case .cardNumber, .cardholder, .cardFirstName, .cardLastName, .cardType, .expiry, .expiryMonth, .expiryYear,
            .securityCode:
            true
        default: false
        }
    }

    /// Whether forms ask people for it who only want to sign in.
    var isOfAccounts: Bool {
        switch self {
        case .username, .email, .telephone, .password, .oneTimeCode: true
        default: false
        }
    }
}

/// What else a field's texts say.
struct FieldMarks: OptionSet, Hashable, Sendable {
    let rawValue: Int

    /// The password that is to come.
    static let new = FieldMarks(rawValue: 1)
    /// The password as it is.
    static let current = FieldMarks(rawValue: 2)
    /// The same again.
    static let again = FieldMarks(rawValue: 4)
    /// A search, a newsletter, a comment, an amount: nothing that an item has.
    static let leftAlone = FieldMarks(rawValue: 8)
    /// For a newsletter.
    static let newsletter = FieldMarks(rawValue: 16)
}

/// What a form is for.
enum FormPurpose: Hashable, Sendable { case signIn, signUp, change, newsletter, search }

/// What a word says.
enum Hint: Hashable, Sendable {
    case role(FieldRole)
    case mark(FieldMarks)
    case purpose(FormPurpose)
}
