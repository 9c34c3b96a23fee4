import PasswordVault

/// A filler for identities: names, addresses, birth dates. Never fills a password field.
struct PersonFilling: Sendable {
    private let person: PersonDetails
    private let own: CustomFields

    init(_ item: VaultItem) {
        person = PersonDetails(item)
        own = CustomFields(item)
    }

    func proposal(_ form: PageForm) -> Proposal {
        var proposal = Proposal()
        guard !form.isIgnored else { return proposal }
        let fields = Self.section(of: form)
        let roles = Self.resolved(fields)
        var filled: Set<FieldRole> = []
        for (field, role) in zip(fields, roles) {
            guard let role, !filled.contains(role) || field.has(.repetition), !isRedundant(role, roles) else {
                continue
            }
            guard fill(field, role, roles, &proposal) else { continue }
            if filled.insert(role).inserted { proposal.score += field.meaning.isWeak ? 5 : 10 }
        }
        own.fill(form, &proposal)
        // An e-mail field alone, without `autocomplete`, may be for a newsletter.
        let isPlain = proposal.entries.allSatisfy { $0.field.role == .email && !$0.field.meaning.isDeclared }
        if proposal.entries.count == 1, isPlain, form.purpose == nil { return Proposal() }
        if form.isFocused, !proposal.isEmpty { proposal.score += 100 }
        return proposal
    }

    // MARK: - Fields

    /// Returns the fields of one address: a form may ask for two, and an identity has one.
    private static func section(of form: PageForm) -> [ReadField] {
        let fields = form.fields.filter { $0.role != nil }
        var counts: [String: Int] = [:]
        for field in fields { counts[field.meaning.section, default: 0] += field.field.isFocused ? 1_000 : 1 }
        let sections = fields.map(\.meaning.section).filter { !$0.isEmpty }
        guard let most = sections.compactMap({ counts[$0] }).max(),
            let best = sections.first(where: { counts[$0] == most })
        else { return form.fields }
        return form.fields.filter { $0.meaning.section.isEmpty || $0.meaning.section == best }
    }

    /// Returns the roles of the fields, adjusted to each other: “Name” next to “First name” is the last name.
    static func resolved(_ fields: [ReadField]) -> [FieldRole?] {
        let roles = Set(fields.compactMap(\.role))
        return fields.map { field in
            switch field.role {
            case .fullName where field.meaning.isWeak && roles.contains(.firstName) && !roles.contains(.lastName):
                .lastName
            case .fullName where field.meaning.isWeak && roles.contains(.lastName) && !roles.contains(.firstName):
                .firstName
            case .address
            where !field.meaning.isDeclared && field.field.type != "textarea" && roles.contains(.addressLine2):
                .addressLine1
            case .addressLine2 where !roles.contains(.address) && !roles.contains(.addressLine1): nil
            // Next to a card number they belong to the card.
            case .birthDay where field.meaning.isWeak && roles.contains(.cardNumber),
                .birthMonth where field.meaning.isWeak && roles.contains(.cardNumber),
                .birthYear where field.meaning.isWeak && roles.contains(.cardNumber):
                nil
            case .birthDate where roles.contains(.birthMonth) && roles.contains(.birthYear): .birthDay
            case .birthDay where !roles.contains(.birthMonth), .birthMonth where !roles.contains(.birthYear),
                .birthYear where !roles.contains(.birthMonth):
                nil
            default: field.role
            }
        }
    }

    /// Whether other fields ask for the same: a full name next to first and last name.
    private func isRedundant(_ role: FieldRole, _ roles: [FieldRole?]) -> Bool {
        role == .fullName && roles.contains(.firstName) && roles.contains(.lastName)
    }

    // MARK: - Values

