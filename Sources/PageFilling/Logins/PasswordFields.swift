/// Which of a form's password fields want the password as it is, and which the one that is to come.
struct PasswordFields: Sendable {
    private(set) var current: [ReadField] = []
    private(set) var new: [ReadField] = []

    init(_ form: PageForm) {
        var fields = form.fields(.password)
        if fields.contains(where: { $0.field.type == "password" }) {
            // A text beside them that is called so as well shows what is typed, or is a trap.
            fields.removeAll { $0.field.type != "password" && !$0.meaning.isDeclared }
        }
        let isSignUp = form.purpose == .signUp || form.purpose == .change
        let isAlone = fields.count == 1 && !isSignUp
        let known = fields.map { Self.said(of: $0, isAlone: isAlone) }
        let hasCurrent = known.contains(.current)
        let unknown = known.indices.filter { known[$0] == nil }
        let guesses = Self.guess(
            unknown: unknown.count, hasCurrent: hasCurrent,
            hasNew: zip(known, fields).contains { $0 == .new && !$1.has(.again) },
            hasAgain: !isAlone && fields.contains { $0.has(.again) },
            isSignUp: isSignUp, isSignIn: form.purpose == .signIn || Self.areSeparate(fields, in: form))
        var next = guesses.makeIterator()
        for (field, said) in zip(fields, known) {
            switch said ?? (next.next() ?? nil) {
            case .current: current.append(field)
            case .new: new.append(field)
            case nil: continue
            }
        }
    }

    private enum Kind: Sendable { case current, new }

    /// What the page says of one field. “Confirm your password” is a repetition only if there is something to repeat:
    /// alone it asks who is there.
    private static func said(of field: ReadField, isAlone: Bool) -> Kind? {
        if field.meaning.isDeclared { return field.has(.current) ? .current : .new }
        if field.has(.new) || field.has(.again) && !isAlone { return .new }
        return field.has(.current) ? .current : nil
    }

    /// What fields are of which nothing is said, by those beside them.
    private static func guess(
        unknown: Int, hasCurrent: Bool, hasNew: Bool, hasAgain: Bool, isSignUp: Bool, isSignIn: Bool
    ) -> [Kind?] {
        guard !hasCurrent else { return Array(repeating: .new, count: unknown) }
        switch unknown {
        case 0: return []
        // Beside a new one: the one before. Beside nothing but a repetition: the one that is repeated.
        case 1: return [hasNew ? .current : hasAgain || isSignUp ? .new : .current]
        case 2 where hasNew || hasAgain: return [.current, .new]
        case 2: return isSignIn ? [.current, nil] : [.new, .new]
        case 3: return [.current, .new, .new]
        default: return [.current] + Array(repeating: nil, count: unknown - 1)
        }
    }

    /// Whether something else is between the passwords, so that they are not one beside its repetition.
    private static func areSeparate(_ fields: [ReadField], in form: PageForm) -> Bool {
        guard let first = fields.first, let last = fields.last else { return false }
        return form.fields.contains { field in
            first.position < field.position && field.position < last.position
                && (field.role == .username || field.role == .email)
        }
    }
}
