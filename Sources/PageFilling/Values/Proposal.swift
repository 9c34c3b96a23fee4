import PasswordVault

/// What would go into one form, and how well it goes there.
struct Proposal: Sendable {
    /// The greater the better.
    var score = 0
    private(set) var entries: [Entry] = []

    struct Entry: Sendable {
        let field: ReadField
        let value: FieldValue
    }

    var isEmpty: Bool { entries.isEmpty }

    /// Whether there is something for a field already.
    func has(_ field: ReadField) -> Bool { entries.contains { $0.field.position == field.position } }

    /// Puts a value into a field, if it goes there as a whole and nothing does yet.
    ///
    /// - Parameter field: no menu; what goes into one is chosen with ``choose(_:in:)``.
    /// - Returns: whether it does.
    @discardableResult
    mutating func fill(_ field: ReadField, with value: FieldValue?) -> Bool {
        guard let value = value?.fitted(to: field), !has(field) else { return false }
        entries.append(Entry(field: field, value: value))
        return true
    }

    /// Chooses an entry of a menu.
    ///
    /// - Parameter texts: what it may be called, the best first.
    /// - Returns: whether there is one.
    @discardableResult
    mutating func choose(_ texts: [String], in field: ReadField) -> Bool {
        guard let value = Menu(field.field.options).value(for: texts), !has(field) else { return false }
        entries.append(Entry(field: field, value: .text(value)))
        return true
    }
}

extension FieldValue {
    /// The value as it goes into a field; nil if it does not.
    ///
    /// Nothing is ever cut off: half a password is no password, and the person would not see it.
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