    private func fill(
        _ field: ReadField, _ role: FieldRole, _ roles: [FieldRole?], _ proposal: inout Proposal
    ) -> Bool {
        switch role {
        case .country: return fillCountry(field, &proposal)
        case .state:
            guard let state = person.texts[.state] else { return false }
            let texts = States.texts(state)
            return field.field.isMenu
                ? proposal.choose(texts, in: field)
                : texts.contains { proposal.fill(field, with: .text($0)) }
        case .sex: return fillSex(field, &proposal)
        case .birthDate, .birthDay, .birthMonth, .birthYear: return fillBirth(field, role, &proposal)
        case .password, .oneTimeCode: return false
        // A number of a person or an account, and not the name that the identity has.
        case .username where field.meaning.isWeak: return false
        default: break
        }
        guard let text = text(role, roles) else { return false }
        return field.field.isMenu
            ? proposal.choose([text], in: field) : proposal.fill(field, with: .text(text))
    }

    private func text(_ role: FieldRole, _ roles: [FieldRole?]) -> String? {
        switch role {
        case .houseNumber: return person.address?.street?.number
        case .address, .addressLine1:
            if roles.contains(.houseNumber), let street = person.address?.street { return street.name }
            return person.texts[roles.contains(.addressLine2) && role == .address ? .addressLine1 : role]
        case .telephone:
            return roles.contains(.telephoneCountry) && person.telephoneCountry != nil
                ? person.telephoneAfterCountry : person.texts[.telephone]
        case .telephoneCountry: return person.telephoneCountry
        case .telephoneNational:
            return roles.contains(.telephoneCountry) && person.telephoneCountry != nil
                ? person.telephoneAfterCountry : person.nationalTelephone
        // Only the identity's own username is filled, never its e-mail address.
        case .username: return person.texts[.username]
        default: return person.texts[role]
        }
    }

    private func fillCountry(_ field: ReadField, _ proposal: inout Proposal) -> Bool {
        guard let text = person.texts[.country] else { return false }
        if field.field.isMenu { return proposal.choose([text] + (person.region?.texts ?? []), in: field) }
        let code = field.meaning.wantsCode ? person.region?.code : nil
        return proposal.fill(field, with: .text(code ?? text))
    }

    private func fillSex(_ field: ReadField, _ proposal: inout Proposal) -> Bool {
        guard let text = person.texts[.sex] else { return false }
        guard field.field.isMenu else { return proposal.fill(field, with: .text(text)) }
        let same = Self.sexes.first { $0.contains(Words(text).joined) } ?? []
        return proposal.choose([text] + same, in: field)
    }

    /// The texts that menus use for each sex.
    private static let sexes = [
        [
            "female", "f", "woman", "weiblich", "w", "frau", "mujer", "femenino", "femme", "feminin", "feminino",
            "mulher",
            "donna", "femmina", "femminile", "vrouw", "kobieta", "kadin", "женскии", "женщина", "女性", "女",
        ],
        [
            "male", "m", "man", "mannlich", "mann", "hombre", "masculino", "homme", "masculin", "homem", "uomo",
            "maschio", "maschile", "mezczyzna", "erkek", "мужскои", "мужчина", "男性", "男",
        ],
        ["diverse", "divers", "other", "non binary", "nonbinary", "x"],
    ]

    private func fillBirth(_ field: ReadField, _ role: FieldRole, _ proposal: inout Proposal) -> Bool {
        guard let date = person.birthDate, date.day > 0 else { return false }
        if field.field.isMenu {
            let texts: [FieldRole: [String]] = [
                .birthDay: [String(date.day)], .birthMonth: date.monthTexts, .birthYear: [String(date.year)],
            ]
            return proposal.choose(texts[role] ?? [], in: field)
        }
        let text: String? =
            switch role {
            case .birthDay: (date.day < 10 ? "0" : "") + String(date.day)
            case .birthMonth: (date.month < 10 ? "0" : "") + String(date.month)
            case .birthYear: String(date.year)
            default: Self.pattern(field.field)?.text(year: date.year, month: date.month, day: date.day)
            }
        return proposal.fill(field, with: text.map { .text($0) })
    }

    /// Returns the date format of a field; `nil` if the page's texts do not show one, or are ambiguous.
    private static func pattern(_ field: PageModel.Field) -> DatePattern? {
        if field.type == "date" { return .iso }
        return DatePattern(in: field.placeholder, parts: 3) ?? DatePattern(in: field.label, parts: 3)
    }
}
