import PasswordVault

/// Custom fields that the user has added to an item, to fill fields of the same name.
struct CustomFields: Sendable {
    private let values: [(name: Words, value: FieldValue)]

    init(_ item: VaultItem) {
        let known = Set(item.kind.fields.map(\.id))
        values = item.allFields.compactMap { field in
            guard !known.contains(field.id), field.kind.fillsFieldsOfItsName, !field.value.isEmpty else { return nil }
            let name = Words(field.label)
            return name.list.isEmpty || Self.isOfEveryLogin(name) ? nil : (name, field.value)
        }
    }

    /// Whether the name is one that every login form uses. A custom password must not replace the item's own because of
    /// its name.
    private static func isOfEveryLogin(_ name: Words) -> Bool {
        Vocabulary.shared.findings(in: name).contains {
            $0.hint == .role(.password) || $0.hint == .role(.username) && !$0.isWeak
        }
    }

    /// Fills each value into the first field of its name that has no value yet.
    func fill(_ form: PageForm, _ proposal: inout Proposal) {
        guard !values.isEmpty else { return }
        var isAnyFilled = false
        let names = form.fields.map { field in
            [field.field.label, field.field.name, field.field.htmlID, field.field.placeholder].map(Words.init)
        }
        for (name, value) in values {
            // A field with `autocomplete` has a known meaning; a name equal to a custom field's is a coincidence.
            let index = form.fields.indices.first { index in
                !form.fields[index].meaning.isDeclared && !proposal.has(form.fields[index])
                    && names[index].contains(name)
            }
            guard let index else { continue }
            let field = form.fields[index]
            if case .text(let text) = value, field.field.isMenu {
                if proposal.choose([text], in: field) { isAnyFilled = true }
            } else if proposal.fill(field, with: value) {
                isAnyFilled = true
            }
        }
        if isAnyFilled { proposal.score += 15 }
    }
}
