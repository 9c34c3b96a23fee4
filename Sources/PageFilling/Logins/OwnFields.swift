import PasswordVault

/// Fields that somebody has added to an item, for fields of pages that are called the same.
struct OwnFields: Sendable {
    private let values: [(name: Words, value: FieldValue)]

    init(_ item: VaultItem) {
        let known = Set(item.kind.fields.map(\.id))
        values = item.allFields.compactMap { field in
            guard !known.contains(field.id), field.kind.fillsFieldsOfItsName, !field.value.isEmpty else { return nil }
            let name = Words(field.label)
            return name.list.isEmpty || Self.isOfEveryLogin(name) ? nil : (name, field.value)
        }
    }

    /// Another password than the item's own is not to take its place by its name.
    private static func isOfEveryLogin(_ name: Words) -> Bool {
        Vocabulary.shared.findings(in: name).contains {
            $0.hint == .role(.password) || $0.hint == .role(.username) && !$0.isWeak
        }
    }

    /// Each goes to the first field of its name, wherever nothing else is yet.
    func fill(_ form: PageForm, _ proposal: inout Proposal) {
        guard !values.isEmpty else { return }
        var isAnyFilled = false
        let names = form.fields.map { field in
            [field.field.label, field.field.name, field.field.htmlID, field.field.placeholder].map(Words.init)
        }
        for (name, value) in values {
            // What autocomplete names is not by chance called so too.
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
