/// What a page wants in a field, by all that the page says of it.
///
/// `autocomplete` goes first, then what a person reads, then the names that are for programs, then the type.
struct FieldMeaning: Sendable, Equatable {
    /// nil: nothing that items have, or not known.
    var role: FieldRole?
    var marks: FieldMarks = []
    /// Whether `autocomplete` says it.
    var isDeclared = false
    /// Whether only a word says it that means other things as well, such as “name”.
    var isWeak = false
    /// The fields that belong together; empty: all.
    var section = ""
    /// Whether a country's code is wanted.
    var wantsCode = false

    init(_ field: PageModel.Field) {
        let texts = Texts(field)
        if let declared = Autocomplete(field.autocomplete) {
            (role, marks, section) = (declared.role, declared.marks, declared.section)
            (isDeclared, wantsCode) = (true, declared.wantsCode)
            marks.formUnion(texts.marks.intersection(.again))
            return
        }
        marks = texts.marks
        section = texts.section
        if field.type == "search" { marks.insert(.leftAlone) }
        role = texts.role
        if role == nil, let weak = texts.weakRole { (role, isWeak) = (weak, true) }
        applyType(field.type)
    }

    private mutating func applyType(_ type: String) {
        switch type {
        case "password":
            // What is shown as dots is a password, unless it is plainly something else.
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

/// What the words around a field say.
private struct Texts {
    var role: FieldRole?
    var weakRole: FieldRole?
    var marks: FieldMarks = []
    var section = ""

    init(_ field: PageModel.Field) {
        let (label, placeholder) = (Words(field.label), Words(field.placeholder))
        let (name, id) = (Words(field.name), Words(field.htmlID))
        // In a name that programs use, the last word is what it is about: `billing_address_city`.
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
