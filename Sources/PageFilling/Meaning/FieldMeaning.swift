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

    init(_ field: PageModel.Field) {
        let texts = Texts(field)
        if let declared = Autocomplete(field.autocomplete) {
            (role, marks, section) = (declared.role, declared.marks, declared.section)
            (isDeclared, wantsCode) = (true, declared.wantsCode)
            marks.formUnion(texts.marks.intersection(.repetition))
            return
        }
        marks = texts.marks
        section = texts.section
        if field.type == "search" { marks.insert(.ignored) }
        role = texts.role
        if role == nil, let weak = texts.weakRole { (role, isWeak) = (weak, true) }
        applyType(field.type)
    }

    private mutating func applyType(_ type: String) {
        switch type {
        case "password":
            // A field that hides its text is a password field, unless its texts clearly say something else.
            let others: [FieldRole] = [.securityCode, .oneTimeCode, .cardNumber]
            guard isWeak || !others.contains(where: { $0 == role }) else { return }
            (role, isWeak) = (.password, false)
        case "email" where role == nil || isWeak && role != .username:
            (role, isWeak) = (.email, false)
        case "tel" where role == nil:
            (role, isWeak) = (.telephone, true)
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

    init(_ field: PageModel.Field) {
        let (label, placeholder) = (Words(field.label), Words(field.placeholder))
        let (name, id) = (Words(field.name), Words(field.htmlID))
        // In a name for programs, the last word is the subject: `billing_address_city`.
        read(Vocabulary.shared.findings(in: label))
        read(Vocabulary.shared.findings(in: name, isName: true).reversed())
        read(Vocabulary.shared.findings(in: id, isName: true).reversed())
        read(Vocabulary.shared.findings(in: placeholder))
        for word in name.list + id.list {
            switch word {
            case "shipping", "ship", "delivery": section = "shipping"
            case "billing", "bill", "invoice": section = "billing"
            default: continue
            }
        }
    }

    private mutating func read(_ findings: [Vocabulary.Finding]) {
        for finding in findings {
            switch finding.hint {
            case .mark(let mark): marks.formUnion(mark)
            case .role(let found):
                if finding.isWeak { weakRole = weakRole ?? found } else { role = role ?? found }
            case .purpose: continue
            }
        }
    }
}
