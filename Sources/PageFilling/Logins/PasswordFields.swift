/// The password fields of a form, split into those for the current password and those for a new one.
struct PasswordFields: Sendable {
    private(set) var current: [ReadField] = []
    private(set) var new: [ReadField] = []

    private enum Kind: Sendable { case current, new }

    init(_ form: PageForm) {
        let fields = Self.fields(of: form)
        let isSignUp = form.purpose == .signUp || form.purpose == .change
        let isAlone = fields.count == 1 && !isSignUp
        // Sites say “new-password” at their sign-in to keep password managers out.
        let isOnlyForOld = form.purpose == .signIn && fields.count == 1
        let said = fields.map { isOnlyForOld ? .current : Self.declaredKind(of: $0, isAlone: isAlone) }
        let unknown = said.indices.filter { said[$0] == nil }
        let guesses: [Kind?]
        if said.contains(.current) {
            guesses = unknown.map { _ in .new }
        } else if unknown.count == 1, let only = unknown.first {
            guesses = [Self.kind(of: only, fields, said, isSignUp: isSignUp)]
        } else {
            let isSignIn = form.purpose == .signIn || Self.areSeparate(fields, in: form)
            guesses = Self.kinds(ofUnknown: unknown.count, isBesideNew: said.contains(.new), isSignIn: isSignIn)
        }
        var next = guesses.makeIterator()
        for (field, said) in zip(fields, said) {
            switch said ?? (next.next() ?? nil) {
            case .current: current.append(field)
            case .new: new.append(field)
            case nil: continue
            }
        }
    }

    private static func fields(of form: PageForm) -> [ReadField] {
        let fields = form.fields(.password)
        guard fields.contains(where: { $0.field.type == "password" }) else { return fields }
        // A text field next to them that is also called “password” shows the typed password, or is a trap.
        return fields.filter { $0.field.type == "password" || $0.meaning.isDeclared }
    }

    /// Returns what the page's texts say of one field. “Confirm your password” is a repetition only if there is another
    /// password field to repeat; alone, it asks the user to prove who they are.
    private static func declaredKind(of field: ReadField, isAlone: Bool) -> Kind? {
        if field.meaning.isDeclared { return field.has(.current) ? .current : .new }
        if field.has(.new) || field.has(.repetition) && !isAlone { return .new }
        return field.has(.current) ? .current : nil
    }

    /// Returns the kind of the only field that the page's texts do not describe.
    private static func kind(of index: Int, _ fields: [ReadField], _ said: [Kind?], isSignUp: Bool) -> Kind {
        let hasRepetition = zip(fields, said).contains { $1 == .new && $0.has(.repetition) }
        guard let new = said.indices.first(where: { said[$0] == .new && !fields[$0].has(.repetition) }) else {
            // Next to a repetition it is the field that is repeated.
            return hasRepetition || isSignUp ? .new : .current
        }
        // Right after a field for a new password it is the repetition, unless the form already has one.
        return hasRepetition || index < new ? .current : .new
    }

    /// Returns the kinds of several fields that the page's texts do not describe, by their number.
    private static func kinds(ofUnknown count: Int, isBesideNew: Bool, isSignIn: Bool) -> [Kind?] {
        switch count {
        case 0: []
        case 2 where isBesideNew: [.current, .new]
        case 2: isSignIn ? [.current, nil] : [.new, .new]
        case 3: [.current, .new, .new]
        default: [.current] + Array(repeating: nil, count: count - 1)
        }
    }

    /// Whether a username or e-mail field is between the password fields, so that they are not a password and its
    /// repetition.
    private static func areSeparate(_ fields: [ReadField], in form: PageForm) -> Bool {
        guard let first = fields.first, let last = fields.last else { return false }
        return form.fields.contains { field in
            first.position < field.position && field.position < last.position
                && (field.role == .username || field.role == .email)
        }
    }
}
