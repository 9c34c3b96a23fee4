import PasswordVault

/// The value of an item that a name stands for: a field, or one of the item's own properties.
enum ItemValue {
    /// Returns the value.
    ///
    /// - Throws: if the item has no such field, or there are several; for a passkey.
    static func value(of name: String, in item: VaultItem) throws -> Secret {
        switch name {
        case "id": return Secret(item.id.text)
        case "title": return Secret(item.title)
        case "notes": return item.notes ?? Secret("")
        case "website": return Secret(item.websites.map(\.address).joined(separator: "\n"))
        case "tags": return Secret(item.tags.joined(separator: "\n"))
        default: return try value(of: FieldFinder.field(name, in: item))
        }
    }

    /// Returns the value of a field.
    static func value(of field: Field) throws -> Secret {
        guard field.kind.isShown else { throw Failure.passkeysAreNotShown }
        switch field.value {
        case .text(let text): return Secret(text)
        case .secret(let secret): return secret
        }
    }
}
