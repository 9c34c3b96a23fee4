/// The meaning of a field's `autocomplete` attribute.
///
/// Specified in: HTML Living Standard (WHATWG), "Autofill".
struct Autocomplete: Sendable, Equatable {
    /// The role; `nil` if the attribute names something that no item has.
    var role: FieldRole?
    var marks: FieldMarks = []
    /// The group of fields that belong together: `section-…`, `shipping` or `billing`; empty for all.
    var section = ""
    /// Whether the standard asks for a country's code instead of its name.
    var wantsCode = false

    /// Parses the attribute.
    ///
    /// - Parameter attribute: the value as the page has it.
    /// - Returns: `nil` for `on`, `off` and values that the standard does not know: other texts of the field then tell
    ///   its meaning.
    init?(_ attribute: String) {
        var tokens = attribute.lowercased().split { $0.isASCII && $0.isWhitespace }[...]
        if tokens.last == "webauthn" { tokens.removeLast() }
        guard let name = tokens.popLast(), tokens.count <= 3, let (role, marks) = Self.fields[String(name)] else {
            return nil
        }
        self.role = role
        self.marks = marks
        wantsCode = name == "country"
        if ["fax", "pager"].contains(tokens.last) { self.marks = .ignored }
        section = tokens.filter { $0.hasPrefix("section-") || $0 == "shipping" || $0 == "billing" }
            .joined(separator: " ")
    }

    private static let fields: [String: (FieldRole?, FieldMarks)] = {
        let roles: [String: FieldRole] = [
            "username": .username, "email": .email, "tel": .telephone, "one-time-code": .oneTimeCode,
            "cc-number": .cardNumber, "cc-name": .cardholder, "cc-given-name": .cardFirstName,
            "cc-family-name": .cardLastName, "cc-type": .cardType, "cc-exp": .expiry, "cc-exp-month": .expiryMonth,
            "cc-exp-year": .expiryYear, "cc-csc": .securityCode,
            "name": .fullName, "honorific-prefix": .namePrefix, "given-name": .firstName,
            "additional-name": .middleName, "family-name": .lastName, "organization": .company,
            "organization-title": .jobTitle, "sex": .sex, "bday": .birthDate, "bday-day": .birthDay,
            "bday-month": .birthMonth, "bday-year": .birthYear, "tel-country-code": .telephoneCountry,
            "tel-national": .telephoneNational, "street-address": .address, "address-line1": .addressLine1,
            "address-line2": .addressLine2, "address-level2": .city, "address-level1": .state,
            "postal-code": .postalCode, "country": .country, "country-name": .country,
        ]
        let others = [
            "honorific-suffix", "nickname", "address-line3", "address-level3", "address-level4",
            "cc-additional-name", "transaction-currency", "transaction-amount", "language", "url", "photo", "impp",
            "tel-area-code", "tel-local", "tel-local-prefix", "tel-local-suffix", "tel-extension",
        ]
        var fields: [String: (FieldRole?, FieldMarks)] = roles.mapValues { ($0, []) }
        for other in others { fields[other] = (nil, .ignored) }
        fields["current-password"] = (.password, .current)
        fields["new-password"] = (.password, .new)
        return fields
    }()
}
