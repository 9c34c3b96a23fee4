/// The kind of value of each field of a form, as the form as a whole tells it: an e-mail address is the name in a sign-in.
struct FormTerms {
    let terms: [FieldTerm]

    init(_ form: PageForm) {
        let passwords = PasswordFields(form)
        let current = Set(passwords.current.map(\.position))
        var again: Set<Int> = []
        for (index, field) in passwords.new.enumerated() where index > 0 || field.has(.repetition) {
            if passwords.new.count > 1 || field.has(.repetition) { again.insert(field.position) }
        }
        // A repetition that stands first repeats what follows.
        if passwords.new.count > 1, passwords.new.allSatisfy({ again.contains($0.position) }),
            let first = passwords.new.first(where: { !$0.has(.repetition) }) ?? passwords.new.first
        {
            again.remove(first.position)
        }
        let new = Set(passwords.new.map(\.position))
        let names = Self.names(form, passwords)
        let boxes = Set(CodeFields.boxes(form).map(\.position))
        let first = form.fields(.cardNumber).first(where: \.isLine)
        // A card's number has 16 digits, one of American Express 15.
        let parts = first.flatMap { first in
            [16, 15].lazy.compactMap { CardFilling.parts(form, from: first, digits: $0) }.first
        }
        let numbers = Set((parts ?? []).map(\.0.position))
        let people = PersonFilling.resolved(form.fields)
        terms = zip(form.fields, people).map { field, person in
            if form.purpose == .foreign,
                field.has(.foreign) || field.role == .password || field.role?.isOfCards ?? false
            {
                return .other
            }
            if form.isOfSettings { return .other }
            if numbers.contains(field.position) { return .cardNumberPart }
            if boxes.contains(field.position) { return .oneTimeCodePart }
            if current.contains(field.position) { return .currentPassword }
            if again.contains(field.position) { return .newPasswordAgain }
            if new.contains(field.position) { return .newPassword }
            if names.contains(field.position) { return .username }
            if field.isIgnored {
                if field.has(.newsletter) { return .newsletterEmail }
                return field.has(.search) || field.field.type == "search" ? .search : .other
            }
            switch form.kind {
            case .search: return .search
            case .newsletter: return field.role == .email ? .newsletterEmail : .other
            default: break
            }
            // Password fields that are neither for the current nor for a new one.
            // Neither is for an account: a number that the person has elsewhere.
            if field.role == .username, field.meaning.isWeak { return .other }
            guard let role = person ?? (field.role == .password ? nil : field.role) else { return .other }
            if role == .oneTimeCode, field.meaning.isWeak, form.kind != .oneTimeCode, form.kind != .signIn {
                return .other
            }
            if role == .securityCode, form.kind == .oneTimeCode { return .oneTimeCode }
            return FieldTerm(role)
        }
    }

    /// Returns the fields for the name of the account.
    private static func names(_ form: PageForm, _ passwords: PasswordFields) -> Set<Int> {
        switch form.kind {
        case .signIn, .signInFirst, .signInSecond, .signUp, .changePassword: break
        default: return []
        }
        let candidates = form.fields.filter { $0.isLine && !$0.isIgnored }
        let anchor = (passwords.current + passwords.new).map(\.position).min()
        guard let field = UsernameFieldSearch(candidates, anchor: anchor).field(for: "0") else { return [] }
        let repeated = candidates.filter { $0.role == field.role && $0.has(.repetition) }
        return Set(([field] + repeated).map(\.position))
    }
}
