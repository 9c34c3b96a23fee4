/// The kind of a form, from its fields and its texts.
struct FormKindRules {
    let kind: PageKind
    let reasons: [String]

    init(_ form: PageForm) {
        var reasons = form.purposeReasons
        let passwords = PasswordFields(form)
        let (current, new) = (passwords.current.count, passwords.new.count)
        let roles = form.fields.compactMap(\.role)
        let strong = form.fields.filter { !$0.meaning.isWeak }.compactMap(\.role)
        let cards = Set(roles.filter(\.isOfCards))
        let isCode = { (role: FieldRole) in
            role == .oneTimeCode || role == .securityCode && !cards.contains(.cardNumber)
        }
        let codes = CodeFields.boxes(form).count + strong.filter(isCode).count
        let names = form.fields.filter { $0.isLine && [.username, .email].contains($0.role) }
        if current + new > 0 { reasons.append("passwords: \(current) current, \(new) new") }
        func decide() -> PageKind {
            switch form.purpose {
            case .search where current + new == 0: return .search
            case .newsletter where current + new == 0: return .newsletter
            case .foreign: return .other
            default: break
            }
            if cards.contains(.cardNumber), cards.count > 1 {
                reasons.append("it asks for a card's number and more of it")
                return .card
            }
            if new > 0 {
                if current > 0 || form.purpose == .change { return .changePassword }
                return names.isEmpty && form.purpose != .signUp ? .changePassword : .signUp
            }
            if current > 0 {
                let before = form.fields.contains { $0.isLine && $0.role != .password && !$0.isIgnored }
                if form.purpose == .signUp { return .signUp }
                return before ? .signIn : .signInSecond
            }
            if codes > 0 {
                reasons.append("it asks for a one-time code")
                return .oneTimeCode
            }
            return withoutPassword()
        }
        func withoutPassword() -> PageKind {
            let people = Set(roles.filter { !$0.isOfAccounts && !$0.isOfCards })
            let places: Set<FieldRole> = [.address, .addressLine1, .city, .postalCode, .country, .state]
            let isPlace = people.intersection(places).count > 1
            let isPerson = people.intersection([.firstName, .lastName, .fullName, .birthDate, .birthYear]).count > 0
            if isPlace && isPerson || people.count > 3 && (isPlace || isPerson) {
                reasons.append("it asks for a person's name and address")
                return .address
            }
            if isPlace, people.count > 2 { return .address }
            let other = form.fields.filter { $0.role == nil || people.contains($0.role ?? .password) }
            if form.purpose == .signIn || names.contains(where: { $0.role == .username && !$0.meaning.isWeak }),
                !form.fields.isEmpty, other.count <= 2, form.fields.contains(where: { $0.isLine && !$0.isIgnored })
            {
                return .signInFirst
            }
            if form.purpose == .signUp, !names.isEmpty { return .signUp }
            return form.fields.contains(where: { $0.has(.newsletter) }) ? .newsletter : .other
        }
        kind = decide()
        if reasons.isEmpty { reasons = ["by its fields"] }
        self.reasons = reasons
    }
}
