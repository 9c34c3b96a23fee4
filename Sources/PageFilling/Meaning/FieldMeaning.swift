/// The meaning of a field, from everything that the page says of it.
///
/// `autocomplete` takes precedence, then the texts that the user reads, then the names for programs, then the type.
struct FieldMeaning: Sendable, Equatable {
    /// The role; `nil` if no item has such a value, or if the role is not known.
    var role: FieldRole?
    var marks: FieldMarks = []
    /// Whether the role is from `autocomplete`.
    var isDeclared = false
    /// Whether the role is from an ambiguous word only, such as “name”.
    var isWeak = false
    /// The group of fields that belong together; empty for all.
    var section = ""
    /// Whether the field asks for a country's code instead of its name.
    var wantsCode = false
    /// Whether the role is from the type `password` only, and no text speaks of a password.
    var isPasswordByType = false
    /// The texts that tell the role, for people.
    var reasons: [String] = []

    init(_ field: PageModel.Field) {
        let texts = Texts(field)
        if let declared = Autocomplete(field.autocomplete) {
            (role, marks, section) = (declared.role, declared.marks, declared.section)
            (isDeclared, wantsCode) = (true, declared.wantsCode)
            marks.formUnion(texts.marks.intersection(.repetition))
            reasons = ["autocomplete “\(field.autocomplete.prefix(60))”"]
            return
        }
        reasons = texts.reasons
        marks = texts.marks
        section = texts.section
        if field.type == "search" { marks.formUnion([.ignored, .search]) }
        role = texts.role
        if role == nil, let weak = texts.weakRole { (role, isWeak) = (weak, true) }
        // A name or a password is typed, and not chosen from a menu.
        let typed: [FieldRole] = [.username, .email, .password, .oneTimeCode, .securityCode, .cardNumber]
        if field.isMenu, let found = role, typed.contains(found) { (role, reasons) = (nil, []) }
        // A text of several lines is not one line of an address.
        if field.type == "textarea", texts.weakRole == .address { (role, isWeak) = (.address, false) }
        applyType(field.type)
    }

    private mutating func applyType(_ type: String) {
        switch type {
        case "password":
            // A field that hides its text is a password field, unless its texts clearly say something else.
            let others: [FieldRole] = [.securityCode, .oneTimeCode, .cardNumber]
            guard isWeak || !others.contains(where: { $0 == role }) else { return }
            isPasswordByType = role != .password
            (role, isWeak) = (.password, false)
            reasons.append("type “password”")
        case "email" where role == nil || isWeak && role != .username:
            (role, isWeak) = (.email, false)
            reasons.append("type “email”")
        case "tel" where role == nil:
            (role, isWeak) = (.telephone, true)
            reasons.append("type “tel”")
        default: break
        }
    }
}

/// The meaning of the texts around a field.
private struct Texts {
    var role: FieldRole?
    var weakRole: FieldRole?
    var marks: FieldMarks = []
    var section = ""
    var reasons: [String] = []

    init(_ field: PageModel.Field) {
        let (name, id) = (Words(field.name), Words(field.htmlID))
        let vocabulary = Vocabulary.shared
        // In a name for programs, the last word is the subject: `billing_address_city`.
        read(vocabulary.findings(in: Words(field.label)), "label", field.label)
        // The text beside a field that has a label is often about something else.
        if field.label.isEmpty { read(vocabulary.findings(in: Words(field.near)), "text beside it", field.near) }
        read(vocabulary.findings(in: name, isName: true).reversed(), "name", field.name)
        read(vocabulary.findings(in: id, isName: true).reversed(), "id", field.htmlID)
        read(vocabulary.findings(in: Words(field.placeholder)), "placeholder", field.placeholder)
        if role == nil {
            read(vocabulary.findings(in: Words(field.title)), "title", field.title)
            read(vocabulary.findings(in: Words(field.hints), isName: true).reversed(), "attribute", field.hints)
        }
        for word in name.list + id.list + Words(field.group).list {
            switch word {
            case "shipping", "ship", "delivery": section = "shipping"
            case "billing", "bill", "invoice": section = "billing"
            default: continue
            }
        }
    }

    private mutating func read(_ findings: [Vocabulary.Finding], _ source: String, _ text: String) {
        var tells = false
        for finding in findings {
            switch finding.hint {
            case .mark(let mark):
                tells = tells || !marks.isSuperset(of: mark)
                marks.formUnion(mark)
            case .role(let found):
                if finding.isWeak {
                    tells = tells || weakRole == nil && role == nil
                    weakRole = weakRole ?? found
                } else {
                    tells = tells || role == nil
                    role = role ?? found
                }
            case .purpose: continue
            }
        }
        if tells { reasons.append("\(source) “\(text.prefix(60))”") }
    }
}
