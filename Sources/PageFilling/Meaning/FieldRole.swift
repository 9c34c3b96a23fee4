/// The kind of value that a field asks for.
enum FieldRole: Hashable, Sendable {
    // Accounts.
    case username, email, telephone, password, oneTimeCode
    // Cards.
    case cardNumber, cardholder, cardFirstName, cardLastName, cardType, expiry, expiryMonth, expiryYear, securityCode
    // People.
    case namePrefix, firstName, middleName, lastName, fullName, company, department, jobTitle, sex
    case birthDate, birthDay, birthMonth, birthYear
    case telephoneCountry, telephoneNational
    // Addresses. ``address`` is the whole part above the city, in one field.
    case address, addressLine1, addressLine2, houseNumber, city, state, postalCode, country

    /// Whether only payment cards have such a value.
    var isOfCards: Bool {
        switch self {
        case .cardNumber, .cardholder, .cardFirstName, .cardLastName, .cardType, .expiry, .expiryMonth, .expiryYear,
            .securityCode:
            true
        default: false
        }
    }

    /// Whether sign-in forms ask for it.
    var isOfAccounts: Bool {
        switch self {
        case .username, .email, .telephone, .password, .oneTimeCode: true
        default: false
        }
    }
}

/// Further properties of a field that its texts tell.
struct FieldMarks: OptionSet, Hashable, Sendable {
    let rawValue: Int

    /// A new password.
    static let new = FieldMarks(rawValue: 1)
    /// The current password.
    static let current = FieldMarks(rawValue: 2)
    /// A repetition of another field.
    static let repetition = FieldMarks(rawValue: 4)
    /// A search text, a captcha, a comment, an amount: something that no item has.
    static let ignored = FieldMarks(rawValue: 8)
    /// A newsletter subscription.
    static let newsletter = FieldMarks(rawValue: 16)
    /// A search text; always with ``ignored``.
    static let search = FieldMarks(rawValue: 32)
    /// A message, a comment, a review; always with ``ignored``.
    static let message = FieldMarks(rawValue: 64)
    /// A part of something that no item is for: a mail server, a wireless network; always with ``ignored``.
    static let foreign = FieldMarks(rawValue: 128)
}

/// The purpose of a form.
enum FormPurpose: String, Hashable, Sendable {
    case signIn = "signing in"
    case signUp = "signing up"
    case change = "changing a password"
    case newsletter = "a newsletter"
    case search = "a search"
    /// Something that no item is for: a message, a review, the key of a wireless network, a calculation.
    case foreign = "something else"
}

/// The meaning of a phrase.
enum Hint: Hashable, Sendable {
    case role(FieldRole)
    case mark(FieldMarks)
    case purpose(FormPurpose)
}
