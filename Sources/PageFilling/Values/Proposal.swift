import PasswordVault

/// The values for one form, with a score for how well they fit.
struct Proposal: Sendable {
    /// The score; the greater, the better.
    var score = 0
    private(set) var entries: [Entry] = []

    struct Entry: Sendable {
        let field: ReadField
        let value: FieldValue
    }

    var isEmpty: Bool { entries.isEmpty }

    /// Whether a field already has a value.
    func has(_ field: ReadField) -> Bool { entries.contains { $0.field.position == field.position } }

    /// Puts a value into a field if it fits without being cut and the field has none yet.
    ///
    /// - Parameter field: not a menu; use ``choose(_:in:)`` for menus.
    /// - Returns: whether the field was filled.
    @discardableResult
    mutating func fill(_ field: ReadField, with value: FieldValue?) -> Bool {
        guard let value = value?.fitted(to: field), !has(field) else { return false }
        entries.append(Entry(field: field, value: value))
        return true
    }

    /// Chooses an entry of a menu.
    ///
    /// - Parameter texts: the possible names of the entry, the best first.
    /// - Returns: whether an entry was chosen.
    @discardableResult
    mutating func choose(_ texts: [String], in field: ReadField) -> Bool {
        guard let value = Menu(field.field.options).value(for: texts), !has(field) else { return false }
        entries.append(Entry(field: field, value: .text(value)))
        return true
    }
}

extension FieldValue {
    /// Returns the value in the form in which a field takes it; `nil` if the field does not.
    ///
    /// Values are never cut: a part of a password is useless, and the user would not notice the cut.
    fileprivate func fitted(to read: ReadField) -> FieldValue? {
        let field = read.field
        guard !isEmpty, !field.isMenu else { return nil }
        let most = field.maxLength ?? .max
        switch self {
        case .secret(let secret):
            guard read.isLine, let length = secret.utf16Length, length <= most else { return nil }
            return field.type != "number" || secret.isDigits ? self : nil
        case .text(let text):
            let fitted =
                read.isLine
                ? text.split(whereSeparator: \.isNewline).joined(separator: ", ") : text
            guard !fitted.isEmpty, fitted.utf16.count <= most else { return nil }
            let isNumber = fitted.utf8.allSatisfy { (0x30...0x39).contains($0) }
            return field.type != "number" || isNumber ? .text(fitted) : nil
        }
    }
}
