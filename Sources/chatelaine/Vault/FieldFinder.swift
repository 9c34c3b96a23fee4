import PasswordVault

/// The lookup of an item's field by id, by label, or by section and label with a slash between them.
enum FieldFinder {
    /// Returns the field with a name.
    ///
    /// - Throws: if there is no such field, or there are several.
    static func field(_ name: String, in item: VaultItem) throws -> Field {
        guard let field = try find(name, in: item) else {
            let listed = listedNames(in: item)
            let question = Suggestion.question(for: name, among: listed)
            throw Failure(
                .itemNotFound, "“\(item.title)” has no field “\(name)”",
                remedy: (question.map { $0 + " " } ?? "") + "it has: \(listed.joined(separator: ", "))")
        }
        return field
    }

    /// Returns the field with a name; `nil` if there is none.
    static func find(_ name: String, in item: VaultItem) throws -> Field? {
        if let field = item.allFields.first(where: { $0.id == name }) { return field }
        var found = item.allFields.filter { isSame($0.label, name) }
        for section in item.sections {
            found += section.fields.filter { isSame("\(section.title)/\($0.label)", name) }
        }
        guard found.count < 2 else {
            throw Failure(
                .failed, "\(found.count) fields are called “\(name)”",
                remedy: "name one by its id: \(found.map(\.id).joined(separator: ", "))")
        }
        return found.first
    }

    /// The names of everything that there is to ask for.
    static func listedNames(in item: VaultItem) -> [String] {
        let templates = Set(item.kind.fields.map(\.id))
        var names = ["title"] + item.fields.map { templates.contains($0.id) ? $0.id : $0.label }
        for section in item.sections { names += section.fields.map { "\(section.title)/\($0.label)" } }
        return names + ["notes"]
    }

    private static func isSame(_ one: String, _ other: String) -> Bool { one.lowercased() == other.lowercased() }
}
