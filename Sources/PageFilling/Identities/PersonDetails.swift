import PasswordVault

/// The values of an identity by field role.
struct PersonDetails: Sendable {
    private(set) var texts: [FieldRole: String] = [:]
    let birthDate: CalendarDate?
    let address: PostalAddress?
    private(set) var region: Region?

    init(_ item: VaultItem) {
        let templates: [(String, FieldRole)] = [
            ("name-title", .namePrefix), ("first-name", .firstName), ("middle-name", .middleName),
            ("last-name", .lastName), ("sex", .sex), ("company", .company), ("department", .department),
            ("job-title", .jobTitle), ("telephone", .telephone), ("email", .email), ("username", .username),
        ]
        for (id, role) in templates { texts[role] = item.text(id) }
        birthDate = item.text("birth-date").flatMap(CalendarDate.init)
        address = item.text("address").map(PostalAddress.init)
        let known = Set(item.kind.fields.map(\.id))
        // A custom field, for example for the city, takes precedence over the parts of the address.
        for field in item.allFields where !known.contains(field.id) {
            guard case .text(let text) = field.value, !text.isEmpty, let role = Self.role(field.label) else { continue }
            texts[role] = texts[role] ?? text
        }
        addAddress(item.text("address"))
        addNames()
        region = texts[.country].flatMap(Region.init)
    }

    private static func role(_ label: String) -> FieldRole? {
        let findings = Vocabulary.shared.findings(in: Words(label))
        guard findings.count == 1, case .role(let role)? = findings.first?.hint, !role.isOfCards, role != .password,
            role != .oneTimeCode, role != .username
        else { return nil }
        return role
    }

    private mutating func addAddress(_ whole: String?) {
        guard let address else { return }
        let parts: [(FieldRole, String?)] = [
            (.city, address.city), (.state, address.state), (.postalCode, address.postalCode),
            (.country, address.country), (.addressLine1, address.lines.first),
            (.addressLine2, address.lines.count > 1 ? address.lines.dropFirst().joined(separator: ", ") : nil),
            (.address, address.lines.isEmpty ? whole : address.lines.joined(separator: "\n")),
        ]
        for (role, text) in parts { texts[role] = texts[role] ?? text }
    }

    private mutating func addNames() {
        let names = [texts[.firstName], texts[.middleName], texts[.lastName]].compactMap { $0 }
        guard texts[.fullName] == nil, !names.isEmpty else { return }
        // In scripts that write names without blanks, the family name goes first.
        let isIdeographic = names.allSatisfy { $0.unicodeScalars.allSatisfy { $0.properties.isIdeographic } }
        texts[.fullName] = isIdeographic ? names.reversed().joined() : names.joined(separator: " ")
    }

    /// The telephone number without the country calling code; `nil` if the end of that code is not known.
    var nationalTelephone: String? {
        guard let number = texts[.telephone], number.hasPrefix("+") else { return texts[.telephone] }
        let parts = number.split(separator: " ", maxSplits: 1)
        // Only North American numbers are written the same within the country.
        return parts.count == 2 && parts[0] == "+1" ? String(parts[1]) : nil
    }

    /// The telephone number after the country calling code, for a field beside one for that code; `nil` if no blank marks its end.
    var telephoneAfterCountry: String? {
        guard let number = texts[.telephone], number.hasPrefix("+"), let end = number.firstIndex(of: " ") else {
            return texts[.telephone]
        }
        return String(number[number.index(after: end)...])
    }

    /// The country calling code, such as `+49`; `nil` if no blank in the number marks its end.
    var telephoneCountry: String? {
        guard let number = texts[.telephone], number.hasPrefix("+"), let end = number.firstIndex(of: " ") else {
            return nil
        }
        return String(number[..<end])
    }
}
