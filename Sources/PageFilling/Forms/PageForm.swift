import PasswordVault

/// A field that may be filled, and what the page wants in it.
struct ReadField: Sendable {
    let field: PageModel.Field
    let meaning: FieldMeaning
    /// On the page.
    let position: Int

    var role: FieldRole? { isLeftAlone ? nil : meaning.role }
    /// Whether it is for nothing that items have: a search, or a newsletter.
    var isLeftAlone: Bool {
        has(.leftAlone) || has(.newsletter) && !meaning.isDeclared && meaning.role != .password
    }
    func has(_ marks: FieldMarks) -> Bool { meaning.marks.contains(marks) }

    /// Whether a text can be typed in one line.
    var isLine: Bool { !field.isMenu && field.type != "textarea" }
}

/// Fields that are sent together.
struct PageForm: Sendable {
    let fields: [ReadField]
    let purpose: FormPurpose?
    /// Whether the cursor is in it.
    let isFocused: Bool
    /// Whether it is in the page's own frame.
    let isOfPage: Bool

    /// The forms of a page, those fields that are in none counting as one for each frame; without what must not be
    /// filled.
    static func all(_ page: PageModel, _ permission: FillPermission) -> [PageForm] {
        struct Key: Hashable {
            let frame: String?
            let form: Int?
        }
        let known = Dictionary(page.forms.map { ($0.number, $0) }) { first, _ in first }
        var keys: [Key] = []
        var groups: [Key: [ReadField]] = [:]
        for (position, field) in page.fields.enumerated() where field.isFillable {
            let form = field.form.flatMap { known[$0] }
            guard permission.allows(frame: field.frame, action: form?.action ?? "") else { continue }
            // A page's own origin may be named or not.
            let key = Key(frame: permission.isOfPage(frame: field.frame) ? nil : field.frame, form: field.form)
            if groups[key] == nil { keys.append(key) }
            groups[key, default: []].append(
                ReadField(field: field, meaning: FieldMeaning(field), position: position))
        }
        return keys.compactMap { key in
            groups[key].map {
                PageForm(
                    $0, key.form.map { known[$0] ?? PageModel.Form(number: $0) },
                    isOfPage: key.frame == nil)
            }
        }
    }

    private init(_ fields: [ReadField], _ form: PageModel.Form?, isOfPage: Bool) {
        self.fields = fields
        self.isOfPage = isOfPage
        isFocused = fields.contains { $0.field.isFocused }
        let hasPassword = fields.contains { $0.meaning.role == .password }
        let purpose = form.flatMap { Self.purpose($0) ?? Self.purpose(fields) }
        // Forms to search with and for newsletters have no password, whatever is written beside them.
        let isForNobody = purpose == .search || purpose == .newsletter
        self.purpose = isForNobody && hasPassword ? nil : purpose
    }

    /// Whether it is for something that no item is for.
    var isLeftAlone: Bool { purpose == .search || purpose == .newsletter }

    /// The fields for something, in the order of the page.
    func fields(_ role: FieldRole) -> [ReadField] { fields.filter { $0.role == role } }

    /// What the page says of the form: the button before the heading, these before its names.
    private static func purpose(_ form: PageModel.Form) -> FormPurpose? {
        var weak: FormPurpose?
        for text in [form.button, form.heading, form.name, form.htmlID] {
            let findings = Vocabulary.forms.findings(in: Words(text))
            var purposes: [FormPurpose] = []
            for case .purpose(let purpose) in findings.filter({ !$0.isWeak }).map(\.hint) { purposes.append(purpose) }
            if purposes.contains(.newsletter) { return .newsletter }
            if let purpose = purposes.first { return purpose }
            if case .purpose(let purpose)? = findings.first?.hint { weak = weak ?? purpose }
        }
        return weak
    }

    /// What its fields say, if there are few: a large form has a newsletter beside other things.
    private static func purpose(_ fields: [ReadField]) -> FormPurpose? {
        guard fields.count <= 3 else { return nil }
        if fields.contains(where: { $0.field.type == "search" }) { return .search }
        return fields.contains { $0.has(.newsletter) } ? .newsletter : nil
    }
}

extension PageModel.Field {
    /// What a person could type into or choose from.
    fileprivate var isFillable: Bool {
        let types: Set<String> = [
            "text", "email", "tel", "url", "password", "number", "search", "date", "month", "textarea", "select",
            "select-one",
        ]
        return isVisible && isEditable && types.contains(type)
    }
}
