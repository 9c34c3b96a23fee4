import PasswordVault
import SecretReferences

/// References and the fields of an item that they mean.
enum ItemReference {
    /// Returns the value that a reference means in its item.
    ///
    /// - Parameter vault: stores the counter of a one-time code by counter; `nil` if nothing can be stored.
    static func value(
        section: String?, field name: String, attribute: SecretReference.Attribute, in item: VaultItem,
        of vault: (any VaultService)?
    ) throws -> SecretValue {
        let value: Secret
        switch attribute {
        case .value:
            value =
                try section == nil
                ? ItemValue.value(of: name, in: item) : ItemValue.value(of: field(section, name, in: item))
        case .otp: return SecretValue(try ItemCode(of: item, field: field(section, name, in: item), in: vault).code)
        }
        guard !value.isEmpty else {
            throw Failure(
                .itemNotFound, "the field “\(name)” of “\(item.title)” is empty",
                remedy: "give it a value with: chatelaine vault edit")
        }
        return value.withUnsafeBytes { SecretValue(copying: $0) }
    }

    private static func field(_ section: String?, _ name: String, in item: VaultItem) throws -> Field {
        guard let section else { return try FieldFinder.field(name, in: item) }
        func isSame(_ one: String, _ other: String) -> Bool { one.lowercased() == other.lowercased() }
        let sections = item.sections.filter { $0.id == section || isSame($0.title, section) }
        let fields = sections.flatMap(\.fields)
        let found = fields.filter { $0.id == name }
        let named = found.isEmpty ? fields.filter { isSame($0.label, name) } : found
        guard let field = named.first else {
            throw Failure(
                .itemNotFound, "“\(item.title)” has no field “\(section)/\(name)”",
                remedy: "it has: \(FieldFinder.listedNames(in: item).joined(separator: ", "))")
        }
        guard named.count == 1 else {
            throw Failure(
                .failed, "\(named.count) fields are called “\(section)/\(name)”",
                remedy: "name one by its id: \(named.map(\.id).joined(separator: ", "))")
        }
        return field
    }

    // MARK: - Writing

    /// Returns the reference of a field.
    ///
    /// - Parameter title: the item's title if no other item of the vault has it, else its id.
    static func reference(to field: Field, of item: VaultItem, title: String, vault: String) -> SecretReference {
        let isTemplate = item.kind.fields.contains { $0.id == field.id }
        if isTemplate || isAmbiguous(field.label, in: item) {
            return SecretReference(.field(vault: vault, item: title, section: nil, field: field.id))
        }
        let section = item.sections.first { $0.fields.contains { $0.id == field.id } }
        guard let section, !section.title.isEmpty, !section.title.contains("\0") else {
            return SecretReference(.field(vault: vault, item: title, section: nil, field: field.label))
        }
        return SecretReference(.field(vault: vault, item: title, section: section.title, field: field.label))
    }

    /// The names that do not stand for fields (``ItemValue``).
    private static let properties: Set<String> = ["id", "title", "notes", "website", "tags"]

    private static func isAmbiguous(_ label: String, in item: VaultItem) -> Bool {
        let name = label.lowercased()
        return label.isEmpty || properties.contains(name)
            || item.allFields.count { $0.label.lowercased() == name || $0.id == label } != 1
    }

    /// Returns the references of all fields that have a value, and of the notes.
    static func references(of item: VaultItem, title: String, vault: String) -> [SecretReference] {
        var references: [SecretReference] = []
        for field in item.allFields where !field.value.isEmpty && field.kind.isShown {
            references.append(reference(to: field, of: item, title: title, vault: vault))
            guard field.kind.makesOneTimeCodes, let last = references.last else { continue }
            references[references.count - 1] = SecretReference(last.target, attribute: .otp)
        }
        if item.notes?.isEmpty == false {
            references.append(SecretReference(.field(vault: vault, item: title, section: nil, field: "notes")))
        }
        return references
    }

    /// Returns the item's title if it leads to the item, else its id.
    static func name(of item: VaultItem, in vault: any VaultService) throws -> String {
        guard !item.title.isEmpty, !item.title.contains("\0") else { return item.id.text }
        let found = try? ItemFinder.id(of: item.title, in: vault, asks: false)
        return found == item.id ? item.title : item.id.text
    }
}
