import PasswordVault

/// The kinds of a page, its forms and its fields, with the reasons.
///
/// Nothing is decided here that filling does not use: `FillPlan` works on the same forms.
package struct PageReading: Sendable {
    /// A field, with what it asks for.
    package struct Field: Sendable {
        /// The ``PageModel/Field/id``.
        package let id: String
        package let term: FieldTerm
        /// Whether only ambiguous words say so.
        package let isWeak: Bool
        package let reasons: [String]
        /// The number of its form; `nil` if it is in none.
        package var form: Int?
        /// The kinds of items that have a value for it; none for a field that cannot be filled.
        package var itemKinds: [ItemKind] = []
    }

    /// A form, with what it is for.
    package struct Form: Sendable {
        /// The ``PageModel/Form/number``; `nil` for the fields that are in none.
        package let number: Int?
        package let kind: PageKind
        package let reasons: [String]
    }

    package let kind: PageKind
    package let reasons: [String]
    package let forms: [Form]
    /// In the order of the page.
    package let fields: [Field]

    package init(_ page: PageModel) {
        let read = PageForm.all(page)
        var terms: [Int: Field] = [:]
        for form in read {
            for (field, term) in zip(form.fields, FormTerms(form).terms) {
                terms[field.position] = Field(
                    id: field.field.id, term: term, isWeak: field.meaning.isWeak, reasons: field.meaning.reasons,
                    form: field.field.form, itemKinds: form.itemKinds(for: term, field))
            }
        }
        fields = page.fields.enumerated().map { position, field in
            if let known = terms[position] { return known }
            if let shown = Self.shown(field) { return shown }
            let isBox = field.type == "checkbox" || field.type == "radio"
            let term: FieldTerm = !field.isVisible ? .hidden : isBox ? .choice : .other
            let reason =
                !field.isVisible
                ? "a person does not see it\(field.hidden.isEmpty ? "" : ": \(field.hidden)")"
                : isBox ? "it takes no text" : field.isEditable ? "its type is “\(field.type)”" : "it cannot be edited"
            return Field(id: field.id, term: term, isWeak: false, reasons: [reason])
        }
        forms = read.map { Form(number: $0.number, kind: $0.kind, reasons: $0.reasons) }
        let best = read.filter { Self.counts($0, read, page) }.max { Self.weight($0, page) < Self.weight($1, page) }
        kind = best?.kind ?? .other
        reasons = best?.reasons ?? ["no form asks for anything that an item has"]
    }

    /// Returns what a field shows that cannot be edited: the name, on the page that asks for the password.
    private static func shown(_ field: PageModel.Field) -> Field? {
        guard field.isVisible, !field.isEditable, field.type != "checkbox", field.type != "radio" else { return nil }
        let meaning = FieldMeaning(field)
        guard let role = meaning.role, role != .password, !meaning.marks.contains(.ignored) else { return nil }
        let term: FieldTerm = role == .email ? .username : FieldTerm(role)
        return Field(
            id: field.id, term: term, isWeak: meaning.isWeak, reasons: meaning.reasons + ["it cannot be edited"])
    }

    /// Whether a form tells what the page is. Searches and newsletters are on pages of all kinds.
    private static func counts(_ form: PageForm, _ all: [PageForm], _ page: PageModel) -> Bool {
        switch form.kind {
        case .other: return false
        case .search, .newsletter:
            let others = all.filter { $0.kind == .other && $0.fields.count > 1 && $0.fields.count >= form.fields.count }
            let isSmall = form.kind == .search && form.fields.count == 1
            let says =
                FormTexts.said(page)?.purpose == .search || Vocabulary.purposes(in: form.heading).contains(.search)
            return others.isEmpty && (!isSmall || says)
        default: return true
        }
    }

    /// Returns the weight of a form in the decision of what the page is.
    private static func weight(_ form: PageForm, _ page: PageModel) -> Int {
        var weight = form.kind.rank * 10
        if form.isFocused { weight += 25 }
        // What the page calls itself decides between a sign-in and a sign-up that stand beside each other.
        let said = Set(([page.title] + page.headings).flatMap { Vocabulary.purposes(in: $0) })
        if let purpose = form.kind.purpose, said.contains(purpose) { weight += 35 }
        return weight
    }
}

extension PageKind {
    fileprivate var purpose: FormPurpose? {
        switch self {
        case .signIn, .signInFirst, .signInSecond: .signIn
        case .signUp: .signUp
        case .changePassword: .change
        case .newsletter: .newsletter
        case .search: .search
        case .oneTimeCode, .card, .address, .other: nil
        }
    }
}
