import PasswordVault

/// A field that may be filled, with its meaning.
struct ReadField: Sendable {
    let field: PageModel.Field
    let meaning: FieldMeaning
    /// The index of the field among the page's fields.
    let position: Int

    var role: FieldRole? { isIgnored ? nil : meaning.role }
    /// Whether the field asks for something that no item has, such as a search text or a newsletter subscription.
    var isIgnored: Bool {
        has(.ignored) || has(.newsletter) && !meaning.isDeclared && meaning.role != .password
    }
    func has(_ marks: FieldMarks) -> Bool { meaning.marks.contains(marks) }

    /// Whether the field takes one line of text.
    var isLine: Bool { !field.isMenu && field.type != "textarea" }
}

/// A form: fields that are sent together.
struct PageForm: Sendable {
    let fields: [ReadField]
    let purpose: FormPurpose?
    /// Whether one of its fields has the keyboard focus.
    let isFocused: Bool
    /// Whether the form is in the page's own frame.
    let isOfPage: Bool

    /// Returns the forms of a page. The fields outside of any form count as one form for each frame. Fields that must
    /// not be filled are left out.
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
            // A field of the page's own origin may name it or leave it out.
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
        // Search and newsletter forms have no password field, whatever their texts say.
        let takesNoLogin = purpose == .search || purpose == .newsletter
        self.purpose = takesNoLogin && hasPassword ? nil : purpose
    }

    /// Whether the form is a search or newsletter form, which no item is for.
    var isIgnored: Bool { purpose == .search || purpose == .newsletter }

    /// Returns the fields with a role, in the order of the page.
    func fields(_ role: FieldRole) -> [ReadField] { fields.filter { $0.role == role } }

    /// Returns the purpose that the form's texts state: the button counts more than the heading, and both more than the
    /// form's names.
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

    /// Returns the purpose that the fields of a small form state. A large form may have a newsletter field among
    /// others.
    private static func purpose(_ fields: [ReadField]) -> FormPurpose? {
        guard fields.count <= 3 else { return nil }
        if fields.contains(where: { $0.field.type == "search" }) { return .search }
        return fields.contains { $0.has(.newsletter) } ? .newsletter : nil
    }
}

extension PageModel.Field {
    /// Whether the user can type into the field or choose from it.
    fileprivate var isFillable: Bool {
        let types: Set<String> = [
            "text", "email", "tel", "url", "password", "number", "search", "date", "month", "textarea", "select",
            "select-one",
        ]
        return isVisible && isEditable && types.contains(type)
    }
}
