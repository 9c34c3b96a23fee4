import PasswordVault

/// A field that may be filled, with its meaning.
struct ReadField: Sendable {
    let field: PageModel.Field
    var meaning: FieldMeaning
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
    /// The number of the form in the model; `nil` for the fields that are in none.
    let number: Int?
    let purpose: FormPurpose?
    /// The heading above it, or its first heading.
    let heading: String
    /// The texts that tell the purpose, for people.
    let purposeReasons: [String]
    /// Whether one of its fields has the keyboard focus.
    let isFocused: Bool
    /// Whether the form is in the page's own frame.
    let isOfPage: Bool
    private(set) var kind = PageKind.other
    /// The facts that tell the kind, for people.
    private(set) var reasons: [String] = []

    /// Returns the forms of a page with all fields that a person can fill.
    static func all(_ page: PageModel) -> [PageForm] {
        all(page, allows: { _, _ in true }, isOfPage: { $0 == nil })
    }

    /// Returns the forms of a page without the fields that must not be filled.
    static func all(_ page: PageModel, _ permission: FillPermission) -> [PageForm] {
        all(page, allows: permission.allows(frame:action:), isOfPage: permission.isOfPage(frame:))
    }

    /// Returns the forms of a page. The fields outside of any form count as one form for each frame.
    private static func all(
        _ page: PageModel, allows: (_ frame: String?, _ action: String) -> Bool, isOfPage: (_ frame: String?) -> Bool
    ) -> [PageForm] {
        struct Key: Hashable {
            let frame: String?
            let form: Int?
        }
        let known = Dictionary(page.forms.map { ($0.number, $0) }) { first, _ in first }
        var keys: [Key] = []
        var groups: [Key: [ReadField]] = [:]
        for (position, field) in page.fields.enumerated() where field.isFillable {
            let form = field.form.flatMap { known[$0] }
            guard allows(field.frame, form?.action ?? "") else { continue }
            // A field of the page's own origin may name it or leave it out.
            let key = Key(frame: isOfPage(field.frame) ? nil : field.frame, form: field.form)
            if groups[key] == nil { keys.append(key) }
            groups[key, default: []].append(
                ReadField(field: field, meaning: FieldMeaning(field), position: position))
        }
        // Payment services put each field of a card into a frame of its own.
        let ofCards = keys.filter { key in groups[key, default: []].allSatisfy { $0.role?.isOfCards ?? false } }
        for key in ofCards.dropFirst() {
            guard let first = ofCards.first(where: { $0.frame == key.frame }), first != key else { continue }
            groups[first, default: []] += groups.removeValue(forKey: key) ?? []
            keys.removeAll { $0 == key }
        }
        let make = { (key: Key, page: PageModel?) in
            groups[key].map {
                PageForm(
                    $0, key.form.map { known[$0] ?? PageModel.Form(number: $0) }, of: page, isOfPage: key.frame == nil)
            }
        }
        let forms = keys.compactMap { make($0, nil) }
        // The page speaks of the form that is not in every page of the site.
        let main = forms.indices.filter { forms[$0].purpose != .search && forms[$0].purpose != .newsletter }
        guard main.count <= 1, let only = main.first ?? (forms.count == 1 ? 0 : nil) else { return forms }
        var result = forms
        if let form = make(keys[only], page) { result[only] = form }
        return result
    }

    /// - Parameter page: the page, if it has no other form: its title and headings then speak of this one.
    private init(_ fields: [ReadField], _ form: PageModel.Form?, of page: PageModel?, isOfPage: Bool) {
        let fields = FieldNeighbours.adjusted(fields)
        self.fields = fields
        self.isOfPage = isOfPage
        number = form?.number
        heading = form?.heading ?? ""
        isFocused = fields.contains { $0.field.isFocused }
        let said = FormPurposes(fields, form, page)
        (purpose, purposeReasons) = (said.purpose, said.reasons)
        let rules = FormKindRules(self)
        (kind, self.reasons) = (rules.kind, rules.reasons)
    }

    /// Whether no item is for the form.
    var isIgnored: Bool { purpose == .search || purpose == .newsletter || purpose == .foreign }

    /// Whether it has fields of something with a name and a password of its own: a mail server.
    var isOfSettings: Bool { fields.contains { $0.has(.foreign) } }

    /// Returns the fields with a role, in the order of the page.
    func fields(_ role: FieldRole) -> [ReadField] { fields.filter { $0.role == role } }
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
