/// A search for the username field among candidates.
struct UsernameFieldSearch: Sendable {
    private let fields: [ReadField]
    /// The position of the first password field; `nil` if the form has none.
    private let anchor: Int?

    init(_ fields: [ReadField], anchor: Int?) {
        self.fields = fields
        self.anchor = anchor
    }

    /// Returns the field that the page's texts describe as one for the username; else the field right before the
    /// password, whatever its name.
    func field(for username: String) -> ReadField? {
        if let field = best(.username) ?? best(.email) { return field }
        if Self.isNumber(username), let field = best(.telephone) ?? best(.telephoneNational) { return field }
        let isPlain = { (field: ReadField) in
            field.role == nil || field.meaning.isWeak && ![.oneTimeCode, .cardNumber].contains(field.role)
        }
        guard let anchor else { return fields.count == 1 ? fields.first { isPlain($0) } : nil }
        let before = fields.last {
            $0.position < anchor && $0.field.type != "password" && $0.role != .oneTimeCode
        }
        return before.flatMap { isPlain($0) || [.telephone, .telephoneNational].contains($0.role) ? $0 : nil }
    }

    /// Returns the best field with a role: declared fields before recognised ones, clear texts before ambiguous ones,
    /// and the last field before the password before others.
    private func best(_ role: FieldRole) -> ReadField? {
        let all = fields.filter { $0.role == role && !$0.has(.repetition) && $0.field.type != "password" }
        for group in [
            all.filter { $0.meaning.isDeclared }, all.filter { !$0.meaning.isDeclared && !$0.meaning.isWeak },
            all.filter { $0.meaning.isWeak },
        ] {
            if let found = anchor.flatMap({ anchor in group.last { $0.position < anchor } }) ?? group.first {
                return found
            }
        }
        return nil
    }

    private static func isNumber(_ text: String) -> Bool {
        text.allSatisfy { $0.isASCII && ($0.isNumber || "+-/() ".contains($0)) }
    }
}
